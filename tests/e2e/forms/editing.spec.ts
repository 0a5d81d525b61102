import type { Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import {
  brandForm,
  denial,
  feedbackForm,
  fillIn,
  submit,
} from '../../support/forms.ts';
import {
  joinOffline,
  openUnsent,
  pill,
  startEditing,
} from '../../support/unsent.ts';
import {
  join,
  saved,
  sent,
  shopper,
  thanks,
  workerReady,
} from '../../support/waitlist.ts';

const overtaken = /^Your earlier message was sent or changed meanwhile\./;

const sendsWaitlist = (page: Page) =>
  page.getByRole('button', { name: 'Join Waitlist' }).click();

test('no tab sends the old words while they are edited', async ({
  page,
  context,
  network,
  records,
}) => {
  await joinOffline(page, network);
  await startEditing(page);
  network.restore();
  const other = await context.newPage();
  await other.goto('/brandSignup');
  await fillIn(other, brandForm);
  await submit(other, brandForm);
  await expect(other.getByText(sent, { exact: true })).toBeVisible();
  expect(await records.count('brandContact')).toBe(1);
  expect(await records.count('waitlist')).toBe(0);
  // The edit ends with its tab, however that goes.
  await page.close();
  await other.goto('/');
  await expect.poll(() => records.count('waitlist')).toBe(1);
});

test('new words for what was sent meanwhile are sent only when asked', async ({
  page,
  context,
  network,
  records,
}) => {
  await joinOffline(page, network);
  await startEditing(page);
  network.restore();
  const other = await context.newPage();
  await other.goto('/');
  const sheet = await openUnsent(other);
  await sheet.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => records.count('waitlist')).toBe(1);
  await expect(page.getByRole('button', { name: pill })).toBeHidden();

  await page.getByLabel('Favorite brand').fill('Lopewell');
  await sendsWaitlist(page);
  await expect(page.getByRole('alert')).toHaveText(overtaken);
  await expect(page.getByLabel('Favorite brand')).toHaveValue('Lopewell');
  expect(await records.count('waitlist')).toBe(1);
  await sendsWaitlist(page);
  await expect(page.getByRole('status')).toHaveText(thanks);
  await expect.poll(() => records.count('waitlist')).toBe(2);
});

test('a refused message that arrives after all is thanked for', async ({
  page,
  context,
  network,
  records,
}) => {
  await page.goto('/waitlist');
  await workerReady(page);
  network.fail(denial);
  await join(page);
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(
    page.getByRole('button', { name: 'Join Waitlist' }),
  ).toBeFocused();
  network.heal();
  const other = await context.newPage();
  await other.goto('/about');
  const sheet = await openUnsent(other);
  await sheet.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('status')).toHaveText(thanks);
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
  expect(await records.count('waitlist')).toBe(1);
});

test('an edit keeps its own draft across a reload, and leaves the other', async ({
  page,
  network,
  records,
}) => {
  await joinOffline(page, network);
  await expect(page.getByText(saved)).toBeVisible();
  await page.goto('/brands');
  await page.goto('/waitlist');
  await page.getByLabel('Favorite brand').fill('Begun before');
  await startEditing(page);
  await page.getByLabel('Favorite brand').fill('Lopewell');
  await page.reload();
  await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
  await expect(page.getByLabel('Favorite brand')).toHaveValue('Lopewell');
  network.restore();
  await sendsWaitlist(page);
  await expect.poll(() => records.count('waitlist')).toBe(1);
  const [stored] = await records.list('waitlist');
  expect(stored?.fields).toMatchObject({ favoriteBrand: 'Lopewell' });
  await page.goto('/waitlist');
  await expect(page.getByLabel('Favorite brand')).toHaveValue('Begun before');
});

test('the pill opens again after an edit on the same page', async ({
  page,
  network,
}) => {
  await joinOffline(page, network);
  await startEditing(page);
  await expect(await openUnsent(page)).toBeVisible();
});

test('an edit that changed nothing is sent, however often it is begun', async ({
  page,
  network,
  records,
}) => {
  await joinOffline(page, network);
  for (let edits = 0; edits < 2; edits += 1) {
    await startEditing(page);
    await sendsWaitlist(page);
    await expect(page.getByRole('status')).toHaveText(thanks);
    await expect(page.getByRole('status')).toBeFocused();
  }
  // The page still shows the thank-you: nothing is held back for it.
  const held = await page.evaluate(() => navigator.locks.query());
  expect(held.held?.map(({ name }) => name)).not.toContainEqual(
    expect.stringMatching(/^pear-edit-/),
  );
  network.restore();
  await page.reload();
  await expect(page.getByLabel('Email')).toHaveValue('');
  await expect.poll(() => records.count('waitlist')).toBe(1);
});

