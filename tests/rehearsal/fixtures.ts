import { test as base } from 'playwright/test';
import { readConsole } from '../support/console.ts';
import { type Stage, startStage } from './stage.ts';
import { buildVersions, type Versions } from './versions.ts';

interface Fixtures {
  /** What the console has said, but for the browser's own network errors. */
  consoleLines: string[];
  /** The stage as a first deployment leaves it. */
  stage: Stage;
}

interface Shared {
  versions: Versions;
  theStage: Stage;
}

/** One stage and one browser for all that is rehearsed. */
export const test = base.extend<Fixtures, Shared>({
  versions: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants it
    async ({}, use) => {
      const versions = await buildVersions();
      await use(versions);
      versions.remove();
    },
    { scope: 'worker' },
  ],
  theStage: [
    async ({ versions }, use) => {
      const stage = await startStage(versions.first);
      await use(stage);
      await stage.stop();
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, theStage }, use) => {
      const { args = [] } = launchOptions;
      await use({
        ...launchOptions,
        args: [...args, ...theStage.chromiumFlags],
      });
    },
    { scope: 'worker' },
  ],
  stage: [
    async ({ theStage, versions }, use) => {
      theStage.deploy(versions.first);
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
      await use(readConsole(context));
    },
    { auto: true },
  ],
});

export { expect } from 'playwright/test';
