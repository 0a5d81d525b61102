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
import { hydrated } from '../../support/hydrated.ts';
import { inStore } from '../../support/indexed-db.ts';
import { joinOffline, openUnsent, pill } from '../../support/unsent.ts';
import {
  join,
  remember,
  saved,
  sent,
  shopper,
  visit,
} from '../../support/waitlist.ts';

/** Opens the page's disclosure and gives what is in it. */
async function openDisclosure(page: Page): Promise<Locator> {
  await page.getByText('What happens to what I send?').click();
  return page.locator('main details');
}

/** Asks to be forgotten, there or in the sheet. */
async function askToForget(place: Locator): Promise<void> {
  await place.getByRole('button', { name: 'Forget me on this device' }).click();
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

test("'Not you?' empties the email, and nothing else, in every tab", {
  tag: ['@firefox', '@emulator'],
}, async ({ page, context, records }) => {
  const other = await context.newPage();
  await page.goto('/about');
  await page.evaluate(remember, shopper.email);
  for (const tab of [page, other]) {
    await tab.goto('/feedback');
    await hydrated(tab);
    await expect(tab.getByLabel('Email')).not.toBeEditable();
    await tab.getByLabel('Name').fill('Bea');
    await tab.getByLabel('Message').fill('Fine.');
  }
  await page.bringToFront();
  await page.getByRole('button', { name: 'Not you?' }).click();
  await expect(page.getByLabel('Email')).toBeFocused();
  for (const tab of [page, other]) {
    await expect(tab.getByLabel('Email')).toBeEditable();
    await expect(tab.getByLabel('Email')).toHaveValue('');
    await expect(tab.getByLabel('Name')).toHaveValue('Bea');
    await expect(tab.getByLabel('Message')).toHaveValue('Fine.');
    await expect(tab.getByRole('button', { name: 'Not you?' })).toBeHidden();
  }
  for (const tab of [page, other]) {
    await tab.reload();
    await expect(tab.getByLabel('Message')).toHaveValue('Fine.');
    await expect(tab.getByLabel('Email')).toHaveValue('');
  }
  await page.getByLabel('Email').fill('bea@loom.example');
  await submit(page, feedbackForm);
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
  const fields = { name: 'Bea', email: 'bea@loom.example', message: 'Fine.' };
  expect(await records.list('feedback')).toMatchObject([{ fields }]);
});

test("'Not you?' also takes the email out of what was typed", async ({
  page,
}) => {
  await page.goto('/feedback');
  await hydrated(page);
  await page.getByLabel('Email').fill(shopper.email);
  await page.evaluate(remember, shopper.email);
  await page.reload();
  await page.getByRole('button', { name: 'Not you?' }).click();
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.reload();
  await hydrated(page);
  await expect(page.getByLabel('Email')).toBeEditable();
  await expect(page.getByLabel('Email')).toHaveValue('');
});

test('forgetting asks, removes all of it and says what', {
  tag: ['@firefox', '@emulator'],
}, async ({ page, context, records }) => {
  const other = await context.newPage();
  await other.goto('/waitlist');
  await join(other);
  await expect(other.getByText(sent, { exact: true })).toBeVisible();
  await page.goto('/feedback');
  await page.getByLabel('Name').fill('Ada');
  await page.bringToFront();
  const disclosure = await openDisclosure(page);
  await askToForget(disclosure);
  const keep = disclosure.getByRole('button', { name: 'Keep everything' });
  await expect(keep).toBeFocused();
  const all =
    'your email, what is typed in this tab and the notes of what was sent';
  await expect(keep).toHaveAccessibleDescription(
    `This removes ${all} from this device.`,
  );
  await keep.click();
  await expect(
    disclosure.getByRole('button', { name: 'Forget me' }),
  ).toBeFocused();
  expect(await keptIn(page)).toEqual([shopper.email, 1, 0, 1]);
  await askToForget(disclosure);
  await disclosure.getByRole('button', { name: 'Yes, forget me' }).click();
  const told = disclosure.getByRole('status');
  await expect(told).toHaveText(`Removed from this device: ${all}.`);
  await expect(
    disclosure.getByRole('button', { name: 'Forget me' }),
  ).toBeFocused();
  expect(await keptIn(page)).toEqual(['', 0, 0, 0]);
  await expect(page.getByLabel('Name')).toHaveValue('');
  await expect(page.getByLabel('Email')).toHaveValue('');
  await expect(page.getByLabel('Email')).toBeEditable();
  // What has been sent stays so, also where a page tells of it.
  await expect(other.getByText(sent, { exact: true })).toBeVisible();
  expect(await records.count('waitlist')).toBe(1);
  // Nor is what was typed and taken back.
  await page.getByLabel('Name').fill('A');
  await page.getByLabel('Name').fill('');
  await askToForget(disclosure);
  await expect(told).toHaveText('There is nothing to forget.');
});

test('what is forgotten unsent is gone in every tab, and is never sent', {
  tag: ['@firefox', '@emulator'],
}, async ({ page, context, network, records }) => {
  const other = await context.newPage();
  await joinOffline(page, network);
  await other.goto('/brandSignup');
  await fillIn(other, brandForm);
  await submit(other, brandForm);
  await expect(other.getByText(saved)).toBeVisible();
  const sheet = await openUnsent(page);
  await expect(sheet.getByRole('listitem')).toHaveCount(2);
  await askToForget(sheet);
  const question = sheet.getByText(/^This removes/);
  await expect(question).toHaveText(
    'This removes your email and 2 messages not sent yet from this device. What is unsent will not reach us.',
  );
  await sheet.getByRole('button', { name: 'Yes, forget me' }).click();
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
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
  expect(network.commits).toBe(before + 1);
  expect(await records.count('waitlist')).toBe(0);
  expect(await records.count('brandContact')).toBe(0);
});

test('what is sent while the question stands is no part of it', {
  tag: '@firefox',
}, async ({ page, network, records }) => {
  await joinOffline(page, network);
  await page.goto('/careers');
  const disclosure = await openDisclosure(page);
  await askToForget(disclosure);
  await expect(disclosure.getByText(/1 message not sent yet/)).toBeVisible();
  await fillIn(page, careersForm);
  await submit(page, careersForm);
  await expect(page.getByText(saved)).toBeVisible();
  await disclosure.getByRole('button', { name: 'Yes, forget me' }).click();
  await expect(disclosure.getByRole('status')).toHaveText(
    /^Removed from this device: your email and 1 message not sent yet\./,
  );
  network.restore();
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
  await expectRecords(records, careersForm);
  expect(await records.count('waitlist')).toBe(0);
});

test('what is being sent is waited for, and not called unsent', {
  tag: ['@firefox', '@emulator'],
}, async ({ page, context, network, records }) => {
  await visit(page, '/waitlist');
  network.hold();
  await join(page);
  await network.sent(1);
  const other = await context.newPage();
  await other.goto('/careers');
  const disclosure = await openDisclosure(other);
  await askToForget(disclosure);
  await expect(disclosure.getByText(/1 message not sent yet/)).toBeVisible();
  await disclosure.getByRole('button', { name: 'Yes, forget me' }).click();
  const told = disclosure.getByRole('status');
  await expect(told).toHaveText('One moment.');
  // Asked again meanwhile, the question is about what will be gone.
  await askToForget(disclosure);
  await expect(disclosure.getByText(/1 message not sent yet/)).toBeVisible();
  network.release();
  await expect(told).toHaveText(
    'Removed from this device: your email and the notes of what was sent.',
  );
  await expect(disclosure.getByText(/^This removes/)).toBeHidden();
  expect(await keptIn(other)).toEqual(['', 0, 0, 0]);
  expect(await records.count('waitlist')).toBe(1);
  expect(network.commits).toBe(1);
});

test('where messages cannot be removed, it says so', {
  tag: '@firefox',
}, async ({ page, network }) => {
  await joinOffline(page, network);
  const fail = () => {
    IDBObjectStore.prototype.clear = () => {
      throw new DOMException('As the test has it', 'UnknownError');
    };
  };
  await page.evaluate(fail);
  const disclosure = await openDisclosure(page);
  await askToForget(disclosure);
  await disclosure.getByRole('button', { name: 'Yes, forget me' }).click();
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
