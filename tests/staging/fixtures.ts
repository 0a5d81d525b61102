import { test as base, expect } from 'playwright/test';
import { recordConsole } from '../support/console.ts';
import { startEmulator } from '../support/emulator.ts';
import { buildForStage, type StagedSite, startStaging } from './stage.ts';

export { expect };

interface TestFixtures {
  /** The console lines. A test fails if any line is left when the test ends. */
  consoleLines: string[];
  /** The local copy of production. Each test starts with the first version. */
  stage: StagedSite;
}

interface WorkerFixtures {
  /** The built folder of the site's first version. */
  firstBuild: string;
  sharedStage: StagedSite;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires it
  firstBuild: [async ({}, use) => use(buildForStage()), { scope: 'worker' }],
  sharedStage: [
    async ({ firstBuild }, use) => {
      const emulator = await startEmulator();
      const stage = await startStaging(firstBuild, emulator.host);
      await use(stage);

      await stage.stop();
      await emulator.stop();
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, sharedStage }, use) => {
      const { args = [] } = launchOptions;
      const chromiumArgs = [...args, ...sharedStage.chromiumFlags];
      await use({ ...launchOptions, args: chromiumArgs });
    },
    { scope: 'worker' },
  ],
  stage: [
    async ({ sharedStage: stage, firstBuild }, use) => {
      stage.deploy(firstBuild);
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
      const consoleLines = recordConsole(context);
      await use(consoleLines);
      expect(consoleLines).toEqual([]);
    },
    { auto: true },
  ],
});