test('beginning the same edit again keeps holding the message back', async ({
  page,
  network,
  records,
}) => {
  await joinOffline(page, network);
  await startEditing(page);
  await page.getByLabel('Favorite brand').fill('Lopewell');
  await startEditing(page);
  await expect(page.getByLabel('Favorite brand')).toHaveValue('Lopewell');
  network.restore();
  await sendsWaitlist(page);
  await expect.poll(() => records.count('waitlist')).toBe(1);
  const [stored] = await records.list('waitlist');
  expect(stored?.fields).toMatchObject({ favoriteBrand: 'Lopewell' });
});

test('an edit that was sent does not begin again', async ({
  page,
  network,
  records,
}) => {
  await joinOffline(page, network);
  await startEditing(page);
  await page.getByLabel('Favorite brand').fill('Lopewell');
  network.restore();
  await sendsWaitlist(page);
  await expect.poll(() => records.count('waitlist')).toBe(1);
  const status = page.getByRole('status').filter({ hasText: thanks });
  await expect(status).toBeFocused();
  await page.reload();
  await page.getByLabel('Favorite brand').fill('New words');
  await expect(page.getByLabel('Email')).toHaveValue('');
  await page.goto('/about');
  await page.goBack();
  await expect(page.getByLabel('Favorite brand')).toHaveValue('New words');
  await expect(page.getByLabel('Email')).toHaveValue('');
});

test('the question before a discard is announced, and Keep leads back', async ({
  page,
  network,
}) => {
  await joinOffline(page, network);
  const sheet = await openUnsent(page);
  await sheet.getByRole('button', { name: 'Discard' }).focus();
  await page.keyboard.press('Enter');
  const keep = sheet.getByRole('button', { name: 'Keep' });
  await expect(keep).toBeFocused();
  await expect(keep).toHaveAccessibleDescription(
    /^Discard this message for good\?/,
  );
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('button', { name: 'Discard' })).toBeFocused();
  await page.keyboard.press('Enter');
  await sheet.getByRole('button', { name: 'Yes, discard' }).click();
  await expect(sheet.getByText('Discarded.')).toBeVisible();
  await expect(sheet.getByText('Nothing is waiting to be sent.')).toBeVisible();
  await expect(sheet.getByRole('heading')).toBeFocused();
});

test('a retry that fails again says so', async ({ page, network }) => {
  await page.goto('/waitlist');
  await workerReady(page);
  network.fail(denial);
  await join(page);
  const sheet = await openUnsent(page);
  await sheet.getByRole('button', { name: 'Retry' }).click();
  await expect(
    sheet.getByText('It could not be sent yet. It stays here.'),
  ).toBeVisible();
});

for (const email of ['ada@loom', 'ada@loom.xn--p1ai']) {
  test(`feedback lets ${email}, remembered, be corrected`, async ({
    page,
    records,
  }) => {
    await page.addInitScript(
      (known) => localStorage.setItem('pear_user_email', known),
      email,
    );
    await page.goto('/feedback');
    await workerReady(page);
    await fillIn(page, feedbackForm);
    await submit(page, feedbackForm);
    await expect.poll(() => records.count('feedback')).toBe(1);
  });
}

test('an edited feedback message keeps the email it was written with', async ({
  page,
  network,
}) => {
  await page.goto('/feedback');
  await workerReady(page);
  network.cut();
  await fillIn(page, feedbackForm);
  await submit(page, feedbackForm);
  await page.getByRole('status').waitFor();
  await page.evaluate(() =>
    localStorage.setItem('pear_user_email', 'bob@loom.example'),
  );
  const sheet = await openUnsent(page);
  await sheet.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByLabel('Email')).toHaveValue('ada@loom.example');
  await expect(page.getByLabel('Email')).toBeEditable();
});

test('an email remembered in another tab leaves an open form as it is', async ({
  page,
  context,
}) => {
  const remember = (known: string) =>
    localStorage.setItem('pear_user_email', known);
  await page.goto('/feedback');
  await workerReady(page);
  await page.evaluate(remember, 'ada@loom.example');
  await page.reload();
  await expect(page.getByLabel('Email')).toHaveValue('ada@loom.example');
  await page.getByLabel('Name').fill('Ada');
  const other = await context.newPage();
  await other.goto('/about');
  const told = page.evaluate(
    () => new Promise((resolve) => addEventListener('storage', resolve)),
  );
  await other.evaluate(remember, 'bob@loom.example');
  await told;
  await expect(page.getByLabel('Email')).toHaveValue('ada@loom.example');
  await expect(page.getByLabel('Name')).toHaveValue('Ada');
});

test('feedback says its own words of what only the browser refuses', async ({
  page,
}) => {
  await page.goto('/feedback');
  await workerReady(page);
  await fillIn(page, feedbackForm, { email: 'a,b@loom.example' });
  await submit(page, feedbackForm);
  await expect(page.getByRole('alert')).toHaveText(
    'Please enter a valid email address.',
  );
  await expect(page.getByLabel('Email')).toBeFocused();
});
