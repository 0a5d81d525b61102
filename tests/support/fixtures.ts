import * as path from 'node:path';
import { test as base } from 'playwright/test';
import type { Engine } from './browsers.ts';
import { type Built, serveFolder } from './builds.ts';
import { readConsole } from './console.ts';
import { startEmulator } from './emulator.ts';
import { startDriver } from './engines/drivers.ts';
import type { Driver } from './engines/engine.ts';
import { FaultyProxy } from './faulty-proxy.ts';
import { Records } from './records.ts';
import { type Site, startSite } from './site.ts';

export interface Options {
  /** Which Firestore stands behind the site. */
  backend: 'embedded' | 'emulator';
  engine: Engine;
}

interface Shared extends Options {
  site: Site;
  /** Serves a build of variants.ts over the same records; returns its origin. */
  serve: (build: () => string) => Promise<string>;
  /** Of the engine; `page` is of Playwright's own browser. */
  driver: Driver;
}

interface Fixtures {
  /** The worker keeps every page, for tests that visit any of them offline. */
  keepsAllPages: boolean;
  /** The way to the site. */
  network: FaultyProxy;
  records: Records;
  /** What the console has said, but for the browser's own network errors. */
  consoleLines: string[];
}

/** The site, the way to it and the records behind it; clean for each test. */
export const test = base.extend<Fixtures, Shared>({
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
  serve: [
    async ({ site }, use) => {
      const served = new Map<() => string, Built>();
      await use(async (build) => {
        const built =
          served.get(build) ??
          (await serveFolder(path.join(build(), 'dist'), site.origin));
        served.set(build, built);
        return built.origin;
      });
      for (const built of served.values()) built.close();
    },
    { scope: 'worker' },
  ],
  engine: ['chromium', { scope: 'worker', option: true }],
  driver: [
    async ({ engine }, use) => {
      const driver = await startDriver[engine]();
      await use(driver);
      await driver.close();
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
  baseURL: async ({ network }, use) => use(network.origin),
  records: async ({ site }, use) => {
    const records = new Records(site.origin);
    await records.clear();
    await use(records);
  },
  consoleLines: async ({ context }, use) => use(readConsole(context)),
});

export { expect } from 'playwright/test';
