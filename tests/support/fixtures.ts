import * as path from 'node:path';
import { test as base, expect } from 'playwright/test';
import type { Engine } from './browsers.ts';
import { serveBuild } from './builds.ts';
import { recordConsole } from './console.ts';
import { startEmulator } from './emulator.ts';
import { driverStarters } from './engines/drivers.ts';
import type { Driver } from './engines/engine.ts';
import { oldChromiumScript } from './engines/old-chromium.ts';
import { FaultyProxy } from './faulty-proxy.ts';
import { recordMotion } from './motion.ts';
import { Records } from './records.ts';
import { type SiteProcess, startSite } from './site.ts';

export interface ProjectOptions {
  /** The Firestore behind the site: the local one or Google's emulator. */
  backend: 'embedded' | 'emulator';
  engine: Engine | 'old-chromium';
}

interface WorkerFixtures extends ProjectOptions {
  site: SiteProcess;
  /** Serves another build, which uses the same records; returns its origin. */
  serve: (build: () => string) => Promise<string>;
  /** Starts browsers of `engine`. The fixture `page` has its own browser. */
  driver: Driver;
}

interface TestFixtures {
  network: FaultyProxy;
  records: Records;
  consoleLines: string[];
}

/** Starts one site per Playwright worker. Deletes its records before a test. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  backend: ['embedded', { scope: 'worker', option: true }],
  site: [
    async ({ backend }, use) => {
      const emulator = backend === 'emulator' && (await startEmulator());
      const emulatorHost = emulator ? emulator.host : '';
      const site = await startSite({ FIRESTORE_EMULATOR_HOST: emulatorHost });

      await use(site);
      await site.stop();
      if (emulator) await emulator.stop();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  serve: [
    async ({ site }, use) => {
      const servers = new Map<() => string, ReturnType<typeof serveBuild>>();
      await use(async (build) => {
        const server =
          servers.get(build) ??
          serveBuild(path.join(build(), 'dist'), site.origin);
        servers.set(build, server);
        return (await server).origin;
      });

      for (const server of servers.values()) await (await server).stop();
    },
    { scope: 'worker' },
  ],
  engine: ['chromium', { scope: 'worker', option: true }],
  driver: [
    async ({ engine }, use) => {
      const driver = await driverStarters[engine]();
      await use(driver);
      await driver.close();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  network: async ({ site, engine }, use) => {
    const network = new FaultyProxy(site.origin);
    if (engine === 'old-chromium') network.inject('both', oldChromiumScript);
    await network.open();
    await use(network);
    await network.close();
  },
  baseURL: async ({ network }, use) => use(network.origin),
  // In each test of a visitor who prefers reduced motion, nothing may move.
  context: async ({ context, contextOptions }, use) => {
    const prefersRest = contextOptions.reducedMotion === 'reduce';
    const motions = prefersRest ? await recordMotion(context) : [];
    await use(context);
    expect(motions, 'what moves despite reduced motion').toEqual([]);
  },
  records: async ({ site }, use) => {
    const records = new Records(site.origin);
    await records.clear();
    await use(records);
  },
  consoleLines: async ({ context }, use) => use(recordConsole(context)),
});

export { expect };
