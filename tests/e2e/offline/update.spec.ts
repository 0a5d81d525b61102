import type { Page } from 'playwright/test';
import { buildCrashingSite, buildNextVersion } from '../../support/builds.ts';
import { expect, test } from '../../support/fixtures.ts';
import { checkForUpdate } from '../../support/gestures.ts';
import { getHeading, openWithWorker } from '../../support/loading.ts';
import { getUnsentButton } from '../../support/unsent.ts';
import { expectThanks, joinWaitlist } from '../../support/waitlist.ts';
import { readPrecacheList } from '../../support/worker-files.ts';

const readyText = 'A new version is ready.';
/** How long a click waits for its button, which a reload may have removed. */
const clickTimeout = 30_000;

// Runs all tests in one Playwright worker, because each worker starts servers.
test.describe.configure({ mode: 'default' });
test.beforeAll(async ({ serve }) => {
  for (const build of [buildNextVersion, buildCrashingSite]) await serve(build);
});

/** Returns the canonical URL, which differs in the next version. */
const readCanonicalUrl = (page: Page) =>
  page.locator('link[rel="canonical"]').getAttribute('href');
const clickReload = (page: Page) =>
  page.getByRole('button', { name: 'Reload' }).click({ timeout: clickTimeout });

const expectNextVersion = (page: Page) =>
  expect.poll(() => readCanonicalUrl(page)).toMatch(/next\.example/);

test('a new version waits until the visitor clicks Reload', {
  tag: '@firefox',
}, async ({ page, context, network, serve, consoleLines }) => {
  await openWithWorker(page, '/waitlist');
  const otherTab = await context.newPage();
  await otherTab.goto('/careers');
  await otherTab.getByLabel('Name').fill('Ada');
  network.site = await serve(buildNextVersion);
  await page.evaluate(checkForUpdate);
  await expect(page.getByText(readyText)).toBeVisible();
  await expect(otherTab.getByText(readyText)).toBeVisible();
  expect(await readCanonicalUrl(page)).toMatch(/localhost/);

  await clickReload(page);
  await expectNextVersion(page);
  await expect(page.getByText(readyText)).toBeHidden();

  await test.step('after an update in one tab, another tab keeps its typed text and works offline', async () => {
    await expect(otherTab.getByLabel('Name')).toHaveValue('Ada');
    network.cut();
    await otherTab.locator('footer a[href="/brandSignup"]').click();
    await expect(getHeading(otherTab)).toHaveText('Contact');
    network.restore();
    await clickReload(otherTab);
    await expectNextVersion(otherTab);
    await otherTab.goto('/careers');
    await expect(otherTab.getByLabel('Name')).toHaveValue('Ada');
  });

  await test.step('when no tab uses old files, the cache has exactly the files of the new version', async () => {
    await page.goto('/feedback');
    const script = await (await fetch(`${network.origin}/sw.js`)).text();
    const expectedCaches = { 'pear-offline': listKeys(script) };
    await expect.poll(() => page.evaluate(readCaches)).toEqual(expectedCaches);
  });

  expect(consoleLines).toEqual([]);
});

test('a new version activates during a hanging delivery, and keeps the queued submission', {
  tag: '@firefox',
}, async ({ page, network, serve, records }) => {
  await openWithWorker(page, '/waitlist');
  network.site = await serve(buildNextVersion);
  network.hold();
  await joinWaitlist(page);
  await expectThanks(page);

  await page.evaluate(checkForUpdate);
  await expect(page.getByText(readyText)).toBeVisible();
  // The worker controls this page at once, unlike the first page.
  await page.goto('/feedback');
  await clickReload(page);
  // The page offers the update again if the takeover exceeds its time limit.
  await expect(async () => {
    if (await page.getByText(readyText).isVisible()) await clickReload(page);
    expect(await readCanonicalUrl(page)).toMatch(/next\.example/);
  }).toPass();
  expect(await records.count('waitlist')).toBe(0);

  network.cut();
  await page.goto('/careers');
  await expectNextVersion(page);

  network.restore();
  network.release();
  await expect.poll(() => records.count('waitlist')).toBe(1);
  await expect(page.getByRole('button', { name: /waiting/ })).toBeHidden();
  expect(await records.count('favoriteBrand')).toBe(1);
});

test('the page delivers a queued submission after a release has withdrawn the worker', {
  tag: '@firefox',
}, async ({ page, network, serve, records }) => {
  const unsentButton = getUnsentButton(page);

  await test.step('the replacement worker of a build with VITE_WORKER=off deletes the caches and unregisters itself', async () => {
    await openWithWorker(page, '/waitlist');
    network.site = await serve(buildCrashingSite);
    network.hold();
    await joinWaitlist(page);
    await expectThanks(page);
    await network.waitForCommits(1);
    await page.evaluate(checkForUpdate);
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
  });

  await test.step('after a reload, the page shows the unsent button', async () => {
    await clickReload(page);
    await expect(page.getByLabel('Favorite brand')).toBeVisible();
    await expect(unsentButton).toBeVisible();
    await expect(page.getByRole('main').getByRole('status')).toBeHidden();
    const listRegistrations = () =>
      page.evaluate(() => navigator.serviceWorker.getRegistrations());
    await expect.poll(listRegistrations).toEqual([]);
  });

  await test.step('the page delivers the queued submission', async () => {
    expect(await records.count('waitlist')).toBe(0);
    network.release();
    await expect.poll(() => records.count('waitlist')).toBe(1);
    await expect(unsentButton).toBeHidden();
  });
});

/** Returns the cache's keys for the files that a worker's script lists. */
function listKeys(script: string): string[] {
  const files = readPrecacheList(script).filter(({ revision }) => revision);
  return files
    .map(({ url, revision }) => {
      const key = new URL(url, 'http://site');
      // The names of files under /static/ contain a hash already.
      if (!url.startsWith('/static/'))
        key.searchParams.set('revision', `${revision}`);
      return key.pathname + key.search;
    })
    .sort();
}

/** Returns the keys of each cache. Runs in the page. */
async function readCaches(): Promise<Record<string, string[]>> {
  const keysByCache: Record<string, string[]> = {};
  for (const name of await caches.keys()) {
    const requests = await (await caches.open(name)).keys();
    keysByCache[name] = requests
      .map(({ url }) => new URL(url).pathname + new URL(url).search)
      .sort();
  }
  return keysByCache;
}
