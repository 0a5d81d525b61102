import type { Page, Route } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { hydrated, load } from '../../support/hydrated.ts';
import { join } from '../../support/waitlist.ts';

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
  // Whoever comes again tries anew, without a link to point at.
  await page.goBack();
  await expect(page.getByLabel('Name')).toHaveValue('Ada');
  await page.goForward();
  await expect(headingOf(page)).toHaveText('Our Mission');
  await expect(headingOf(page)).toBeFocused();
  expect(consoleLines).toEqual([]);
  await typeName(page);
  // As after a release: the static page names another file than this tab.
  await page.route(chunk, isMissing);
  await follow(page, 'Mission');
  // Here that file is gone too, so the load brings no page.
  await expect(failureOf(page)).toContainText('missing');
  await expect(failureOf(page)).toContainText(chunk);
  await expect(page.getByText('Who Are We')).toBeVisible();
  await page.unroute(chunk);
  // A second press must not start the app twice.
  await page.getByRole('button', { name: 'Try again' }).dblclick();
  await hydrated(page);
  await expect(failureOf(page)).toBeHidden();
  expect(consoleLines).toEqual([
    expect.stringMatching(/^Loading chunk failed \(missing\): \/static\/js\//),
  ]);
});

test('styles that failed come after all', { tag: '@firefox' }, async ({
  page,
}) => {
  const styles = /\/static\/mission-[^/]*\.css/;
  await load(page, '/careers');
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

test('a page followed at once just comes', async ({ page, consoleLines }) => {
  await load(page, '/careers');
  // In one task: its code is on the way when the page is first rendered.
  await page.evaluate(() => {
    const link = document.querySelector<HTMLElement>('a[href="/mission"]');
    link?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    link?.click();
  });
  await expect(headingOf(page)).toHaveText('Our Mission');
  expect(consoleLines).toEqual([]);
});

test.describe('if a release has removed code that sends', () => {
  const waiting = 'Saved on this device. Reload this page to send it.';

  for (const [code, file] of [
    ['what starts delivery', /\/static\/js\/notices-/],
    ['delivery itself', /\/static\/js\/online\/run-delivery-/],
  ] as const)
    test(`the thank-you offers the reload that sends: ${code}`, async ({
      page,
      network,
      records,
    }) => {
      let requests = 0;
      await page.route(file, (route) => {
        requests += 1;
        return isMissing(route);
      });
      network.hold();
      await load(page, '/waitlist');
      await join(page);
      const main = page.getByRole('main');
      await expect(main.getByText(waiting)).toBeVisible();
      // The download and its one try; why it failed is asked by HEAD.
      expect(requests).toBeLessThanOrEqual(3);
      network.cut();
      network.release();
      network.restore();
      await page.unroute(file);
      await main.getByRole('link', { name: 'Reload this page' }).click();
      await expect.poll(() => records.count('waitlist')).toBe(1);
      expect(await records.count('favoriteBrand')).toBe(1);
    });
});
