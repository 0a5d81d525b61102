import type { Page, Request, Route } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { hydrated } from '../../support/hydrated.ts';
import { pages } from '../../support/pages.ts';
import type { Records } from '../../support/records.ts';
import { openUnsent, pill, startEditing } from '../../support/unsent.ts';
import { join, sent, thanks } from '../../support/waitlist.ts';

const chunk = /\/static\/js\/mission-[^/]*\.js/;
const entry = /\/static\/js\/index-[^/]*\.js/;
const styles = /\/static\/faq-[^/]*\.css/;
type Kind = 'missing' | 'network';

/** Without the worker every chunk comes over the network. */
test.use({ serviceWorkers: 'block' });

function fail(page: Page, address: RegExp, kind: Kind) {
  return page.route(address, (route) =>
    kind === 'missing'
      ? route.fulfill({ status: 404, body: '' })
      : route.abort(),
  );
}

async function typeName(page: Page): Promise<void> {
  await page.goto('/careers');
  await hydrated(page);
  await page.getByLabel('Name').fill('Ada');
}

const follow = (page: Page, name: string) =>
  page.getByRole('link', { name }).first().click();
const headingOf = (page: Page) => page.getByRole('heading', { level: 1 });
const failureOf = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Loading chunk failed' });

for (const kind of ['missing', 'network'] as const) {
  test(`a failed chunk (${kind}) says so; a retry helps`, async ({
    page,
    consoleLines,
  }) => {
    await typeName(page);
    await fail(page, chunk, kind);
    await follow(page, 'Mission');
    await expect(failureOf(page)).toContainText(kind);
    await expect(failureOf(page)).toContainText(chunk);
    await page.getByRole('button', { name: 'Try again' }).click();
    // Said anew to a screen reader: it failed again.
    await expect(headingOf(page)).toHaveText('Loading chunk failed');
    await expect(headingOf(page)).toBeFocused();
    await page.unroute(chunk);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(headingOf(page)).toHaveText('Our Mission');
    await expect(headingOf(page)).toBeFocused();
    await page.goBack();
    await expect(page.getByLabel('Name')).toHaveValue('Ada');
    expect(consoleLines).toEqual([]);
  });
}

for (const asked of ['ahead', 'by a touch']) {
  test(`styles that failed, ${asked}, come with the page after all`, {
    tag: '@firefox',
  }, async ({ page }) => {
    await page.goto('/careers');
    await hydrated(page);
    await page.route(styles, (route) => route.abort());
    const failed = page.waitForEvent('requestfailed', (request) =>
      styles.test(request.url()),
    );
    if (asked === 'ahead') {
      await page.getByRole('link', { name: 'FAQs' }).first().hover();
      await failed;
    } else {
      await page.locator('a[href="/faq"]').first().dispatchEvent('click');
      await expect(failureOf(page)).toBeVisible();
    }
    await page.unroute(styles);
    if (asked === 'ahead') await follow(page, 'FAQs');
    else await page.getByRole('button', { name: 'Try again' }).click();
    await expect(headingOf(page)).toHaveText('FAQs');
    expect(await page.evaluate(styleSheets)).toContainEqual(
      expect.stringMatching(styles),
    );
  });
}

function styleSheets() {
  return [...document.styleSheets].map(({ href }) => href);
}

