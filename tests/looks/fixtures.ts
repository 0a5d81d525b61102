import * as path from 'node:path';
import { buildWithAnalytics } from '../support/builds.ts';
import { test as base } from '../support/fixtures.ts';
import { createReport } from './report.ts';
import { compareViews, loadsSameFiles, type Sides } from './sides.ts';
import type { Story } from './story.ts';
import { buildBefore, buildBeforeWithAnalytics } from './tree-before.ts';

interface LookFixtures {
  /** Tells a story to both sides, and returns a report of what looks different. */
  compareSides: (name: string, story: Story) => Promise<string>;
}

/** Returns a function that builds once for all stories. */
function once(build: () => string): () => string {
  let folder: string | undefined;
  return () => {
    folder ??= build();
    return folder;
  };
}

const builds = {
  before: once(buildBefore),
  after: () => '.',
  measuredBefore: once(buildBeforeWithAnalytics),
  measuredAfter: once(buildWithAnalytics),
};

export const test = base.extend<LookFixtures>({
  compareSides: async ({ browser, serve }, use, testInfo) => {
    const serveSide = async (build: () => string) => {
      const origin = await serve(build);
      return { origin, dist: path.join(build(), 'dist') };
    };
    const serveSides = async ({ hasAnalytics }: Story): Promise<Sides> => {
      const { before, after, measuredBefore, measuredAfter } = builds;
      return {
        before: await serveSide(hasAnalytics ? measuredBefore : before),
        after: await serveSide(hasAnalytics ? measuredAfter : after),
      };
    };
    const toPath = (fileName: string) => testInfo.outputPath(fileName);
    await use(async (name, story) => {
      const sides = await serveSides(story);
      if (await loadsSameFiles(browser, sides, story)) {
        console.log(`${name}: no picture, because its files are as before`);
        return createReport(name, [], toPath);
      }
      const differences = await compareViews(browser, sides, name, story);
      return createReport(name, differences, toPath);
    });
  },
});

export { expect } from 'playwright/test';
