import { expect, test } from '../../support/fixtures.ts';
import { brandForm, denial, fillIn, submit } from '../../support/forms.ts';
import { hydrated } from '../../support/hydrated.ts';
import { joinOffline, openUnsent, startEditing } from '../../support/unsent.ts';
import {
  join,
  saved,
  sent,
  shopper,
  workerReady,
} from '../../support/waitlist.ts';

const refused = '1 message could not be sent';
const waiting = (count: number) =>
  count === 1
    ? '1 message waiting to send'
    : `${count} messages waiting to send`;

test('the pill counts what waits, in every tab, and goes when it is sent', async ({
  page,
  context,
  network,
  records,
}) => {
  await page.goto('/waitlist');
  await workerReady(page);
  const other = await context.newPage();
  await other.goto('/about');
  network.cut();
  await join(page);
  await expect(page.getByText(saved)).toBeVisible();
  for (const tab of [page, other]) {
    await expect(tab.getByRole('button', { name: waiting(1) })).toBeVisible();
  }
  await page.goto('/brandSignup');
  await fillIn(page, brandForm);
  await submit(page, brandForm);
  for (const tab of [page, other]) {
    await expect(tab.getByRole('button', { name: waiting(2) })).toBeVisible();
  }
  await other.reload();
  await expect(other.getByRole('button', { name: waiting(2) })).toBeVisible();
  network.restore();
  // A moment offline, so that the browser says when it is back.
  await context.setOffline(true);
  await context.setOffline(false);
  for (const tab of [page, other]) {
    await expect(tab.getByRole('button', { name: /waiting/ })).toBeHidden();
  }
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
  expect(await records.count('waitlist')).toBe(1);
  expect(await records.count('brandContact')).toBe(1);
});

test('editing brings the text back, and only the new words are sent', async ({
  page,
  network,
  records,
}) => {
  await joinOffline(page, network);
  await startEditing(page);
  await expect(page.getByLabel('Favorite brand')).toHaveValue(shopper.brand);
  network.restore();
  await page.reload();
  await expect(page.getByLabel('Favorite brand')).toHaveValue(shopper.brand);
  await page.getByLabel('Favorite brand').fill('Lopewell');
  await page.getByRole('button', { name: 'Join Waitlist' }).click();
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /waiting/ })).toBeHidden();
  const stored = await records.list('waitlist');
  expect(stored.map(({ fields }) => fields.favoriteBrand)).toEqual([
    'Lopewell',
  ]);
});

test('an edit that changes nothing is sent at once', async ({
  page,
  context,
  network,
  records,
}) => {
  await page.goto('/waitlist');
  await workerReady(page);
  network.cut();
  await context.setOffline(true);
  await join(page);
  await startEditing(page);
  network.restore();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Join Waitlist' }).click();
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
  expect(await records.count('waitlist')).toBe(1);
});

test('leaving an edit sends the old words after all', async ({
  page,
  network,
  records,
}) => {
  await joinOffline(page, network);
  await startEditing(page);
  network.restore();
  await page.getByRole('link', { name: 'pear' }).first().click();
  await expect.poll(() => records.count('waitlist')).toBe(1);
});

test('a message sent from the sheet leaves the focus in it', async ({
  page,
  network,
}) => {
  await joinOffline(page, network);
  const sheet = await openUnsent(page);
  network.restore();
  await sheet.getByRole('button', { name: 'Retry' }).click();
  await expect(sheet.getByText('Nothing is waiting to be sent.')).toBeVisible();
  await expect(sheet.getByRole('heading')).toBeFocused();
});

test('discarding asks once and sends nothing', async ({
  page,
  network,
  records,
}) => {
  await joinOffline(page, network);
  const sheet = await openUnsent(page);
  await sheet.getByRole('button', { name: 'Discard' }).click();
  await sheet.getByRole('button', { name: 'Keep' }).click();
  await sheet.getByRole('button', { name: 'Discard' }).click();
  await sheet.getByRole('button', { name: 'Yes, discard' }).click();
  await expect(sheet.getByText('Discarded.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: /waiting/ })).toBeHidden();
  await expect(page.getByText(sent, { exact: true })).toBeHidden();
  network.restore();
  await page.reload();
  await workerReady(page);
  expect(network.commits).toBe(0);
  expect(await records.count('waitlist')).toBe(0);
});

test('a refusal brings the form back with text and error; retry delivers', async ({
  page,
  network,
  records,
  consoleLines,
}) => {
  await page.goto('/waitlist');
  await workerReady(page);
  network.fail(denial);
  await join(page);
  await expect(page.getByRole('alert')).toHaveText(
    'Something went wrong. Please try again.',
  );
  await expect(page.getByLabel('Favorite brand')).toHaveValue(shopper.brand);
  await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
  await expect.poll(() => consoleLines.length).toBeGreaterThan(0);
  // A visit that is slow to begin tries what was refused once more.
  expect(new Set(consoleLines).size).toBe(1);
  expect(consoleLines[0]).toMatch(
    /^pear: waitlist [0-9a-f-]{36} .*permission-denied$/,
  );
  network.heal();
  await expect(page.getByRole('button', { name: refused })).toBeVisible();
  const sheet = await openUnsent(page);
  await sheet.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => records.count('waitlist')).toBe(1);
  await expect(sheet.getByText('Nothing is waiting to be sent.')).toBeVisible();
});

test('a refused submission is tried again at the next page load', async ({
  page,
  network,
  records,
}) => {
  await page.goto('/waitlist');
  await workerReady(page);
  network.fail(denial);
  await join(page);
  await expect(page.getByRole('alert')).toBeVisible();
  network.heal();
  await page.goto('/');
  await expect.poll(() => records.count('waitlist')).toBe(1);
});

test('damaged records break neither the forms nor the dialog', async ({
  page,
  network,
}) => {
  await page.goto('/waitlist');
  await workerReady(page);
  network.cut();
  await join(page, { ...shopper, brand: 'Lopewell' });
  await expect(page.getByText(saved)).toBeVisible();
  await page.evaluate(damage);
  await page.reload();
  await join(page);
  await expect(page.getByText(saved)).toBeVisible();
  const sheet = await openUnsent(page);
  await expect(sheet.getByRole('listitem')).toHaveCount(2);
  await expect(sheet.getByRole('time')).toHaveCount(1);
});

/** As a failing disk may: one record without words, and one without a date. */
async function damage(): Promise<void> {
  const opened = indexedDB.open('pear');
  await new Promise((resolve) => {
    opened.onsuccess = resolve;
  });
  const tx = opened.result.transaction('submissions', 'readwrite');
  const submissions = tx.objectStore('submissions');
  const all = submissions.getAll();
  all.onsuccess = () => {
    const [found] = all.result;
    submissions.put({ ...found, id: 'no-words', values: null });
    submissions.put({ ...found, createdAt: 1e16 });
  };
  await new Promise((resolve) => {
    tx.oncomplete = resolve;
  });
  opened.result.close();
}

test('a draft survives a reload in the same tab', async ({ page }) => {
  await page.goto('/careers');
  // Before and after the page's code has come.
  await page.getByLabel('Name').fill('Ada');
  await hydrated(page);
  await page.getByLabel('Message').fill('I cut patterns.');
  await page.reload();
  await expect(page.getByLabel('Name')).toHaveValue('Ada');
  await expect(page.getByLabel('Message')).toHaveValue('I cut patterns.');
  await expect(page.getByLabel('Email')).toHaveValue('');
});
