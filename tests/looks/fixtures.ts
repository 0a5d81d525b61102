import * as path from 'node:path';
import { buildWithAnalytics } from '../support/builds.ts';
import { test as base } from '../support/fixtures.ts';
import { createReport } from './report.ts';
import type { BuiltSite } from './same-files.ts';
import { compareViews, loadsSameFiles, type Sides } from './sides.ts';
import { Stages, type Story } from './story.ts';
import { buildBefore, buildBeforeWithAnalytics } from './tree-before.ts';

interface LookFixtures {
  /** Tells a story to both sides, and returns a report of what looks different. */
  compareSides: (name: string, story: Story) => Promise<string>;
}

interface SiteFixtures {
  /** Serves a build once for all stories. */
  serveSide: (build: () => string) => Promise<BuiltSite>;
  stages: Stages;
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

export const test = base.extend<LookFixtures, SiteFixtures>({
  serveSide: [
    async ({ serve }, use) => {
      const serveBuild = async (build: () => string) => {
        const origin = await serve(build);
        return { origin, dist: path.join(build(), 'dist') };
      };
      const sites = new Map<() => string, Promise<BuiltSite>>();
      await use((build) => {
        const site = sites.get(build) ?? serveBuild(build);
        sites.set(build, site);
        return site;
      });
    },
    { scope: 'worker' },
  ],
  stages: [
    async ({ browser }, use) => {
      const stages = new Stages(browser);
      await use(stages);
      await stages.close();
    },
    { scope: 'worker' },
  ],
  compareSides: async ({ browser, serveSide, stages }, use, testInfo) => {
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
      const differences = await compareViews(stages, sides, name, story);
      return createReport(name, differences, toPath);
    });
  },
});

export { expect } from 'playwright/test';
