import type { Page, Route } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { openPage, waitForReact } from '../../support/loading.ts';
import { joinWaitlist } from '../../support/waitlist.ts';

const chunk = /\/static\/js\/mission-[^/]*\.js/;

test.use({ serviceWorkers: 'block' });

const answerMissing = (route: Route) =>
  route.fulfill({ status: 404, body: '' });

async function typeName(page: Page): Promise<void> {
  await openPage(page, '/careers');
  await page.getByLabel('Name').fill('Ada');
}

const follow = (page: Page, name: string) =>
  page.getByRole('link', { name }).first().click();
const tryAgain = (page: Page) =>
  page.getByRole('button', { name: 'Try again' }).click();
const headingOf = (page: Page) => page.getByRole('heading', { level: 1 });
const failureOf = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Loading chunk failed' });

test('the page says why a chunk did not load, and Back restores the typed text', async ({
  page,
  consoleLines,
}) => {
  await typeName(page);
  await page.route(chunk, (route) => route.abort());
  await follow(page, 'Mission');
  await expect(failureOf(page)).toContainText('network');
  await expect(failureOf(page)).toContainText(chunk);
  // After a failed retry, the focus has screen readers announce it again.
  await tryAgain(page);
  await expect(headingOf(page)).toHaveText('Loading chunk failed');
  await expect(headingOf(page)).toBeFocused();
  await page.unroute(chunk);
  await page.goBack();
  await expect(page.getByLabel('Name')).toHaveValue('Ada');
  // Forward loads the chunk again, without a link that could preload it.
  await page.goForward();
  await expect(headingOf(page)).toHaveText('Our Mission');
  await expect(headingOf(page)).toBeFocused();
  expect(consoleLines).toEqual([]);
});

test('the button "Try again" loads a style sheet that failed to load', {
  tag: '@firefox',
}, async ({ page }) => {
  const styles = /\/static\/mission-[^/]*\.css/;
  await openPage(page, '/careers');
  await page.route(styles, (route) => route.abort());
  await follow(page, 'Mission');
  await expect(failureOf(page)).toBeVisible();
  await page.unroute(styles);
  await tryAgain(page);
  await expect(headingOf(page)).toHaveText('Our Mission');
  const sheets = await page.evaluate(() =>
    [...document.styleSheets].map(({ href }) => href ?? ''),
  );
  expect(sheets.filter((href) => styles.test(href))).not.toEqual([]);
});

test('the static page stays visible, with a button "Try again", if its chunk is missing', async ({
  page,
  consoleLines,
}) => {
  await typeName(page);
  await page.route(chunk, answerMissing);
  await follow(page, 'Mission');
  // The page load that follows the link does not find the chunk either.
  await expect(failureOf(page)).toContainText('missing');
  await expect(failureOf(page)).toContainText(chunk);
  await expect(page.getByText('Who Are We')).toBeVisible();
  await page.unroute(chunk);
  // The second click must not start the app twice.
  await page.getByRole('button', { name: 'Try again' }).dblclick();
  await waitForReact(page);
  await expect(failureOf(page)).toBeHidden();
  expect(consoleLines).toEqual([
    expect.stringMatching(/^Loading chunk failed \(missing\): \/static\/js\//),
  ]);
});

for (const [code, file] of [
  ['the delivery triggers', /\/static\/js\/notices-/],
  ['the delivery itself', /\/static\/js\/online\/run-delivery-/],
] as const)
  test(`the thank-you message offers a reload if a release has deleted the chunk of ${code}`, async ({
    page,
    network,
    records,
  }) => {
    let requests = 0;
    await page.route(file, (route) => {
      requests += 1;
      return answerMissing(route);
    });
    network.hold();
    await openPage(page, '/waitlist');
    await joinWaitlist(page);
    const main = page.getByRole('main');
    const text = 'Saved on this device. Reload this page to send it.';
    await expect(main.getByText(text)).toBeVisible();
    // The prefetch, one import, and one HEAD request for the cause.
    expect(requests).toBeLessThanOrEqual(3);
    network.cut();
    network.release();
    network.restore();
    await page.unroute(file);
    await main.getByRole('link', { name: 'Reload this page' }).click();
    await expect.poll(() => records.count('waitlist')).toBe(1);
    expect(await records.count('favoriteBrand')).toBe(1);
  });
