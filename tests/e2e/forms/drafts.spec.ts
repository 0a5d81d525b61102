import type { Page } from 'playwright/test';
import { conflictText } from '../../../src/content/delivery.ts';
import { goInHistory } from '../../support/engines/engine.ts';
import { expect, test } from '../../support/fixtures.ts';
import { submit, waitlistForm } from '../../support/forms.ts';
import {
  dispatchOnline,
  fillForm,
  listHeldLocks,
  readSessionStorage,
} from '../../support/gestures.ts';
import {
  holdFiles,
  isHydrated,
  openPage,
  waitForReact,
} from '../../support/loading.ts';
import {
  getUnsentButton,
  joinWaitlistOffline,
  startEditing,
} from '../../support/unsent.ts';
import {
  expectSent,
  getBrandField,
  getEmailField,
  joinWaitlist,
  shopper,
} from '../../support/waitlist.ts';
import { waitForStoredDraft } from './stored-data.ts';

/** Makes each page that is opened from now on a window of the installed app. */
async function installApp(page: Page): Promise<void> {
  await page.context().addInitScript(() => {
    const { matchMedia } = globalThis;
    globalThis.matchMedia = (query) =>
      query === '(display-mode: standalone)'
        ? ({ matches: true } as MediaQueryList)
        : matchMedia(query);
  });
}

/** Opens the form in a tab that the browser restores with an earlier state of storage. */
async function restoreTab(
  page: Page,
  session: [string, string][],
): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.addInitScript((entries) => {
    if (sessionStorage.length > 0) return;
    for (const [key, text] of entries) sessionStorage.setItem(key, text);
  }, session);
  await openPage(tab, '/waitlist');
  return tab;
}

async function expectFields(page: Page, brand: string, email = '') {
  await expect(getBrandField(page)).toHaveValue(brand);
  await expect(getEmailField(page)).toHaveValue(email);
}

test('a restored tab offers the text that was typed, but not a text that was sent', {
  tag: '@firefox',
}, async ({ page, records }) => {
  await openPage(page, '/waitlist');
  await getBrandField(page).fill('Skein');
  const earlySession = await page.evaluate(readSessionStorage);
  await joinWaitlist(page);
  const lateSession = await page.evaluate(readSessionStorage);
  await expectSent(page);
  await page.close();

  await test.step('neither of two earlier states of storage brings the sent text back', async () => {
    for (const session of [earlySession, lateSession]) {
      const tab = await restoreTab(page, session);
      const hasDraft = () =>
        tab.evaluate(() => 'pear-draft-waitlist' in sessionStorage);
      await expect.poll(hasDraft).toBe(false);
      await expectFields(tab, '');
      await tab.close();
    }
  });

  await test.step('a text that was not sent comes back', async () => {
    const tab = await page.context().newPage();
    await openPage(tab, '/waitlist');
    await getBrandField(tab).fill('Lopewell');
    const session = await tab.evaluate(readSessionStorage);
    await tab.close();

    await expectFields(await restoreTab(page, session), 'Lopewell');
  });

  expect(await records.count('waitlist')).toBe(1);
});

test('a duplicated tab sends a submission of its own', async ({
  page,
  records,
}) => {
  await openPage(page, '/waitlist');
  await getBrandField(page).fill('Skeinwell');

  const duplicatePromise = page.waitForEvent('popup');
  await page.evaluate(() => void open('/waitlist'));
  const duplicate = await duplicatePromise;
  await waitForReact(duplicate);
  await expectFields(duplicate, 'Skeinwell');

  await getBrandField(duplicate).fill('Lopewell');
  for (const tab of [page, duplicate]) {
    await tab.bringToFront();
    await getEmailField(tab).fill(shopper.email);
    await submit(tab, waitlistForm);
    await expectSent(tab);
  }

  expect(await records.count('waitlist')).toBe(2);
});

test('each of two windows of the installed app has a text of its own', async ({
  page,
  records,
}) => {
  await installApp(page);
  const otherWindow = await page.context().newPage();
  await openPage(page, '/waitlist');
  await getBrandField(page).fill('Skeinwell');
  await waitForStoredDraft(page, 'Skeinwell');

  await openPage(otherWindow, '/waitlist');
  await getBrandField(otherWindow).fill('Lopewell');
  await waitForStoredDraft(otherWindow, 'Lopewell');

  await test.step('a reload shows each window its own text', async () => {
    for (const window of [page, otherWindow]) await window.reload();
    await expectFields(page, 'Skeinwell');
    await expectFields(otherWindow, 'Lopewell');
  });

  await test.step('a text that one window has sent is offered in no other', async () => {
    await page.bringToFront();
    await getEmailField(page).fill(shopper.email);
    await submit(page, waitlistForm);
    await expectSent(page);

    await otherWindow.reload();
    await expectFields(otherWindow, 'Lopewell');
  });

  await test.step('the next window takes over the text of a window that is gone', async () => {
    await otherWindow.close();
    const nextWindow = await page.context().newPage();
    await openPage(nextWindow, '/waitlist');
    await expectFields(nextWindow, 'Lopewell');
  });

  expect(await records.count('waitlist')).toBe(1);
});

