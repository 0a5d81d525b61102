import type { BrowserContext } from 'playwright';

const noisePatterns = [
  // Playwright writes this line if a test blocks service workers.
  /^Service Worker registration blocked by Playwright$/,
  // Firefox reports files that were loading when the visitor left the page.
  /Failed to load ‘.* ServiceWorker intercepted/,
  // Chromium logs this if the page shows an install button of its own.
  /^Banner not shown: beforeinstallpromptevent/,
  // Chromium logs this if it cannot load an app icon without a network.
  /^Error while trying to use the following icon from the Manifest/,
  // Without a network Firefox reports fonts with the status NS_BINDING_ABORTED.
  /^downloadable font: download failed .* status=2152398850 /,
];

/** Collects console lines and errors in a list, except network errors. */
export function recordConsole(context: BrowserContext): string[] {
  const consoleLines: string[] = [];

  const addLine = (line: string) => {
    if (!noisePatterns.some((pattern) => pattern.test(line)))
      consoleLines.push(line);
  };

  context.on('console', (message) => {
    const isError = message.type() === 'error';
    const text = message.text();
    if (!isError || !/^Failed to load resource/.test(text)) addLine(text);
  });

  context.on('weberror', (error) => addLine(String(error.error())));
  void context.addInitScript(logCauses);
  return consoleLines;
}

/** Logs the cause of React's errors, because only the cause names the failure. */
function logCauses(): void {
  addEventListener('error', ({ error }) => {
    if (error?.cause) console.error(`Caused by ${error.cause.stack}`);
  });
}
