import type { Page } from 'playwright/test';
import { chunkFailureTexts, crashText } from '../../../src/content/failures.ts';
import { buildCrashingSite } from '../../support/builds.ts';
import { expect, test } from '../../support/fixtures.ts';
import {
  headingOf,
  holdScripts,
  openPage,
  waitForReact,
} from '../../support/loading.ts';
import { expectThanks, joinWaitlist, shopper } from '../../support/waitlist.ts';

test.use({ serviceWorkers: 'block' });
// One build serves all tests of this file.
test.describe.configure({ mode: 'default' });

test.beforeEach(async ({ network, page, serve }) => {
  network.site = await serve(buildCrashingSite);
  await page.addInitScript(() => {
    const crashingNames = sessionStorage.getItem('crashingNames') ?? '';
    Object.assign(globalThis, { crashingNames });
  });
});

/** Makes the named functions throw in this page and after each reload. */
async function crashIn(page: Page, names: string): Promise<void> {
  await page.evaluate((crashingNames) => {
    Object.assign(globalThis, { crashingNames });
    sessionStorage.setItem('crashingNames', crashingNames);
  }, names);
}

const noticeOf = (page: Page) =>
  page.getByRole('alert').filter({ hasText: crashText });
const brandOf = (page: Page) => page.getByLabel('Favorite brand');
const unsentButtonOf = (page: Page) =>
  page.getByRole('button', { name: '1 message waiting to send' });
const clickJoin = (page: Page) =>
  page.getByRole('button', { name: 'Join Waitlist' }).click();

async function reload(page: Page): Promise<void> {
  await expect(noticeOf(page)).toBeVisible();
  await crashIn(page, '');
  await noticeOf(page)
    .getByRole('link', { name: chunkFailureTexts.reload })
    .click();
}

test('a crash during hydration keeps the page and the typed text', {
  tag: '@firefox',
}, async ({ page }) => {
  await page.goto('/about');
  // The names of the root, of a leaf component and of functions in effects.
  for (const name of ['App', 'FormField', 'canUsePopovers', 'fillIn']) {
    await test.step(name, async () => {
      await crashIn(page, name);
      const releaseScripts = await holdScripts(page);
      await page.goto('/waitlist');
      await brandOf(page).fill(shopper.brand);
      releaseScripts();
      await expect(noticeOf(page)).toBeVisible();
      await expect(headingOf(page)).toBeVisible();
      await expect(brandOf(page)).toHaveValue(shopper.brand);
      await page.getByLabel('Email').fill(shopper.email);
      await clickJoin(page);
      await page.unrouteAll();
      await reload(page);
      await waitForReact(page);
      await expect(brandOf(page)).toHaveValue(shopper.brand);
      await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
      await clickJoin(page);
      await expectThanks(page);
    });
  }
});

test('a crash in optional code leaves the rest of the site working', async ({
  page,
  records,
  consoleLines,
}) => {
  await page.goto('/about');
  // Functions in one row crash together, each within its own error boundary.
  const rows = [
    'DeferredNotices',
    'startBackgroundTasks',
    'InstallNotice OfflineNotice UpdateNotice useBadge',
  ];
  for (const [index, names] of rows.entries()) {
    await test.step(names, async () => {
      await crashIn(page, names);
      await openPage(page, '/waitlist');
      for (const name of names.split(' ')) {
        const readOutput = () => consoleLines.join();
        await expect.poll(readOutput).toContain(`Crash in ${name}`);
      }
      await joinWaitlist(page);
      await expectThanks(page);
      await expect.poll(() => records.count('waitlist')).toBe(index + 1);
      await page.getByRole('link', { name: 'Mission' }).first().click();
      await expect(headingOf(page)).toHaveText('Our Mission');
    });
  }
});

test('after a crash, the page shows no false status of a submitted message', async ({
  page,
  network,
  records,
}) => {
  await test.step('a crash in the thank-you message does not show the form again', async () => {
    await openPage(page, '/waitlist');
    await crashIn(page, 'ThankYou');
    await joinWaitlist(page);
    await expectThanks(page);
    await expect(page.getByRole('button', { name: 'Join' })).toBeHidden();
    await expect.poll(() => records.count('waitlist')).toBe(1);
    await crashIn(page, '');
  });
  await test.step('after a crash in the unsent dialog, the unsent button opens the dialog again', async () => {
    await openPage(page, '/waitlist');
    network.fail({ kind: 'reset' });
    await joinWaitlist(page);
    await expect(unsentButtonOf(page)).toBeVisible();
    await crashIn(page, 'UnsentDialog');
    await unsentButtonOf(page).click();
    const dialog = page.getByRole('dialog', { name: 'Unsent messages' });
    await expect(dialog).toBeHidden();
    await expectThanks(page);
    await crashIn(page, '');
    await unsentButtonOf(page).click();
    await expect(dialog.getByRole('button', { name: 'Retry' })).toBeVisible();
    await page.keyboard.press('Escape');
  });
  await test.step('after a crash in the Page component, the page shows no message as waiting', async () => {
    const savedStatus = page.getByText(/^Saved on this device\. /);
    await expect(savedStatus).toBeVisible();
    await crashIn(page, 'Page');
    await page.getByRole('link', { name: 'Mission' }).first().click();
    await expect(noticeOf(page)).toBeVisible();
    await expectThanks(page);
    await expect(unsentButtonOf(page)).toBeHidden();
    await expect(savedStatus).toBeHidden();
    network.heal();
    await reload(page);
    await expect.poll(() => records.count('waitlist')).toBe(2);
  });
});
