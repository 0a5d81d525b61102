import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { joinOffline, openUnsent, pill } from '../../support/unsent.ts';
import { expectSent, join, shopper, visit } from '../../support/waitlist.ts';
import { keptIn, receipt } from './kept.ts';

const nothing = { email: '', drafts: [], unsent: 0, receipts: [] };
const one = /1 message not sent yet/;

/** Opens the page's disclosure and returns what is in it. */
async function openDisclosure(page: Page): Promise<Locator> {
  await page.getByText('What happens to what I send?').click();
  return page.locator('main details');
}

/** Asks to be forgotten, there or in the sheet. */
async function askToForget(place: Locator): Promise<void> {
  await place.getByRole('button', { name: 'Forget me on this device' }).click();
}

async function agree(place: Locator): Promise<void> {
  await place.getByRole('button', { name: 'Yes, forget me' }).click();
}

test('forgetting asks, removes all of it and says what', {
  tag: ['@firefox', '@emulator'],
}, async ({ page, context, records }) => {
  const other = await context.newPage();
  await other.goto('/waitlist');
  await join(other);
  await expectSent(other);
  await page.goto('/feedback');
  await page.getByLabel('Name').fill('Ada');
  await page.bringToFront();
  const disclosure = await openDisclosure(page);
  const forget = disclosure.getByRole('button', { name: 'Forget me' });
  await askToForget(disclosure);
  const keep = disclosure.getByRole('button', { name: 'Keep everything' });
  await expect(keep).toBeFocused();
  const all = 'your email, what you have typed and the notes of what was sent';
  await expect(keep).toHaveAccessibleDescription(
    `This removes ${all} from this device.`,
  );
  await keep.click();
  await expect(forget).toBeFocused();
  expect(await keptIn(page)).toEqual({
    email: shopper.email,
    drafts: ['pear-draft-feedback'],
    unsent: 0,
    receipts: [receipt],
  });
  await askToForget(disclosure);
  await agree(disclosure);
  const told = disclosure.getByRole('status');
  await expect(told).toHaveText(`Removed from this device: ${all}.`);
  await expect(forget).toBeFocused();
  expect(await keptIn(page)).toEqual(nothing);
  await expect(page.getByLabel('Name')).toHaveValue('');
  await expect(page.getByLabel('Email')).toHaveValue('');
  await expect(page.getByLabel('Email')).toBeEditable();
  // What has been sent stays so, also where a page tells of it.
  await expectSent(other);
  expect(await records.count('waitlist')).toBe(1);
  await askToForget(disclosure);
  await expect(told).toHaveText('There is nothing to forget.');
});

test('forgetting counts truly', async ({ page, context, network, records }) => {
  await visit(page, '/waitlist');
  network.hold();
  await join(page);
  await network.sent(1);
  const other = await context.newPage();
  await other.goto('/careers');
  // What is being sent is waited for.
  const disclosure = await openDisclosure(other);
  const told = disclosure.getByRole('status');
  await askToForget(disclosure);
  await expect(disclosure.getByText(one)).toBeVisible();
  await agree(disclosure);
  await expect(told).toHaveText('One moment.');
  // Asked again meanwhile, the question is about what will be gone.
  await askToForget(disclosure);
  await expect(disclosure.getByText(one)).toBeVisible();
  network.release();
  await expect(told).toHaveText(
    'Removed from this device: your email and the notes of what was sent.',
  );
  await expect(disclosure.getByText(/^This removes/)).toBeHidden();
  expect(await keptIn(other)).toEqual(nothing);
  expect(await records.count('waitlist')).toBe(1);
  expect(network.commits).toBe(1);
  // What was unsent is never sent.
  await joinOffline(page, network);
  const sheet = await openUnsent(page);
  await askToForget(sheet);
  await expect(sheet.getByText(/^This removes/)).toHaveText(
    'This removes your email and 1 message not sent yet from this device. What is unsent will not reach us.',
  );
  await agree(sheet);
  await expect(sheet.getByRole('status')).toHaveText(
    'Removed from this device: your email and 1 message not sent yet. A message that was on its way already may still arrive.',
  );
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Removed from this device.')).toBeVisible();
  network.restore();
  await page.goto('/waitlist');
  await join(page);
  await expectSent(page);
  expect(await records.count('waitlist')).toBe(2);
});

test('where messages cannot be removed, it says so', {
  tag: '@firefox',
}, async ({ page, network }) => {
  await joinOffline(page, network);
  const disclosure = await openDisclosure(page);
  const told = disclosure.getByRole('status');
  const breakStore = (method: string) =>
    page.evaluate((name) => {
      Object.assign(IDBObjectStore.prototype, {
        [name]: () => {
          throw new DOMException('As the test has it', 'UnknownError');
        },
      });
    }, method);
  const unreachable =
    'The messages kept on this device could not be reached. Please try again.';
  await breakStore('clear');
  await askToForget(disclosure);
  await agree(disclosure);
  await expect(told).toHaveText(
    `Removed from this device: your email. ${unreachable}`,
  );
  await expect(page.getByRole('button', { name: pill })).toBeVisible();
  expect(await keptIn(page)).toEqual({ ...nothing, unsent: 1 });
  await breakStore('getAll');
  await askToForget(disclosure);
  await expect(told).toHaveText(unreachable);
});
