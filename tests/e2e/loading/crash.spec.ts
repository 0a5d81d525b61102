import type { Page } from 'playwright/test';
import { chunkFailureTexts, crashText } from '../../../src/content/failures.ts';
import { buildCrashingSite } from '../../support/builds.ts';
import { expect, test } from '../../support/fixtures.ts';
import {
  getHeading,
  holdFiles,
  openPage,
  waitForReact,
} from '../../support/loading.ts';
import { getUnsentButton, getUnsentDialog } from '../../support/unsent.ts';
import {
  expectThanks,
  getBrandField,
  joinWaitlist,
  shopper,
} from '../../support/waitlist.ts';

test.use({ serviceWorkers: 'block' });
// Runs all tests in one Playwright worker, so that they share one build.
test.describe.configure({ mode: 'default' });

test.beforeEach(async ({ network, page, serve }) => {
  network.site = await serve(buildCrashingSite);
  await page.addInitScript(() => {
    const crashingFunctions = sessionStorage.getItem('crashingFunctions') ?? '';
    Object.assign(globalThis, { crashingFunctions });
  });
});

/** Makes the named functions throw in this page and after each reload. */
async function crashFunctions(page: Page, ...names: string[]): Promise<void> {
  await page.evaluate((crashingFunctions) => {
    Object.assign(globalThis, { crashingFunctions });
    sessionStorage.setItem('crashingFunctions', crashingFunctions);
  }, names.join(' '));
}

/** Ends the crashes in this page and after each reload. */
const stopCrashes = (page: Page) => crashFunctions(page);

const getNotice = (page: Page) =>
  page.getByRole('alert').filter({ hasText: crashText });
const clickJoinButton = (page: Page) =>
  page.getByRole('button', { name: 'Join Waitlist' }).click();

async function waitForCrash(
  consoleLines: readonly string[],
  name: string,
): Promise<void> {
  await expect.poll(() => consoleLines.join()).toContain(`Crash in ${name}`);
}

async function reloadAfterCrash(page: Page): Promise<void> {
  await expect(getNotice(page)).toBeVisible();
  await stopCrashes(page);
  await getNotice(page)
    .getByRole('link', { name: chunkFailureTexts.reload })
    .click();
  // The crashed page must not be taken for the reloaded one.
  await expect(getNotice(page)).toBeHidden();
}

test('a crash during hydration keeps the page and the typed text', {
  tag: '@firefox',
}, async ({ page }) => {
  await page.goto('/about');
  // The root component, a leaf component, and functions that effects call.
  for (const name of ['App', 'FormField', 'canUsePopovers', 'fillIn']) {
    await test.step(name, async () => {
      await crashFunctions(page, name);

      const releaseScripts = await holdFiles(page);
      await page.goto('/waitlist');
      await getBrandField(page).fill(shopper.brand);
      releaseScripts();

      await expect(getNotice(page)).toBeVisible();
      await expect(getHeading(page)).toBeVisible();
      await expect(getBrandField(page)).toHaveValue(shopper.brand);

      await page.getByLabel('Email').fill(shopper.email);
      await clickJoinButton(page);

      await page.unrouteAll();
      await reloadAfterCrash(page);
      await waitForReact(page);

      await expect(getBrandField(page)).toHaveValue(shopper.brand);
      await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
      await clickJoinButton(page);
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
  // The functions of a row throw together, but have separate error boundaries.
  const crashGroups = [
    ['DeferredNotices'],
    ['startBackgroundTasks'],
    ['InstallNotice', 'OfflineNotice', 'UpdateNotice', 'useBadge'],
  ];
  for (const [index, names] of crashGroups.entries()) {
    await test.step(names.join(', '), async () => {
      await crashFunctions(page, ...names);
      await openPage(page, '/waitlist');
      for (const name of names) await waitForCrash(consoleLines, name);

      await joinWaitlist(page);
      await expectThanks(page);
      await expect.poll(() => records.count('waitlist')).toBe(index + 1);

      await page.getByRole('link', { name: 'Mission' }).first().click();
      await expect(getHeading(page)).toHaveText('Our Mission');
    });
  }
});

test('after a crash in the thank-you message, the form does not appear again', async ({
  page,
  records,
}) => {
  await openPage(page, '/waitlist');
  await crashFunctions(page, 'ThankYou');
  await joinWaitlist(page);

  await expectThanks(page);
  await expect(page.getByRole('button', { name: 'Join' })).toBeHidden();
  await expect.poll(() => records.count('waitlist')).toBe(1);
});

test('after a crash, the page does not misreport whether a submission was sent', async ({
  page,
  network,
  records,
  consoleLines,
}) => {
  await test.step('after a crash in the unsent dialog, the unsent button opens the dialog again', async () => {
    await openPage(page, '/waitlist');
    network.fail({ kind: 'reset' });
    await joinWaitlist(page);
    await expect(getUnsentButton(page)).toBeVisible();

    await crashFunctions(page, 'UnsentDialog');
    await getUnsentButton(page).click();
    await waitForCrash(consoleLines, 'UnsentDialog');
    const dialog = getUnsentDialog(page);
    await expect(dialog).toBeHidden();
    await expectThanks(page);
    await stopCrashes(page);

    await getUnsentButton(page).click();
    await expect(dialog.getByRole('button', { name: 'Retry' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('after a crash in the Page component, the page does not say whether submissions were sent', async () => {
    const savedStatus = page.getByText(/^Saved on this device\. /);
    await expect(savedStatus).toBeVisible();

    await crashFunctions(page, 'Page');
    await page.getByRole('link', { name: 'Mission' }).first().click();
    await expect(getNotice(page)).toBeVisible();
    await expectThanks(page);
    await expect(getUnsentButton(page)).toBeHidden();
    await expect(savedStatus).toBeHidden();

    network.heal();
    await reloadAfterCrash(page);
    await expect.poll(() => records.count('waitlist')).toBe(1);
  });
});