test.describe('without a worker', () => {
  // A worker would serve the scripts that the test holds back.
  test.use({ serviceWorkers: 'block' });

  test('what is typed before the scripts have loaded is added to the draft', {
    tag: '@firefox',
  }, async ({ page }) => {
    await openPage(page, '/careers');
    const messageField = page.getByLabel('Message');
    const emailField = getEmailField(page);
    await messageField.fill('A long text.');
    await emailField.fill(shopper.email);

    const releaseScripts = await holdFiles(page);
    await page.reload({ waitUntil: 'commit' });
    // Until the field is blank, Firefox still has the old page, where the letter would go.
    await expect(messageField).toHaveValue('');
    await messageField.press('x');
    releaseScripts();
    await waitForReact(page);

    await expect(messageField).toHaveValue('A long text. x');
    await expect(emailField).toHaveValue(shopper.email);

    await messageField.press('y');
    await page.reload();
    await expect(messageField).toHaveValue('A long text. xy');
  });
});

test('a visitor who returns to an edit finds all fields, although the submission was sent meanwhile', async ({
  page,
  network,
  records,
}) => {
  await joinWaitlistOffline(page, network);
  await startEditing(page);
  await getBrandField(page).fill('Lopewell');

  await page.goto('/about');
  network.restore();
  await page.evaluate(dispatchOnline);
  await expect.poll(() => records.count('waitlist')).toBe(1);
  await expect(getUnsentButton(page)).toBeHidden();

  await page.goBack();
  await waitForReact(page);
  await expectFields(page, 'Lopewell', shopper.email);

  await submit(page, waitlistForm);
  await expect(page.getByRole('alert')).toHaveText(conflictText);
  await submit(page, waitlistForm);
  await expectSent(page);

  const storedRecords = await records.list('waitlist');
  const brands = storedRecords.map(({ fields }) => fields.favoriteBrand);
  expect(brands.sort()).toEqual(['Lopewell', shopper.brand]);
});

test('"Forget me" empties the forms of all tabs, and no restored tab shows what they had', {
  tag: '@firefox',
}, async ({ page, context }) => {
  const otherTab = await context.newPage();
  await openPage(otherTab, '/waitlist');
  await getBrandField(otherTab).fill('Skeinwell');
  const session = await otherTab.evaluate(readSessionStorage);

  await openPage(page, '/careers');
  await page.bringToFront();
  await page.getByText('What happens to what I send?').click();
  const disclosure = page.locator('main details');
  await disclosure.getByRole('button', { name: 'Forget me' }).click();
  const dataText = 'what you have typed';
  await expect(disclosure.getByText(/^This removes/)).toHaveText(
    `This removes from this device: ${dataText}.`,
  );

  await test.step('the form of the other tab is empty when this tab says that it is done', async () => {
    await disclosure.getByRole('button', { name: 'Yes, forget me' }).click();
    const status = disclosure.getByRole('status');
    await expect(status).toHaveText(`Removed from this device: ${dataText}.`);
    expect(await getBrandField(otherTab).inputValue()).toBe('');
  });

  await test.step('the other tab shows an empty form after a reload', async () => {
    await otherTab.reload();
    await waitForReact(otherTab);
    await expectFields(otherTab, '');
  });

  await test.step('a tab that is restored with the storage from before shows an empty form', async () => {
    await otherTab.evaluate(() => {
      localStorage.setItem('pear_user_email', 'ada@loom.example');
      localStorage.removeItem('pear-forgotten');
    });
    const tab = await restoreTab(page, session);
    const hasEmail = () =>
      tab.evaluate(() => 'pear_user_email' in localStorage);
    await expect.poll(hasEmail).toBe(false);
    await expectFields(tab, '');
  });
});

test('a page with a draft enters the back-forward cache, and comes back with its draft', {
  tag: '@firefox',
}, async ({ driver, network }) => {
  const ignoreDefaultArgs = ['--disable-back-forward-cache'];
  const browser = await driver.start({ chromium: { ignoreDefaultArgs } });
  const tab = await browser.open();
  await tab.goto(`${network.origin}/waitlist`);
  await expect.poll(() => tab.evaluate(isHydrated)).toBe(true);
  await tab.evaluate(fillForm, { favoriteBrand: 'Skeinwell' });

  const listDraftLocks = () => tab.evaluate(listHeldLocks, 'pear-draft-');
  // Ignores the error of `evaluate` if the navigation replaces the page.
  const readPath = () => tab.evaluate(() => location.pathname).catch(() => '');

  /** Returns whether the browser has restored the page, and has not loaded it again. */
  async function leaveAndComeBack(): Promise<boolean> {
    await expect.poll(() => tab.evaluate(isHydrated)).toBe(true);
    await expect.poll(listDraftLocks).toHaveLength(1);
    await tab.evaluate(() => {
      const recordRestore = ({ persisted }: PageTransitionEvent) =>
        Object.assign(globalThis, { isRestored: persisted });
      addEventListener('pageshow', recordRestore);
    });

    await tab.goto(`${network.origin}/licenses.txt`);
    await expect.poll(listDraftLocks).toEqual([]);
    await goInHistory(tab, 'back');
    await expect.poll(readPath).toBe('/waitlist');
    return tab.evaluate(() => 'isRestored' in globalThis);
  }

  // A request that is under way keeps a page out of the cache, so it may leave again.
  await expect.poll(leaveAndComeBack).toBe(true);
  await expect.poll(listDraftLocks).toHaveLength(1);
  const readBrand = () =>
    tab.evaluate(() => document.querySelector('input')?.value);
  expect(await readBrand()).toBe('Skeinwell');
  await browser.close();
});
