import type { Page } from 'playwright/test';
import { quotaFull } from '../../faults/injected-scripts.ts';
import { expect, test } from '../../support/fixtures.ts';
import {
  joinOffline,
  joinRefused,
  openUnsent,
  pill,
  startEditing,
} from '../../support/unsent.ts';
import { join, shopper, visit } from '../../support/waitlist.ts';

const nothing = 'Nothing is waiting to be sent.';
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('the focus stays where something is, whatever is sent or closed', {
  tag: '@firefox',
}, async ({ page, network, records }) => {
  const pillButton = page.getByRole('button', { name: pill });
  await joinOffline(page, network);
  await page.getByRole('link', { name: 'Mission' }).first().click();
  await expect(page).toHaveTitle('Our Mission');
  const sheet = await openUnsent(page);
  await expect(sheet).toBeVisible();
  // Back closes the sheet.
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(heading(page)).toHaveText('Coming Soon.');
  await expect(heading(page)).toBeFocused();
  // Discard asks once, and sends nothing.
  await openUnsent(page);
  const discard = sheet.getByRole('button', { name: 'Discard' });
  await discard.focus();
  await page.keyboard.press('Enter');
  const keep = sheet.getByRole('button', { name: 'Keep' });
  await expect(keep).toBeFocused();
  await expect(keep).toHaveAccessibleDescription(
    'Discard this message for good?',
  );
  // Escape answers the question, and leaves the dialog open.
  await page.keyboard.press('Escape');
  await expect(discard).toBeFocused();
  await page.keyboard.press('Enter');
  await sheet.getByRole('button', { name: 'Yes, discard' }).click();
  await expect(sheet.getByText('it may still arrive')).toBeVisible();
  await expect(sheet.getByText(nothing)).toBeVisible();
  await expect(sheet.getByRole('heading')).toBeFocused();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(pillButton).toBeHidden();
  await expect(heading(page)).toBeFocused();
  network.restore();
  // The pill goes with the focus on it.
  await joinOffline(page, network);
  await pillButton.focus();
  network.restore();
  await expect(pillButton).toBeHidden();
  await expect(heading(page)).toBeFocused();
  // Back closes the sheet where it leads to the same page, too.
  await joinOffline(page, network);
  await startEditing(page);
  await openUnsent(page);
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(heading(page)).toBeFocused();
  // An edit that is left sends the old words.
  await startEditing(page);
  network.restore();
  await page.getByRole('link', { name: 'pear' }).first().click();
  await expect.poll(() => records.count('waitlist')).toBe(2);
  // What the visitor clears is gone.
  await joinOffline(page, network);
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        indexedDB.deleteDatabase('pear').onsuccess = resolve;
      }),
  );
  await expect(page.getByText('Removed from this device.')).toBeVisible();
  await expect(pillButton).toBeHidden();
});

test('an action that comes too late says what came before it', async ({
  page,
  network,
  records,
  consoleLines,
}) => {
  await joinRefused(page, network);
  await expect(page.getByLabel('Favorite brand')).toHaveValue(shopper.brand);
  await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
  await expect(page.getByRole('main').getByRole('status')).toHaveCount(0);
  // No word of it.
  const refused = /^pear: waitlist [0-9a-f-]{36} was not accepted: permission-/;
  expect(consoleLines).toEqual([expect.stringMatching(refused)]);
  // A page that loads tries again what was refused; what Retry says is in
  // site/announcements.spec.ts.
  network.heal();
  await page.goto('/about');
  await expect.poll(() => records.count('waitlist')).toBe(1);
  const sheet = page.getByRole('dialog', { name: 'Unsent messages' });
  const press = (name: string) => sheet.getByRole('button', { name }).click();
  const beginSending = async () => {
    await page.goto('/waitlist');
    network.hold();
    const { commits } = network;
    await join(page);
    await network.sent(commits + 1);
    await openUnsent(page);
  };
  await beginSending();
  await press('Edit');
  network.release();
  await expect(sheet.getByText('It had been sent already.')).toBeVisible();
  await expect(sheet.getByRole('listitem')).toHaveCount(0);
  await expect(page).toHaveURL('/waitlist');
  // Who has agreed to discard is not told that it is kept.
  await beginSending();
  await press('Discard');
  await press('Yes, discard');
  await expect(sheet.getByText('One moment.')).toBeVisible();
  await press('Keep');
  const yes = sheet.getByRole('button', { name: 'Yes, discard' });
  await expect(yes).toBeVisible();
  network.cut();
  await expect(sheet.getByText('Discarded.')).toBeVisible();
  expect(await records.count('waitlist')).toBe(2);
});

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('a retry on a full disk ends', async ({ page, network, records }) => {
    await page.clock.install();
    await page.goto('/waitlist');
    network.fail({ kind: 'reset' });
    await join(page);
    const sheet = await openUnsent(page);
    await page.evaluate(quotaFull);
    const told = sheet.locator('[aria-live]').first();
    await sheet.getByRole('button', { name: 'Retry' }).click();
    await expect(told).toHaveText('Trying to send it now.');
    await page.clock.runFor(25_000);
    await expect(told).toHaveText('It could not be sent yet. It stays here.');
    network.heal();
    await page.reload();
    await expect.poll(() => records.count('waitlist')).toBe(1);
  });
});

test('the focus goes to the heading if the pill appears again under its sheet', async ({
  page,
  context,
  network,
}) => {
  await joinOffline(page, network);
  const sheet = await openUnsent(page);
  await sheet.getByRole('button', { name: 'Discard' }).click();
  await sheet.getByRole('button', { name: 'Yes, discard' }).click();
  await expect(sheet.getByText(nothing)).toBeVisible();
  const other = await context.newPage();
  await visit(other, '/waitlist');
  await join(other);
  await expect(sheet.getByRole('listitem')).toHaveCount(1);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: pill })).toBeVisible();
  await expect(heading(page)).toBeFocused();
});
