import type { Page } from 'playwright/test';
import { crash } from '../../../src/content/failures.ts';
import { type Built, serveBuild } from '../../support/builds.ts';
import { expect, test } from '../../support/fixtures.ts';
import { holdScripts, hydrated } from '../../support/hydrated.ts';
import { startEditing } from '../../support/unsent.ts';
import { join, saved, sent, shopper, thanks } from '../../support/waitlist.ts';

test.use({ serviceWorkers: 'block' });
// One build for all.
test.describe.configure({ mode: 'default' });

let built: Built;

test.beforeAll(async ({ site }) => {
  const config = 'tests/e2e/loading/crashing.config.ts';
  built = await serveBuild({}, site.origin, config);
});
test.beforeEach(({ network }) => {
  network.site = built.origin;
});
test.afterAll(() => built.close());

/** From the next load on, or at once. */
async function crashIn(page: Page, name: string): Promise<void> {
  await page.addInitScript((crashes) => {
    const crashIn = sessionStorage.getItem('healed') ? '' : crashes;
    Object.assign(globalThis, { crashIn });
  }, name);
  await page.evaluate((crashes) => {
    Object.assign(globalThis, { crashIn: crashes });
  }, name);
}

/** All is well after the next load. */
async function heal(page: Page): Promise<void> {
  await page.evaluate(() => sessionStorage.setItem('healed', 'yes'));
}

function noticeOf(page: Page) {
  return page.getByRole('alert').filter({ hasText: crash.text });
}

for (const name of [
  'App',
  'Header',
  'Menu',
  'Main',
  'RouteChange',
  'Footer',
  'Page',
  'FormPage',
  'SubmissionForm',
  'Fields',
  'FormField',
  'Button',
  // These are called by effects.
  'hasPopovers',
  'leaveReloadsToTheBrowser',
  'fillIn',
]) {
  test(`a crash in ${name} leaves the page, and what is typed`, async ({
    page,
  }) => {
    await crashIn(page, name);
    const letThrough = await holdScripts(page);
    await page.goto('/waitlist');
    await page.getByLabel('Favorite brand').fill(shopper.brand);
    letThrough();
    const notice = noticeOf(page);
    await expect(notice).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByLabel('Favorite brand')).toHaveValue(shopper.brand);
    await page.getByLabel('Email').fill(shopper.email);
    await page.getByRole('button', { name: 'Join Waitlist' }).click();
    await heal(page);
    await notice.getByRole('link', { name: crash.reload }).click();
    await hydrated(page);
    await expect(page.getByLabel('Favorite brand')).toHaveValue(shopper.brand);
    await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
    await page.getByRole('button', { name: 'Join Waitlist' }).click();
    await expect(page.getByRole('status')).toHaveText(thanks);
  });
}

test('a reload after a crash keeps the edit', {
  tag: '@firefox',
}, async ({ page, network, records }) => {
  network.fail({ kind: 'reset' });
  await page.goto('/waitlist');
  await join(page);
  await startEditing(page);
  await page.getByLabel('Favorite brand').fill('Lopewell');
  await crashIn(page, 'Footer');
  await page.reload();
  await heal(page);
  await noticeOf(page).getByRole('link', { name: crash.reload }).click();
  await hydrated(page);
  await expect(page.getByLabel('Favorite brand')).toHaveValue('Lopewell');
  network.heal();
  await page.getByRole('button', { name: 'Join Waitlist' }).click();
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
  const list = await records.list('waitlist');
  expect(list.map(({ fields }) => fields.favoriteBrand)).toEqual(['Lopewell']);
});

const dispensable =
  'AfterLoad Notices startWork Install Offline Update UnsentButton useBadge';
for (const name of dispensable.split(' ')) {
  test(`a crash in ${name} takes nothing else along`, async ({
    page,
    records,
    consoleLines,
  }) => {
    await crashIn(page, name);
    await page.goto('/waitlist');
    await expect.poll(() => consoleLines.join()).toContain(`Crash in ${name}`);
    await join(page);
    await expect(page.getByRole('status')).toHaveText(thanks);
    await expect.poll(() => records.count('waitlist')).toBe(1);
    await page.getByRole('link', { name: 'Mission' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Our Mission',
    );
  });
}

test('a crash of the thank-you thanks, and brings no form to send again', async ({
  page,
  records,
}) => {
  await page.goto('/waitlist');
  await hydrated(page);
  await crashIn(page, 'ThankYou');
  await join(page);
  await expect(page.getByRole('status')).toHaveText(thanks);
  await expect(page.getByRole('button', { name: 'Join' })).toBeHidden();
  await expect.poll(() => records.count('waitlist')).toBe(1);
});

test('a crash of the unsent messages leaves what opens them', async ({
  page,
  network,
  records,
}) => {
  await page.goto('/waitlist');
  await hydrated(page);
  network.fail({ kind: 'reset' });
  await join(page);
  const pill = page.getByRole('button', { name: '1 message waiting to send' });
  await crashIn(page, 'UnsentDialog');
  await pill.click();
  const sheet = page.getByRole('dialog', { name: 'Unsent messages' });
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('status')).toContainText(thanks);
  await page.evaluate(() => Object.assign(globalThis, { crashIn: '' }));
  await pill.click();
  await expect(sheet.getByRole('button', { name: 'Retry' })).toBeVisible();
  network.heal();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => records.count('waitlist')).toBe(1);
});

test('what a crash leaves says nothing that may become untrue', async ({
  page,
  network,
}) => {
  await page.goto('/waitlist');
  await hydrated(page);
  network.fail({ kind: 'reset' });
  await join(page);
  const pill = page.getByRole('button', { name: '1 message waiting to send' });
  const line = page.getByText(saved);
  await expect(pill).toBeVisible();
  await expect(line).toBeVisible();
  await crashIn(page, 'Page');
  await page.getByRole('link', { name: 'Mission' }).first().click();
  await expect(noticeOf(page)).toBeVisible();
  await expect(page.getByRole('status')).toContainText(thanks);
  await expect(pill).toBeHidden();
  await expect(line).toBeHidden();
});

test('a crash of a page that one goes to leaves the last one', async ({
  page,
}) => {
  await page.goto('/waitlist');
  await hydrated(page);
  await page.getByRole('link', { name: 'Careers' }).first().click();
  await expect(page).toHaveURL('/careers');
  await page.getByLabel('Name').fill('Ada');
  await crashIn(page, 'Page');
  await page.getByRole('link', { name: 'Mission' }).first().click();
  await expect(noticeOf(page)).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Ada');
  await heal(page);
  await noticeOf(page).getByRole('link', { name: crash.reload }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Our Mission',
  );
  await page.goBack();
  await expect(page.getByLabel('Name')).toHaveValue('Ada');
});

test('a crash in an event handler changes nothing of the page', async ({
  page,
  consoleLines,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/waitlist');
  await hydrated(page);
  await crashIn(page, 'closeByClick');
  await page.getByLabel('Email').fill(shopper.email);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByRole('link', { name: 'FAQs' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('FAQs');
  expect(consoleLines.join()).toContain('Crash in closeByClick');
  await page.goBack();
  await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
});
