import type { Page } from 'playwright/test';
import { type Built, serveBuild } from '../../support/builds.ts';
import { expect, test } from '../../support/fixtures.ts';
import { join, thanks, visit } from '../../support/waitlist.ts';

const ready = 'A new version is ready.';

// The builds are for all.
test.describe.configure({ mode: 'default' });
test.use({ keepsAllPages: true });

let next: Built;
let withdrawn: Built;

test.beforeAll(async ({ site }) => {
  const address = 'https://next.example';
  next = await serveBuild({ VITE_SITE_URL: address }, site.origin);
  withdrawn = await serveBuild({ VITE_WORKER: 'off' }, site.origin);
});

test.afterAll(() => {
  next.close();
  withdrawn.close();
});

const lookForUpdate = async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.update();
  // The browser's own look, begun before, may have been given for the first.
  await registration?.update().catch(() => undefined);
};

/** The two builds differ in the address that they call their own. */
const versionOf = (page: Page) =>
  page.locator('link[rel="canonical"]').getAttribute('href');

/** The files that are kept, and what the browser is about to do. */
const leftOfWorkers = async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  const { installing, waiting } = registration ?? {};
  const states = [installing?.state, waiting?.state].filter(Boolean);
  return [...states, ...(await caches.keys())];
};

test('a new version waits, is offered, and comes with a click', {
  tag: '@firefox',
}, async ({ page, context, network, consoleLines }) => {
  await visit(page, '/waitlist');
  const other = await context.newPage();
  await other.goto('/careers');
  await other.getByLabel('Name').fill('Ada');
  network.site = next.origin;
  await page.evaluate(lookForUpdate);
  await expect(page.getByText(ready)).toBeVisible();
  await expect(other.getByText(ready)).toBeVisible();
  expect(await versionOf(page)).toMatch(/localhost/);

  await page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => versionOf(page)).toMatch(/next\.example/);
  await expect(page.getByText(ready)).toBeHidden();

  // The other tab is not reloaded under what was typed, and still works: the
  // files of its version stay until it is gone.
  await expect(other.getByLabel('Name')).toHaveValue('Ada');
  network.cut();
  await other.getByRole('link', { name: 'Mission' }).first().click();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(
    'Our Mission',
  );
  network.restore();
  await other.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => versionOf(other)).toMatch(/next\.example/);
  await other.goto('/careers');
  await expect(other.getByLabel('Name')).toHaveValue('Ada');

  // Nobody needs the old files any more.
  await page.goto('/about');
  await expect.poll(() => page.evaluate(oldFiles)).toEqual([]);
  expect(consoleLines).toEqual([]);
});

test("a version that waits keeps its files while the old one's go", {
  tag: '@firefox',
}, async ({ page, network }) => {
  await visit(page, '/faq');
  network.site = next.origin;
  await page.evaluate(lookForUpdate);
  await expect(page.getByText(ready)).toBeVisible();
  // The page that saw the old version take over is gone with this.
  await page.goto('/about');
  await expect(page.getByText(ready)).toBeVisible();
  network.cut();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => versionOf(page)).toMatch(/next\.example/);
  await page.goto('/mission');
  await expect.poll(() => versionOf(page)).toMatch(/next\.example/);
  network.restore();
});

/** Cached scripts that the present version does not have. */
async function oldFiles(): Promise<string[]> {
  const worker = await (await fetch('/sw.js')).text();
  const cache = await caches.open('pear-files');
  const cached = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  return cached.filter(
    (path) => path.startsWith('/static/') && !worker.includes(path),
  );
}

test('submissions queued in the old version are delivered by the new', {
  tag: '@firefox',
}, async ({ page, network, records }) => {
  await visit(page, '/waitlist');
  network.site = next.origin;
  network.hold();
  await join(page);
  await expect(page.getByRole('status')).toHaveText(thanks);
  await page.evaluate(lookForUpdate);
  await page.getByRole('button', { name: 'Reload' }).click();
  // Neither the old worker's delivery nor the new one's holds up the new page.
  await expect.poll(() => versionOf(page)).toMatch(/next\.example/);
  expect(await records.count('waitlist')).toBe(0);
  network.release();
  await expect.poll(() => records.count('waitlist')).toBe(1);
  await expect(page.getByRole('button', { name: /waiting/ })).toBeHidden();
  expect(await records.count('favoriteBrand')).toBe(1);
});

test('a withdrawn worker leaves, and the outbox stays', {
  tag: '@firefox',
}, async ({ page, network, records }) => {
  await visit(page, '/waitlist');
  network.site = withdrawn.origin;
  network.hold();
  await join(page);
  await expect(page.getByRole('status')).toHaveText(thanks);
  await network.sent(1);
  await page.evaluate(lookForUpdate);
  await expect.poll(() => page.evaluate(leftOfWorkers)).toEqual([]);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('status')).toBeHidden();
  expect(
    await page.evaluate(() => navigator.serviceWorker.getRegistrations()),
  ).toEqual([]);
  expect(await records.count('waitlist')).toBe(0);
  network.release();
  await expect.poll(() => records.count('waitlist')).toBe(1);
});
