import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import {
  brandForm,
  careersForm,
  expectRecords,
  feedbackForm,
  fillIn,
  submit,
} from '../../support/forms.ts';
import { inStore } from '../../support/indexed-db.ts';
import { joinOffline, openUnsent, pill } from '../../support/unsent.ts';
import {
  expectSent,
  join,
  saved,
  shopper,
  visit,
} from '../../support/waitlist.ts';

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

/** All that the site keeps of its visitor here. */
async function keptIn(page: Page) {
  const email = await page.evaluate(() => localStorage.pear_user_email ?? '');
  const drafts = await page.evaluate(() =>
    Object.keys(sessionStorage).filter((key) => key.startsWith('pear-draft')),
  );
  const unsent = await page.evaluate(inStore, {});
  const receipts = await page.evaluate(inStore, { store: 'receipts' });
  return [email, drafts.length, unsent.length, receipts.length];
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
  const all =
    'your email, what is typed in this tab and the notes of what was sent';
  await expect(keep).toHaveAccessibleDescription(
    `This removes ${all} from this device.`,
  );
  await keep.click();
  await expect(forget).toBeFocused();
  expect(await keptIn(page)).toEqual([shopper.email, 1, 0, 1]);
  await askToForget(disclosure);
  await agree(disclosure);
  const told = disclosure.getByRole('status');
  await expect(told).toHaveText(`Removed from this device: ${all}.`);
  await expect(forget).toBeFocused();
  expect(await keptIn(page)).toEqual(['', 0, 0, 0]);
  await expect(page.getByLabel('Name')).toHaveValue('');
  await expect(page.getByLabel('Email')).toHaveValue('');
  await expect(page.getByLabel('Email')).toBeEditable();
  // What has been sent stays so, also where a page tells of it.
  await expectSent(other);
  expect(await records.count('waitlist')).toBe(1);
  // Nor is what was typed and taken back.
  await page.getByLabel('Name').fill('A');
  await page.getByLabel('Name').fill('');
  await askToForget(disclosure);
  await expect(told).toHaveText('There is nothing to forget.');
});

test('what is forgotten unsent is gone in every tab, and is never sent', async ({
  page,
  context,
  network,
  records,
}) => {
  const other = await context.newPage();
  await joinOffline(page, network);
  await other.goto('/brandSignup');
  await fillIn(other, brandForm);
  await submit(other, brandForm);
  await expect(other.getByText(saved)).toBeVisible();
  const sheet = await openUnsent(page);
  await expect(sheet.getByRole('listitem')).toHaveCount(2);
  await askToForget(sheet);
  await expect(sheet.getByText(/^This removes/)).toHaveText(
    'This removes your email and 2 messages not sent yet from this device. What is unsent will not reach us.',
  );
  await agree(sheet);
  await expect(sheet.getByRole('status')).toHaveText(
    'Removed from this device: your email and 2 messages not sent yet. A message that was on its way already may still arrive.',
  );
  await expect(sheet.getByText('Nothing is waiting to be sent.')).toBeVisible();
  expect(await keptIn(page)).toEqual(['', 0, 0, 0]);
  await sheet.getByRole('button', { name: 'Close' }).click();
  for (const tab of [page, other]) {
    await expect(tab.getByRole('button', { name: pill })).toBeHidden();
    await expect(tab.getByText('Removed from this device.')).toBeVisible();
  }
  network.restore();
  // Once a later message has gone, an earlier one would have gone as well.
  const before = network.commits;
  await page.goto('/feedback');
  await fillIn(page, feedbackForm);
  await submit(page, feedbackForm);
  await expectSent(page);
  expect(network.commits).toBe(before + 1);
  expect(await records.count('waitlist')).toBe(0);
  expect(await records.count('brandContact')).toBe(0);
});

test('what comes or is on its way while it asks is counted truly', async ({
  page,
  context,
  network,
  records,
}) => {
  await visit(page, '/waitlist');
  network.hold();
  await join(page);
  await network.sent(1);
  const other = await context.newPage();
  await other.goto('/careers');
  const disclosure = await openDisclosure(other);
  const told = disclosure.getByRole('status');
  await test.step('what is being sent is waited for', async () => {
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
    expect(await keptIn(other)).toEqual(['', 0, 0, 0]);
    expect(await records.count('waitlist')).toBe(1);
    expect(network.commits).toBe(1);
  });
  await test.step('what is sent meanwhile is no part of it', async () => {
    await records.clear();
    await joinOffline(page, network);
    await askToForget(disclosure);
    await expect(disclosure.getByText(one)).toBeVisible();
    await fillIn(other, careersForm);
    await submit(other, careersForm);
    await expect(other.getByText(saved)).toBeVisible();
    await agree(disclosure);
    await expect(told).toHaveText(
      /^Removed from this device: your email and 1 message not sent yet\./,
    );
    network.restore();
    await expectSent(other);
    await expectRecords(records, careersForm);
  });
});

test('where messages cannot be removed, it says so', {
  tag: '@firefox',
}, async ({ page, network }) => {
  await joinOffline(page, network);
  const breakStore = (method: string) =>
    page.evaluate((name) => {
      Object.assign(IDBObjectStore.prototype, {
        [name]: () => {
          throw new DOMException('As the test has it', 'UnknownError');
        },
      });
    }, method);
  await breakStore('clear');
  const disclosure = await openDisclosure(page);
  await askToForget(disclosure);
  await agree(disclosure);
  const told = disclosure.getByRole('status');
  const unreachable =
    'The messages kept on this device could not be reached. Please try again.';
  await expect(told).toHaveText(
    `Removed from this device: your email. ${unreachable}`,
  );
  await expect(page.getByRole('button', { name: pill })).toBeVisible();
  expect(await keptIn(page)).toEqual(['', 0, 1, 0]);
  await page.evaluate(() => {
    IDBObjectStore.prototype.getAll = () => {
      throw new DOMException('As the test has it', 'UnknownError');
    };
  });
  await askToForget(disclosure);
  await expect(told).toHaveText(unreachable);
});
