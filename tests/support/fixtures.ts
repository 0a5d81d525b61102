import { test as base } from 'playwright/test';
import type { Engine } from './browsers.ts';
import { readConsole } from './console.ts';
import { startEmulator } from './emulator.ts';
import { startDriver } from './engines/drivers.ts';
import type { Driver } from './engines/engine.ts';
import { FaultyProxy } from './faulty-proxy.ts';
import { Records } from './records.ts';
import { type Site, startSite } from './site.ts';

interface Options {
  /** Which Firestore stands behind the site. */
  backend: 'embedded' | 'emulator';
}

interface SiteFixtures {
  /** The worker keeps every page, for tests that visit any of them offline. */
  keepsAllPages: boolean;
  network: FaultyProxy;
  records: Records;
}

interface PageFixtures {
  /** What the console has said, but for the browser's own network errors. */
  consoleLines: string[];
}

/** The site, the way to it and the records behind it; clean for each test. */
const siteTest = base.extend<SiteFixtures, Options & { site: Site }>({
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
    { scope: 'worker', timeout: 600_000 },
  ],
  keepsAllPages: [false, { option: true }],
  network: async ({ site, keepsAllPages }, use) => {
    const network = new FaultyProxy(site.origin);
    network.formsAlone = !keepsAllPages;
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

interface EngineOptions {
  engine: Engine;
}

/** That, with one engine's driver. */
export const engineTest = siteTest.extend<
  object,
  EngineOptions & { driver: Driver }
>({
  engine: ['chromium', { scope: 'worker', option: true }],
  driver: [
    async ({ engine }, use) => {
      const driver = await startDriver[engine]();
      await use(driver);
      await driver.close();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});

/** The site, with a page of Playwright's own browser. */
export const test = siteTest.extend<PageFixtures>({
  baseURL: async ({ network }, use) => use(network.origin),
  consoleLines: [
    async ({ context }, use) => {
      await use(readConsole(context));
    },
    { auto: true },
  ],
});

export { expect } from 'playwright/test';
