import * as path from 'node:path';
import type { BrowserContext } from 'playwright/test';
import { type Built, serveFolder } from '../../support/builds.ts';
import { expect, test } from '../../support/fixtures.ts';
import { buildMeasured } from '../../support/variants.ts';
import {
  expectSent,
  join,
  thanks,
  workerReady,
} from '../../support/waitlist.ts';

// One build for all.
test.describe.configure({ mode: 'default' });

let production: Built;

test.beforeAll(async ({ site }) => {
  const folder = path.join(buildMeasured(), 'dist');
  production = await serveFolder(folder, site.origin);
});
test.afterAll(() => production?.close());

const commit =
  'https://firestore.googleapis.com/v1/projects/pear-production/databases/(default)/documents:commit';

/** Google's part; returns what it was asked to commit. */
async function answerForGoogle(context: BrowserContext): Promise<string[]> {
  const committed: string[] = [];
  await context.route(/^https:/, async (route) => {
    const address = route.request().url();
    if (!address.startsWith(commit)) return route.abort();
    committed.push(route.request().postData() ?? '');
    await route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { writeResults: [{}, {}], commitTime: '2025-01-01T00:00:00Z' },
    });
  });
  return committed;
}

for (const serviceWorkers of ['allow', 'block'] as const) {
  test.describe(`with the worker's use ${serviceWorkers}ed`, () => {
    test.use({ serviceWorkers });

    test("the policies let a submission through to the owner's project alone", async ({
      page,
      context,
      consoleLines,
    }) => {
      const committed = await answerForGoogle(context);
      await page.goto(`${production.origin}/waitlist`);
      if (serviceWorkers === 'allow') await workerReady(page);
      await join(page);
      await expect(page.getByRole('status')).toHaveText(thanks);
      await expectSent(page);
      expect(committed).toHaveLength(1);
      expect(committed[0]).toContain('pear-production');
      expect(consoleLines).toEqual([]);
      const reaches = (project: string) =>
        page.evaluate(
          async (url) => {
            const answer = fetch(url, { method: 'POST' });
            return (await answer.catch(() => undefined)) !== undefined;
          },
          commit.replace('pear-production', project),
        );
      expect(await reaches('pear-production')).toBe(true);
      expect(await reaches('pear-production2')).toBe(false);
      expect(await reaches('another')).toBe(false);
    });
  });
}
