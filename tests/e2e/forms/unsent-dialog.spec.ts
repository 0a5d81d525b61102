import { expect, test } from '../../support/fixtures.ts';
import { getHeading, openWithWorker } from '../../support/loading.ts';
import {
  getUnsentButton,
  getUnsentDialog,
  joinWaitlistOffline,
  openUnsentDialog,
  startEditing,
} from '../../support/unsent.ts';
import { joinWaitlist } from '../../support/waitlist.ts';

test('the focus moves to a heading or button when the focused element disappears', {
  tag: '@firefox',
}, async ({ page, network }) => {
  const unsentButton = getUnsentButton(page);
  const dialog = getUnsentDialog(page);
  await joinWaitlistOffline(page, network);

  await test.step('one Back closes the unsent dialog, shows the previous page and focuses its heading', async () => {
    await page.getByRole('link', { name: 'Mission' }).first().click();
    await expect(page).toHaveTitle('Our Mission');
    await openUnsentDialog(page);
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(getHeading(page)).toHaveText('Coming Soon.');
    await expect(getHeading(page)).toBeFocused();
  });

  await test.step('Escape closes the confirmation and focuses the button "Discard" again', async () => {
    await openUnsentDialog(page);
    const discardButton = dialog.getByRole('button', { name: 'Discard' });
    await discardButton.press('Enter');

    const keepButton = dialog.getByRole('button', { name: 'Keep' });
    await expect(keepButton).toBeFocused();
    const confirmationText = 'Discard this message for good?';
    await expect(keepButton).toHaveAccessibleDescription(confirmationText);

    await page.keyboard.press('Escape');
    await expect(discardButton).toBeFocused();
  });

  await test.step('discarding the last submission focuses the heading of the unsent dialog', async () => {
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Yes, discard' }).click();
    await expect(dialog.getByText('it may still arrive')).toBeVisible();
    await expect(dialog.getByText(/^Nothing is waiting/)).toBeVisible();
    await expect(dialog.getByRole('heading')).toBeFocused();

    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(unsentButton).toBeHidden();
    await expect(getHeading(page)).toBeFocused();
    network.restore();
  });

  await test.step('the page heading gets the focus when the last submission is sent', async () => {
    await joinWaitlistOffline(page, network);
    await unsentButton.focus();
    network.restore();
    await expect(unsentButton).toBeHidden();
    await expect(getHeading(page)).toBeFocused();
  });
});

test('leaving the form during an edit sends the original submission', {
  tag: '@firefox',
}, async ({ page, network, records }) => {
  await joinWaitlistOffline(page, network);
  await startEditing(page);
  network.restore();
  await page.getByRole('link', { name: 'pear' }).first().click();
  await expect.poll(() => records.count('waitlist')).toBe(1);
});

test('if the database is deleted, the page says that the submission was removed', {
  tag: '@firefox',
}, async ({ page, network }) => {
  await joinWaitlistOffline(page, network);
  await page.evaluate(() => void indexedDB.deleteDatabase('pear'));
  await expect(page.getByText('Removed from this device.')).toBeVisible();
  await expect(getUnsentButton(page)).toBeHidden();
});

test('the button "Edit" does not open a submission that was delivered meanwhile', {
  tag: '@firefox',
}, async ({ page, network }) => {
  await openWithWorker(page, '/waitlist');
  network.hold();
  await joinWaitlist(page);
  await network.waitForCommits(1);

  const dialog = await openUnsentDialog(page);
  await dialog.getByRole('button', { name: 'Edit' }).click();
  network.release();
  await expect(dialog.getByText('It was already sent.')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(0);
  await expect(page).toHaveURL('/waitlist');
});
