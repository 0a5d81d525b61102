import type { BrowserContext, ConsoleMessage } from 'playwright';

/** Playwright's own, in tests that want no worker. */
const blocked = 'Service Worker registration blocked by Playwright';

/** Collects what pages say, but for the browser's own network errors. */
export function readConsole(context: BrowserContext): string[] {
  const lines: string[] = [];
  const note = (line: string) =>
    isLeft(line) || line === blocked || lines.push(line);
  context.on('console', (message) => {
    if (!isNetworkError(message)) note(message.text());
  });
  context.on('weberror', (error) => note(String(error.error())));
  void context.addInitScript(tellCauses);
  return lines;
}

/** React's own errors say what has failed only by their cause. */
function tellCauses(): void {
  addEventListener('error', ({ error }) => {
    if (error?.cause) console.error(`Caused by ${error.cause.stack}`);
  });
}

function isNetworkError(message: ConsoleMessage): boolean {
  return (
    message.type() === 'error' &&
    /^Failed to load resource/.test(message.text())
  );
}

/** Firefox says this of what a page was still loading when it was left. */
function isLeft(line: string): boolean {
  return (
    /Failed to load ‘.* ServiceWorker intercepted/.test(line) ||
    // NS_BINDING_ABORTED
    /^downloadable font: download failed .* status=2152398850 /.test(line)
  );
}
