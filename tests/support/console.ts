import type { BrowserContext } from 'playwright';

const irrelevant = [
  // Playwright's own, in tests that want no worker.
  /^Service Worker registration blocked by Playwright$/,
  // Firefox says this of what a page was still loading when it was left.
  /Failed to load ‘.* ServiceWorker intercepted/,
  // Chromium logs this if the page shows an install button of its own.
  /^Banner not shown: beforeinstallpromptevent/,
  // Chromium could not load an icon of the installed app without a network.
  /^Error while trying to use the following icon from the Manifest/,
  // NS_BINDING_ABORTED
  /^downloadable font: download failed .* status=2152398850 /,
];

/** Collects what pages say, but for the browser's own network errors. */
export function readConsole(context: BrowserContext): string[] {
  const lines: string[] = [];
  const note = (line: string) => {
    if (!irrelevant.some((one) => one.test(line))) lines.push(line);
  };
  context.on('console', (message) => {
    const isError = message.type() === 'error';
    const text = message.text();
    if (!isError || !/^Failed to load resource/.test(text)) note(text);
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
