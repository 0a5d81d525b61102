import { test as base, expect } from 'playwright/test';
import { readConsole } from '../support/console.ts';
import { startEmulator } from '../support/emulator.ts';
import { buildForStage, type Stage, startStage } from './stage.ts';

export { expect };

interface Fixtures {
  /** What the console says, but for network errors: nothing in the end. */
  consoleLines: string[];
  /** The stage as a first deployment leaves it. */
  stage: Stage;
}

interface Shared {
  /** The folder of the first version. */
  first: string;
  theStage: Stage;
}

/** One stage and one browser for all that is rehearsed. */
export const test = base.extend<Fixtures, Shared>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants it
  first: [async ({}, use) => use(buildForStage()), { scope: 'worker' }],
  theStage: [
    async ({ first }, use) => {
      const emulator = await startEmulator();
      const stage = await startStage(first, emulator.host);
      await use(stage);
      await stage.stop();
      await emulator.stop();
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, theStage }, use) => {
      const { args = [] } = launchOptions;
      const flags = [...args, ...theStage.chromiumFlags];
      await use({ ...launchOptions, args: flags });
    },
    { scope: 'worker' },
  ],
  stage: [
    async ({ theStage, first }, use) => {
      theStage.deploy(first);
      await theStage.deployRules();
      await theStage.records.clear();
      theStage.network.log.length = 0;
      await use(theStage);
      theStage.network.restore();
      theStage.network.heal();
    },
    { auto: true },
  ],
  baseURL: async ({ theStage }, use) => use(theStage.origin),
  consoleLines: [
    async ({ context }, use) => {
      const lines = readConsole(context);
      await use(lines);
      expect(lines).toEqual([]);
    },
    { auto: true },
  ],
});
