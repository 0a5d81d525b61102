import type { Page } from 'playwright/test';
import { quotaFull } from '../../faults/injected-scripts.ts';
import { expect, test } from '../../support/fixtures.ts';
import { accessStore } from '../../support/indexed-db.ts';
import { openWithWorker } from '../../support/loading.ts';
import {
  joinOffline,
  openUnsent,
  startEditing,
  unsentLabel,
} from '../../support/unsent.ts';
import { joinWaitlist } from '../../support/waitlist.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const dialogIn = (page: Page) =>
  page.getByRole('dialog', { name: 'Unsent messages' });

test('the focus moves when the focused element is removed', {
  tag: '@firefox',
}, async ({ page, network, records }) => {
  const pillButton = page.getByRole('button', { name: unsentLabel });
  const dialog = dialogIn(page);
  await joinOffline(page, network);
  await test.step('Back closes the dialog and focuses the heading of the previous page', async () => {
    await page.getByRole('link', { name: 'Mission' }).first().click();
    await expect(page).toHaveTitle('Our Mission');
    await openUnsent(page);
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(heading(page)).toHaveText('Coming Soon.');
    await expect(heading(page)).toBeFocused();
  });
  await test.step('Escape cancels a discard and focuses its button again', async () => {
    await openUnsent(page);
    const discard = dialog.getByRole('button', { name: 'Discard' });
    await discard.press('Enter');
    const keep = dialog.getByRole('button', { name: 'Keep' });
    await expect(keep).toBeFocused();
    const question = 'Discard this message for good?';
    await expect(keep).toHaveAccessibleDescription(question);
    await page.keyboard.press('Escape');
    await expect(discard).toBeFocused();
  });
  await test.step('discarding the last message focuses the heading of the dialog', async () => {
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Yes, discard' }).click();
    await expect(dialog.getByText('it may still arrive')).toBeVisible();
    const empty = 'Nothing is waiting to be sent.';
    await expect(dialog.getByText(empty)).toBeVisible();
    await expect(dialog.getByRole('heading')).toBeFocused();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(pillButton).toBeHidden();
    await expect(heading(page)).toBeFocused();
    network.restore();
  });
  await test.step('the heading of the page gets the focus when the last message is sent', async () => {
    await joinOffline(page, network);
    await pillButton.focus();
    network.restore();
    await expect(pillButton).toBeHidden();
    await expect(heading(page)).toBeFocused();
  });
  await test.step('Back to the same page closes the dialog and focuses the heading', async () => {
    await joinOffline(page, network);
    await startEditing(page);
    await openUnsent(page);
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(heading(page)).toBeFocused();
  });
  await test.step('leaving the page of an edit sends the message', async () => {
    await startEditing(page);
    network.restore();
    await page.getByRole('link', { name: 'pear' }).first().click();
    await expect.poll(() => records.count('waitlist')).toBe(2);
  });
  await test.step('clearing the site data shows that the message was removed', async () => {
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
});

test('Edit and Discard await delivery', async ({ page, network, records }) => {
  const dialog = dialogIn(page);
  const click = (name: string) => dialog.getByRole('button', { name }).click();
  const startDelivery = async () => {
    await page.goto('/waitlist');
    network.hold();
    const { commits } = network;
    await joinWaitlist(page);
    await network.sent(commits + 1);
    await openUnsent(page);
  };
  await test.step('Edit of a message that was sent changes nothing', async () => {
    await startDelivery();
    await click('Edit');
    network.release();
    await expect(dialog.getByText('It had been sent already.')).toBeVisible();
    await expect(dialog.getByRole('listitem')).toHaveCount(0);
    await expect(page).toHaveURL('/waitlist');
  });
  await test.step('Keep does not cancel a discard in progress', async () => {
    await startDelivery();
    await click('Discard');
    await click('Yes, discard');
    await expect(dialog.getByText('One moment.')).toBeVisible();
    await click('Keep');
    const yes = dialog.getByRole('button', { name: 'Yes, discard' });
    await expect(yes).toBeVisible();
    network.cut();
    await expect(dialog.getByText('Discarded.')).toBeVisible();
    expect(await records.count('waitlist')).toBe(1);
  });
});

test('the heading gets the focus if the pill was rendered again', async ({
  page,
  network,
}) => {
  await joinOffline(page, network);
  const dialog = await openUnsent(page);
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await dialog.getByRole('button', { name: 'Yes, discard' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(0);
  const other = await page.context().newPage();
  await openWithWorker(other, '/waitlist');
  await joinWaitlist(other);
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: unsentLabel })).toBeVisible();
  await expect(heading(page)).toBeFocused();
});

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('a retry fails on a full disk', async ({ page, network, records }) => {
    await page.clock.install();
    await page.goto('/waitlist');
    network.fail({ kind: 'reset' });
    await joinWaitlist(page);
    const attempts = async () =>
      (await page.evaluate(accessStore, {}))[0]?.attempts;
    await expect.poll(attempts).toBe(1);
    const dialog = await openUnsent(page);
    await page.evaluate(quotaFull);
    const announcement = dialog.locator('[aria-live]').first();
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await expect(announcement).toHaveText('Trying to send it now.');
    await page.clock.runFor(25_000);
    const notYet = 'It could not be sent yet. It stays here.';
    await expect(announcement).toHaveText(notYet);
    network.heal();
    await page.reload();
    await expect.poll(() => records.count('waitlist')).toBe(1);
  });
});