test('a page followed as soon as it is pointed at comes without a word', async ({
  page,
  consoleLines,
}) => {
  await page.goto('/careers');
  await hydrated(page);
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

test('a page whose code failed is tried anew by whoever comes again', async ({
  page,
}) => {
  await typeName(page);
  await fail(page, chunk, 'network');
  await follow(page, 'Mission');
  await expect(failureOf(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Name')).toHaveValue('Ada');
  await page.unroute(chunk);
  await follow(page, 'Mission');
  await expect(headingOf(page)).toHaveText('Our Mission');
});

for (const left of ['while it loads', 'while it is tried again']) {
  test(`a failure of a page that is left ${left} is not told later`, async ({
    page,
  }) => {
    let answer = (route: Route) => route.abort();
    await page.route(chunk, (route) => answer(route));
    await typeName(page);
    if (left === 'while it is tried again') {
      await page.evaluate(pointAndClick, '/mission');
      await expect(failureOf(page)).toBeVisible();
    }
    let held: Route | undefined;
    answer = async (route) => {
      held = route;
    };
    const asked = page.waitForRequest(chunk);
    if (left === 'while it loads')
      await page.evaluate(pointAndClick, '/mission');
    else await page.getByRole('button', { name: 'Try again' }).click();
    await asked;
    await page.goBack();
    await expect(page.getByLabel('Name')).toHaveValue('Ada');
    answer = (route) => route.abort();
    const explained = page.waitForEvent('requestfailed', isFetch);
    await held?.abort();
    await explained;
    answer = (route) => route.continue();
    if (left === 'while it loads')
      await page.evaluate(pointAndClick, '/mission');
    else await page.goForward();
    await expect(headingOf(page)).toHaveText('Our Mission');
  });
}

/** The page asks by itself why a chunk did not come. */
function isFetch(request: Request): boolean {
  return chunk.test(request.url()) && request.resourceType() === 'fetch';
}

test('a chunk that hangs is given up after 120 seconds', async ({ page }) => {
  await page.clock.install({ time: '2026-01-01T09:00' });
  await typeName(page);
  await page.route(chunk, () => undefined);
  // An installed clock goes on by itself; the limit is counted to the second.
  await page.clock.pauseAt('2026-01-01T10:00');
  const asked = page.waitForRequest(chunk);
  await follow(page, 'Mission');
  await asked;
  await page.clock.fastForward(119_000);
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(page.getByLabel('Name')).toHaveValue('Ada');
  await page.clock.fastForward(1000);
  await expect(failureOf(page)).toContainText('timeout');
  await expect(failureOf(page)).toContainText(chunk);
});

test('a first page that cannot load its code still reads', async ({ page }) => {
  await fail(page, chunk, 'network');
  await page.goto('/mission');
  await expect(failureOf(page)).toContainText('network');
  await expect(
    page.getByRole('heading', { name: 'Our Mission' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).dblclick();
  await expect(failureOf(page)).toHaveCount(1);
  await page.unroute(chunk);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toBeHidden();
  await follow(page, 'FAQs');
  await expect(headingOf(page)).toHaveText('FAQs');
});

test('what is typed and sent awaits the entry', async ({ page, records }) => {
  await fail(page, entry, 'network');
  await page.clock.install();
  await page.goto('/waitlist');
  await expect(failureOf(page)).toContainText('network');
  await expect(failureOf(page)).toContainText(entry);
  await join(page);
  await page.unroute(entry);
  await page.clock.runFor(5000);
  await expect(page.getByRole('status')).toHaveText(thanks);
  await expect(failureOf(page)).toBeHidden();
  await expect.poll(() => records.count('waitlist')).toBe(1);
});

test('a reload without the entry keeps what was typed', async ({ page }) => {
  await fail(page, entry, 'missing');
  await page.goto('/careers');
  await expect(failureOf(page)).toContainText('missing');
  await page.getByLabel('Name').fill('Ada');
  await page.unroute(entry);
  await failureOf(page).getByRole('link', { name: 'Reload' }).click();
  await hydrated(page);
  await expect(page.getByLabel('Name')).toHaveValue('Ada');
});

test('a reload without the entry keeps the edit', {
  tag: '@firefox',
}, async ({ page, network, records }) => {
  const brand = page.getByLabel('Favorite brand');
  network.fail({ kind: 'reset' });
  await page.goto('/waitlist');
  await join(page);
  await startEditing(page);
  await brand.fill('Lopewell');
  await fail(page, entry, 'missing');
  await page.reload();
  await expect(page.getByText(/Loading chunk failed: miss/)).toBeVisible();
  await page.unroute(entry);
  await page.getByRole('link', { name: 'Reload' }).click();
  await hydrated(page);
  await expect(brand).toHaveValue('Lopewell');
  network.heal();
  await page.getByRole('button', { name: 'Join Waitlist' }).click();
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
  expect(await brandsIn(records)).toEqual(['Lopewell']);
});

test('an edit whose page never comes lets its message go', async ({
  page,
  network,
  records,
}) => {
  network.fail({ kind: 'reset' });
  await page.goto('/waitlist');
  await join(page);
  await expect(page.getByRole('button', { name: pill })).toBeVisible();
  await fail(page, /\/static\/js\/form-[^/]*\.js/, 'missing');
  await page.clock.install();
  await page.goto('/faq');
  await hydrated(page);
  const sheet = await openUnsent(page);
  await sheet.getByRole('button', { name: 'Edit' }).click();
  await expect(failureOf(page)).toContainText('missing');
  await follow(page, 'FAQs');
  await expect(headingOf(page)).toHaveText('FAQs');
  network.heal();
  await page.clock.runFor(30_000);
  await expect.poll(() => records.count('waitlist')).toBe(1);
});

async function brandsIn(records: Records): Promise<unknown[]> {
  const list = await records.list('waitlist');
  return list.map(({ fields }) => fields.favoriteBrand);
}
