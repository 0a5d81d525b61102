import type { Page, Route } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { hydrated, load } from '../../support/hydrated.ts';
import { pages } from '../../support/pages.ts';
import { openUnsent } from '../../support/unsent.ts';
import { join, saved } from '../../support/waitlist.ts';

const chunk = /\/static\/js\/mission-[^/]*\.js/;

/** Without the worker every chunk comes over the network. */
test.use({ serviceWorkers: 'block' });

const isMissing = (route: Route) => route.fulfill({ status: 404, body: '' });

async function typeName(page: Page): Promise<void> {
  await load(page, '/careers');
  await page.getByLabel('Name').fill('Ada');
}

const follow = (page: Page, name: string) =>
  page.getByRole('link', { name }).first().click();
const tryAgain = (page: Page) =>
  page.getByRole('button', { name: 'Try again' }).click();
const headingOf = (page: Page) => page.getByRole('heading', { level: 1 });
const failureOf = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Loading chunk failed' });

test('code that fails says why, and comes after all', async ({
  page,
  consoleLines,
}) => {
  for (const comesAgain of [false, true]) {
    await typeName(page);
    await page.route(chunk, (route) => route.abort());
    await follow(page, 'Mission');
    await expect(failureOf(page)).toContainText('network');
    await expect(failureOf(page)).toContainText(chunk);
    await tryAgain(page);
    // Said anew to a screen reader: it failed again.
    await expect(headingOf(page)).toHaveText('Loading chunk failed');
    await expect(headingOf(page)).toBeFocused();
    await page.unroute(chunk);
    if (comesAgain) {
      await page.goBack();
      await expect(page.getByLabel('Name')).toHaveValue('Ada');
      await follow(page, 'Mission');
    } else await tryAgain(page);
    await expect(headingOf(page)).toHaveText('Our Mission');
    await expect(headingOf(page)).toBeFocused();
    await page.goBack();
    await expect(page.getByLabel('Name')).toHaveValue('Ada');
  }
  expect(consoleLines).toEqual([]);
  await typeName(page);
  // As after a release: the static page names another file than this tab.
  await page.route(chunk, isMissing);
  await follow(page, 'Mission');
  // Here that file is gone too, so the load brings no page.
  await expect(failureOf(page)).toContainText('missing');
  await expect(failureOf(page)).toContainText(chunk);
  await expect(page.getByText('Who Are We')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).dblclick();
  await expect(failureOf(page)).toHaveCount(1);
  await page.unroute(chunk);
  await tryAgain(page);
  await hydrated(page);
  await expect(failureOf(page)).toBeHidden();
  expect(consoleLines).toEqual([
    expect.stringMatching(/^Loading chunk failed \(missing\): \/static\/js\//),
  ]);
  await page.goBack();
  await expect(page.getByLabel('Name')).toHaveValue('Ada');
  await follow(page, 'FAQs');
  await expect(headingOf(page)).toHaveText('FAQs');
});

test('styles that failed, ahead or by a touch, come after all', {
  tag: '@firefox',
}, async ({ page }) => {
  // Two pages: styles that have come once are not asked for again.
  for (const [name, heading, isAhead] of [
    ['FAQs', 'FAQs', true],
    ['Mission', 'Our Mission', false],
  ] as const) {
    const styles = /\/static\/(faq|mission)-[^/]*\.css/;
    await load(page, '/careers');
    await page.route(styles, (route) => route.abort());
    const failed = page.waitForEvent('requestfailed', (request) =>
      styles.test(request.url()),
    );
    const link = page.getByRole('link', { name }).first();
    if (isAhead) await link.hover();
    else await link.dispatchEvent('click');
    await failed;
    if (!isAhead) await expect(failureOf(page)).toBeVisible();
    await page.unroute(styles);
    if (isAhead) await link.click();
    else await tryAgain(page);
    await expect(headingOf(page)).toHaveText(heading);
    const sheets = await page.evaluate(() =>
      [...document.styleSheets].map(({ href }) => href ?? ''),
    );
    expect(sheets.filter((href) => styles.test(href))).not.toEqual([]);
  }
});

test('a page followed at once just comes', async ({ page, consoleLines }) => {
  await load(page, '/careers');
  for (const { path, title } of pages) {
    // Two have no link on every page.
    if (path === '/feed' || path === '/takebackcontrol') continue;
    await page.evaluate(pointAndClick, path);
    await expect(page).toHaveTitle(title);
  }
  expect(consoleLines).toEqual([]);
});

/** In one task: its code is on the way when the page is first rendered. */
function pointAndClick(path: string): void {
  const link = document.querySelector<HTMLElement>(`a[href="${path}"]`);
  link?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  link?.click();
}

test('an edit that never comes ends', async ({ page, network, records }) => {
  network.fail({ kind: 'reset' });
  await page.goto('/waitlist');
  await join(page);
  await expect(page.getByText(saved)).toBeVisible();
  await page.route(/\/static\/js\/form-[^/]*\.js/, isMissing);
  await page.clock.install();
  await load(page, '/faq');
  const sheet = await openUnsent(page);
  await sheet.getByRole('button', { name: 'Edit' }).click();
  await expect(failureOf(page)).toContainText('missing');
  await follow(page, 'FAQs');
  await expect(page).toHaveTitle('FAQs');
  network.heal();
  await page.clock.runFor(30_000);
  await expect.poll(() => records.count('waitlist')).toBe(1);
});
