import type { Page } from 'playwright/test';
import { crash } from '../../../src/content/failures.ts';
import { expect, test } from '../../support/fixtures.ts';
import { holdScripts, hydrated, load } from '../../support/hydrated.ts';
import { buildBroken } from '../../support/variants.ts';
import { join, saved, shopper, thanks } from '../../support/waitlist.ts';

test.use({ serviceWorkers: 'block' });
// One build for all.
test.describe.configure({ mode: 'default' });

test.beforeEach(async ({ network, page, serve }) => {
  network.site = await serve(buildBroken);
  await page.addInitScript(() => {
    const crashIn = sessionStorage.getItem('crash') ?? '';
    Object.assign(globalThis, { crashIn });
  });
});

/** At once, and from the next load on. */
async function crashIn(page: Page, name: string): Promise<void> {
  await page.evaluate((crashIn) => {
    Object.assign(globalThis, { crashIn });
    sessionStorage.setItem('crash', crashIn);
  }, name);
}

const noticeOf = (page: Page) =>
  page.getByRole('alert').filter({ hasText: crash.text });
const headingOf = (page: Page) => page.getByRole('heading', { level: 1 });
const brandOf = (page: Page) => page.getByLabel('Favorite brand');
const pillOf = (page: Page) =>
  page.getByRole('button', { name: '1 message waiting to send' });
const press = (page: Page) =>
  page.getByRole('button', { name: 'Join Waitlist' }).click();

async function reload(page: Page): Promise<void> {
  await expect(noticeOf(page)).toBeVisible();
  await crashIn(page, '');
  await noticeOf(page).getByRole('link', { name: crash.reload }).click();
}

/** At the root, at a leaf and in effects: one boundary is for all of them. */
const essential = ['App', 'FormField', 'hasPopovers', 'fillIn'];

test('a crash leaves the page, and what is typed', {
  tag: '@firefox',
}, async ({ page }) => {
  await page.goto('/about');
  for (const name of essential) {
    await test.step(name, async () => {
      await crashIn(page, name);
      const letThrough = await holdScripts(page);
      await page.goto('/waitlist');
      await brandOf(page).fill(shopper.brand);
      letThrough();
      await expect(noticeOf(page)).toBeVisible();
      await expect(headingOf(page)).toBeVisible();
      await expect(brandOf(page)).toHaveValue(shopper.brand);
      await page.getByLabel('Email').fill(shopper.email);
      await press(page);
      await page.unrouteAll();
      await reload(page);
      await hydrated(page);
      await expect(brandOf(page)).toHaveValue(shopper.brand);
      await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
      await press(page);
      await expect(page.getByRole('main').getByRole('status')).toHaveText(
        thanks,
      );
    });
  }
});

/** What is named together crashes at once, each in a boundary of its own. */
const optional = [
  'AfterLoad',
  'startWork',
  'Install OfflineNotice UpdateNotice useBadge',
];

test('optional parts may crash', async ({ page, records, consoleLines }) => {
  await page.goto('/about');
  for (const [index, names] of optional.entries()) {
    await test.step(names, async () => {
      await crashIn(page, names);
      await page.goto('/waitlist');
      // The page before may have crashed as well, and said so.
      await hydrated(page);
      for (const name of names.split(' ')) {
        const said = () => consoleLines.join();
        await expect.poll(said).toContain(`Crash in ${name}`);
      }
      await join(page);
      await expect(page.getByRole('main').getByRole('status')).toHaveText(
        thanks,
      );
      await expect.poll(() => records.count('waitlist')).toBe(index + 1);
      await page.getByRole('link', { name: 'Mission' }).first().click();
      await expect(headingOf(page)).toHaveText('Our Mission');
    });
  }
});

test('a crash after a submit is honest', async ({ page, network, records }) => {
  // A thank-you brings no form to send again.
  await load(page, '/waitlist');
  await crashIn(page, 'ThankYou');
  await join(page);
  await expect(page.getByRole('main').getByRole('status')).toHaveText(thanks);
  await expect(page.getByRole('button', { name: 'Join' })).toBeHidden();
  await expect.poll(() => records.count('waitlist')).toBe(1);
  await crashIn(page, '');
  await load(page, '/waitlist');
  network.fail({ kind: 'reset' });
  await join(page);
  // The sheet leaves what opens it.
  await expect(pillOf(page)).toBeVisible();
  await crashIn(page, 'UnsentDialog');
  await pillOf(page).click();
  const sheet = page.getByRole('dialog', { name: 'Unsent messages' });
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('main').getByRole('status')).toContainText(
    thanks,
  );
  await crashIn(page, '');
  await pillOf(page).click();
  await expect(sheet.getByRole('button', { name: 'Retry' })).toBeVisible();
  await page.keyboard.press('Escape');
  // Nothing is left that may become untrue.
  const line = page.getByText(saved);
  await expect(line).toBeVisible();
  await crashIn(page, 'Page');
  await page.getByRole('link', { name: 'Mission' }).first().click();
  await expect(noticeOf(page)).toBeVisible();
  await expect(page.getByRole('main').getByRole('status')).toContainText(
    thanks,
  );
  await expect(pillOf(page)).toBeHidden();
  await expect(line).toBeHidden();
  network.heal();
  await reload(page);
  await expect.poll(() => records.count('waitlist')).toBe(2);
});
