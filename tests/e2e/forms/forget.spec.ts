import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { openWithWorker } from '../../support/loading.ts';
import {
  getUnsentButton,
  joinWaitlistOffline,
  openUnsentDialog,
} from '../../support/unsent.ts';
import { expectSent, joinWaitlist, shopper } from '../../support/waitlist.ts';
import { readStoredData, receiptFields } from './stored-data.ts';

const emptyData = { email: '', drafts: [], unsent: 0, receipts: [] };

async function openDisclosure(page: Page): Promise<Locator> {
  await page.getByText('What happens to what I send?').click();
  return page.locator('main details');
}

const getForgetButton = (parent: Locator) =>
  parent.getByRole('button', { name: 'Forget me' });
const getConfirmButton = (parent: Locator) =>
  parent.getByRole('button', { name: 'Yes, forget me' });

test('the button "Forget me" deletes all stored data after a confirmation', {
  tag: ['@firefox', '@emulator'],
}, async ({ page, context, records }) => {
  const otherTab = await context.newPage();
  await otherTab.goto('/waitlist');
  await joinWaitlist(otherTab);
  await expectSent(otherTab);

  await page.goto('/feedback');
  await page.getByLabel('Name').fill('Ada');
  await page.bringToFront();
  const disclosure = await openDisclosure(page);
  const status = disclosure.getByRole('status');
  const dataText =
    'your email, what you have typed and the notes of what was sent';

  await test.step('the button "Keep everything" deletes nothing', async () => {
    await getForgetButton(disclosure).click();
    const keepButton = page.getByRole('button', { name: 'Keep everything' });
    await expect(keepButton).toBeFocused();

    const description = `This removes from this device: ${dataText}.`;
    await expect(keepButton).toHaveAccessibleDescription(description);
    await keepButton.click();
    await expect(getForgetButton(disclosure)).toBeFocused();

    const drafts = ['pear-draft-feedback'];
    const expectedData = { ...emptyData, email: shopper.email, drafts };
    const receipts = [receiptFields];
    expect(await readStoredData(page)).toEqual({ ...expectedData, receipts });
  });

  await test.step('the button "Yes, forget me" deletes the stored data and lists what was removed', async () => {
    await getForgetButton(disclosure).click();
    await getConfirmButton(disclosure).click();
    await expect(status).toHaveText(`Removed from this device: ${dataText}.`);
    await expect(getForgetButton(disclosure)).toBeFocused();

    expect(await readStoredData(page)).toEqual(emptyData);
    await expect(page.getByLabel('Name')).toHaveValue('');
    await expect(page.getByLabel('Email')).toHaveValue('');
    await expect(page.getByLabel('Email')).toBeEditable();
  });

  await test.step('after "Forget me", another tab still shows the status "Sent."', async () => {
    await expectSent(otherTab);
    expect(await records.count('waitlist')).toBe(1);
  });

  await getForgetButton(disclosure).click();
  await expect(status).toHaveText('There is nothing to forget.');
});

test('the button "Forget me" waits until a running delivery ends', async ({
  page,
  network,
  records,
}) => {
  await openWithWorker(page, '/waitlist');
  network.hold();
  await joinWaitlist(page);
  await network.waitForCommits(1);
  const otherTab = await page.context().newPage();
  await otherTab.goto('/careers');
  const disclosure = await openDisclosure(otherTab);
  const status = disclosure.getByRole('status');
  await getForgetButton(disclosure).click();
  await expect(disclosure.getByText(/1 unsent message/)).toBeVisible();

  await getConfirmButton(disclosure).click();
  await expect(status).toHaveText('One moment.');
  network.release();
  await expect(status).toHaveText(
    'Removed from this device: your email and the notes of what was sent.',
  );
  expect(await readStoredData(otherTab)).toEqual(emptyData);
  expect(await records.count('waitlist')).toBe(1);
  expect(network.commits).toBe(1);
});

test('a submission that "Forget me" has deleted is never sent', async ({
  page,
  network,
  records,
}) => {
  await joinWaitlistOffline(page, network);
  const dialog = await openUnsentDialog(page);
  await getForgetButton(dialog).click();
  await expect(dialog.getByText(/^This removes/)).toHaveText(
    'This removes from this device: your email and 1 unsent message. Unsent messages will not reach us.',
  );

  await getConfirmButton(dialog).click();
  await expect(dialog.getByRole('status')).toHaveText(
    'Removed from this device: your email and 1 unsent message. A message that is already on its way may still arrive.',
  );
  await expect(dialog.getByRole('listitem')).toHaveCount(0);
  await expect(getForgetButton(dialog)).toBeFocused();

  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Removed from this device.')).toBeVisible();
  network.restore();
  await page.goto('/waitlist');
  await joinWaitlist(page);
  await expectSent(page);
  expect(await records.count('waitlist')).toBe(1);
});

test('the button "Forget me" reports submissions that it cannot delete or read', {
  tag: '@firefox',
}, async ({ page, network }) => {
  await joinWaitlistOffline(page, network);
  const disclosure = await openDisclosure(page);
  const status = disclosure.getByRole('status');

  const breakStore = (method: 'clear' | 'getAll') =>
    page.evaluate((name) => {
      IDBObjectStore.prototype[name] = () => {
        throw new DOMException('Broken by the test', 'UnknownError');
      };
    }, method);
  const storeErrorText =
    'The messages kept on this device could not be opened. Please try again.';

  await breakStore('clear');
  await getForgetButton(disclosure).click();
  await getConfirmButton(disclosure).click();
  await expect(status).toHaveText(
    `Removed from this device: your email. ${storeErrorText}`,
  );
  await expect(getUnsentButton(page)).toBeVisible();
  expect(await readStoredData(page)).toEqual({ ...emptyData, unsent: 1 });

  await breakStore('getAll');
  await getForgetButton(disclosure).click();
  await expect(status).toHaveText(storeErrorText);
});
