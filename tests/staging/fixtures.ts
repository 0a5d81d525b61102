import { test as base, expect } from 'playwright/test';
import { readConsole } from '../support/console.ts';
import { startEmulator } from '../support/emulator.ts';
import { buildForStage, type Stage, startStage } from './stage.ts';

export { expect };

interface TestFixtures {
  /** Console lines; a test fails if any is left at its end. */
  consoleLines: string[];
  /** The stage after the deployment of the first version. */
  stage: Stage;
}

interface WorkerFixtures {
  /** The folder of the first version. */
  first: string;
  sharedStage: Stage;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires it
  first: [async ({}, use) => use(buildForStage()), { scope: 'worker' }],
  sharedStage: [
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
    async ({ launchOptions, sharedStage }, use) => {
      const { args = [] } = launchOptions;
      const flags = [...args, ...sharedStage.chromiumFlags];
      await use({ ...launchOptions, args: flags });
    },
    { scope: 'worker' },
  ],
  stage: [
    async ({ sharedStage: stage, first }, use) => {
      stage.deploy(first);
      await stage.deployRules();
      await stage.records.clear();
      stage.network.log.length = 0;
      await use(stage);
      stage.network.heal();
    },
    { auto: true },
  ],
  baseURL: async ({ sharedStage }, use) => use(sharedStage.origin),
  consoleLines: [
    async ({ context }, use) => {
      const lines = readConsole(context);
      await use(lines);
      expect(lines).toEqual([]);
    },
    { auto: true },
  ],
});
