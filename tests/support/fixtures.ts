import { test as base, type ConsoleMessage } from 'playwright/test';
import { startEmulator } from './emulator.ts';
import { Network } from './network.ts';
import { Records } from './records.ts';
import { type Site, startSite } from './site.ts';

interface Options {
  /** Which Firestore stands behind the site. */
  backend: 'embedded' | 'emulator';
}

interface SiteFixtures {
  network: Network;
  records: Records;
}

interface PageFixtures {
  /** What the console has said, but for the browser's own network errors. */
  consoleLines: string[];
}

/** The site, the way to it and the records behind it; clean for each test. */
export const siteTest = base.extend<SiteFixtures, Options & { site: Site }>({
  backend: ['embedded', { scope: 'worker', option: true }],
  site: [
    async ({ backend }, use) => {
      const emulator =
        backend === 'emulator' ? await startEmulator() : undefined;
      const site = await startSite({
        FIRESTORE_EMULATOR_HOST: emulator?.host ?? '',
      });
      await use(site);
      await site.stop();
      await emulator?.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  network: async ({ site }, use) => {
    const network = new Network(site.origin);
    await network.open();
    await use(network);
    await network.close();
  },
  records: async ({ site }, use) => {
    const records = new Records(site.origin);
    await records.clear();
    await use(records);
  },
});

/** That, with a page of Playwright's own browser. */
export const test = siteTest.extend<PageFixtures>({
  baseURL: async ({ network }, use) => use(network.origin),
  consoleLines: [
    async ({ context }, use) => {
      const lines: string[] = [];
      const note = (line: string) => isLeft(line) || lines.push(line);
      context.on('console', (message) => {
        if (!isNetworkError(message)) note(message.text());
      });
      context.on('weberror', (error) => note(String(error.error())));
      await use(lines);
    },
    { auto: true },
  ],
});

function isNetworkError(message: ConsoleMessage): boolean {
  return (
    message.type() === 'error' &&
    /^Failed to load resource/.test(message.text())
  );
}

/** Firefox says this of what a page was still loading when it was left. */
function isLeft(line: string): boolean {
  return /Failed to load ‘.* ServiceWorker intercepted/.test(line);
}

export { expect } from 'playwright/test';
