import { conflictText } from '../../../src/content/delivery.ts';
import { formTexts } from '../../../src/content/form-texts.ts';
import { unsentTexts } from '../../../src/content/unsent.ts';
import { expect, test } from '../../support/fixtures.ts';
import { submit, waitlistForm } from '../../support/forms.ts';
import { listHeldLocks } from '../../support/gestures.ts';
import { waitForReact } from '../../support/loading.ts';
import type { Records } from '../../support/records.ts';
import {
  expectSaved,
  failToJoinWaitlist,
  getUnsentButton,
  joinWaitlistOffline,
  openUnsentDialog,
  startEditing,
} from '../../support/unsent.ts';
import {
  expectSent,
  expectThanks,
  getBrandField,
  getEmailField,
  shopper,
} from '../../support/waitlist.ts';

async function readBrands(records: Records): Promise<unknown[]> {
  const storedRecords = await records.list('waitlist');
  return storedRecords.map(({ fields }) => fields.favoriteBrand);
}

test('the site does not deliver a submission while the visitor edits it', async ({
  page,
  network,
  records,
}) => {
  const otherTab = await page.context().newPage();
  await joinWaitlistOffline(page, network);
  await startEditing(page);

  await test.step('after an edit was submitted unchanged, the form does not offer to cancel the edit', async () => {
    const cancelButton = page.getByRole('button', { name: formTexts.cancel });
    await expect(cancelButton).toBeVisible();
    await submit(page, waitlistForm);
    await expectSaved(page);
    await expect(cancelButton).toBeHidden();
  });

  await startEditing(page);
  network.restore();

  await test.step('during an edit, the button "Retry" in another tab sends the original submission', async () => {
    await otherTab.goto('/');
    const dialog = await openUnsentDialog(otherTab);
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => records.count('waitlist')).toBe(1);
    await expect(getUnsentButton(page)).toBeHidden();
  });

  await test.step('if the original was sent during the edit, the form says so, and a second submit sends a new submission', async () => {
    await getBrandField(page).fill('Lopewell');
    await submit(page, waitlistForm);
    await expect(page.getByRole('alert')).toHaveText(conflictText);
    await expect(getBrandField(page)).toHaveValue('Lopewell');
    expect(await records.count('waitlist')).toBe(1);

    await submit(page, waitlistForm);
    await expectSent(page);
    expect(await records.count('waitlist')).toBe(2);
  });

  await test.step('another tab delivers the submission after the editing tab was closed', async () => {
    await joinWaitlistOffline(page, network);
    await startEditing(page);
    network.restore();
    await page.close();
    await otherTab.goto('/');
    await expect.poll(() => records.count('waitlist')).toBe(3);
  });
});

test('the form stores separate drafts for an edit and for a new submission', async ({
  page,
  network,
  records,
}) => {
  await joinWaitlistOffline(page, network);
  await page.goto('/careers');
  await page.goto('/waitlist');
  await getBrandField(page).fill('Draft of a new message');
  const dialog = await openUnsentDialog(page);
  await dialog.getByRole('button', { name: 'Edit' }).dblclick();
  await expect(getBrandField(page)).toHaveValue(shopper.brand);
  await getBrandField(page).fill('Lopewell');

  await test.step('a reload restores the draft of the edit, and so does another click on "Edit"', async () => {
    await page.reload();
    await expect(getEmailField(page)).toHaveValue(shopper.email);
    await expect(getBrandField(page)).toHaveValue('Lopewell');
    const listEditLocks = () => page.evaluate(listHeldLocks, 'pear-edit-');
    await expect.poll(listEditLocks).toHaveLength(1);
    await startEditing(page);
    await expect(getBrandField(page)).toHaveValue('Lopewell');
  });

  await test.step('a submit sends the edited text in place of the original submission', async () => {
    network.restore();
    await submit(page, waitlistForm);
    await expectSent(page);
    await expect(getUnsentButton(page)).toBeHidden();
    await expect(page.getByText(waitlistForm.thanks)).toBeFocused();
    expect(await readBrands(records)).toEqual(['Lopewell']);
  });

  await test.step('after the edit was sent, a reload restores the draft of another submission', async () => {
    await page.reload();
    await expect(getBrandField(page)).toHaveValue('Draft of a new message');
    await expect(getEmailField(page)).toHaveValue('');
  });
});

test('after the server stops refusing a submission, Retry or another submit delivers the submission', async ({
  page,
  network,
  records,
}) => {
  const retryInOtherTab = async () => {
    const otherTab = await page.context().newPage();
    await otherTab.goto('/about');
    const dialog = await openUnsentDialog(otherTab);
    // Otherwise the other page's first delivery could send the submission.
    network.hold();
    network.heal();
    await dialog.getByRole('button', { name: 'Retry' }).click();
    network.release();
    await expect(dialog.getByText(unsentTexts.empty)).toBeVisible();

    await otherTab.close();
  };

  await test.step('a click on "Retry" in another tab replaces the form in this tab with the thank-you message', async () => {
    await failToJoinWaitlist(page, network);
    await expect(page.locator('main [type="submit"]')).toBeFocused();
    await retryInOtherTab();
    await expectThanks(page);
    await expectSent(page);
    await expect(page.getByRole('alert')).toBeHidden();
  });

  await test.step('after a retry in another tab, a form with changed text says that the original submission was sent', async () => {
    await failToJoinWaitlist(page, network);
    await getBrandField(page).fill('Lopewell');
    await retryInOtherTab();
    await expect(page.getByRole('alert')).toHaveText(conflictText);
    await submit(page, waitlistForm);
    await expectSent(page);
  });

  await test.step('after a reload, "Edit" opens a refused submission with the edits made before the reload', async () => {
    await failToJoinWaitlist(page, network);
    await getBrandField(page).fill('Weft');
    await page.reload();
    await waitForReact(page);
    await expect(getBrandField(page)).toHaveValue('');
    await startEditing(page);
    await expect(getBrandField(page)).toHaveValue('Weft');
  });

  network.heal();
  await submit(page, waitlistForm);
  await expectSent(page);
  expect((await readBrands(records)).sort()).toEqual(
    ['Lopewell', shopper.brand, shopper.brand, 'Weft'].sort(),
  );
  expect(await records.count('favoriteBrand')).toBe(4);
});

test('submitting an edit fails while the outbox cannot be read, and succeeds afterwards', {
  tag: '@firefox',
}, async ({ page, network, records }) => {
  await joinWaitlistOffline(page, network);
  await startEditing(page);
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (...request) {
      if (!sessionStorage.mended) throw new DOMException('', 'UnknownError');
      return open.apply(this, request);
    };
  });
  await page.reload();
  await waitForReact(page);
  await getBrandField(page).fill('Lopewell');
  await submit(page, waitlistForm);
  await expect(page.getByRole('alert')).toHaveText(waitlistForm.failure);

  await page.evaluate(() => sessionStorage.setItem('mended', 'yes'));
  // The same press reads the submission, fills in its email, and submits.
  await submit(page, waitlistForm);
  await expectSaved(page);

  network.restore();
  await expectSent(page);
  const fields = { email: shopper.email, favoriteBrand: 'Lopewell' };
  expect(await records.list('waitlist')).toMatchObject([{ fields }]);
});
