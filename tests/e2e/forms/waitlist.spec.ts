import { expect, test } from '../../support/fixtures.ts';
import type { Records } from '../../support/records.ts';
import {
  join,
  saved,
  sent,
  shopper,
  thanks,
  workerReady,
} from '../../support/waitlist.ts';

/** One submission, one document in each collection, under one id. */
async function expectOneRecord(records: Records): Promise<void> {
  await expect.poll(() => records.count('waitlist')).toBe(1);
  const [entry] = await records.list('waitlist');
  const favorites = await records.list('favoriteBrand');
  const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
  const { email, brand } = shopper;
  expect(entry?.fields).toEqual({ email, favoriteBrand: brand, timestamp });
  expect(entry?.id).toMatch(/^[0-9a-f-]{36}$/);
  expect(favorites).toEqual([
    { id: entry?.id, fields: { email, brand, timestamp } },
  ]);
}

test('joined online', async ({ page, records, consoleLines }) => {
  await page.goto('/waitlist');
  await join(page);
  await expect(page.getByRole('status')).toHaveText(thanks);
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
  await expect(page.getByLabel('Email')).toBeHidden();
  await expectOneRecord(records);
  expect(
    await page.evaluate(() => localStorage.getItem('pear_user_email')),
  ).toBe(shopper.email);
  expect(consoleLines).toEqual([]);
});

test('joined offline, delivered when the network is back, page open', async ({
  page,
  context,
  network,
  records,
  consoleLines,
}) => {
  await page.goto('/waitlist');
  await workerReady(page);
  network.cut();
  await context.setOffline(true);
  await join(page);
  await expect(page.getByRole('status')).toHaveText(thanks);
  await expect(page.getByText(saved)).toBeVisible();
  expect(await records.count('waitlist')).toBe(0);
  network.restore();
  await context.setOffline(false);
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
  await expectOneRecord(records);
  expect(consoleLines).toEqual([]);
});

test('joined offline, delivered with the page closed', async ({
  page,
  context,
  network,
  records,
}) => {
  await page.goto('/waitlist');
  await workerReady(page);
  await context.setOffline(true);
  network.cut();
  await join(page);
  await expect(page.getByText(saved)).toBeVisible();
  await expect.poll(() => page.evaluate(pendingSyncs)).toBe(1);
  await page.close();
  network.restore();
  await context.setOffline(false);
  await expectOneRecord(records);
});

async function pendingSyncs(): Promise<number> {
  const registration = await navigator.serviceWorker.ready;
  return (await registration.sync?.getTags())?.length ?? 0;
}

test('answer lost after the commit', async ({ page, network, records }) => {
  await page.goto('/waitlist');
  network.fail({ kind: 'lose-answer' }, 1);
  await join(page);
  await expect(page.getByRole('status')).toHaveText(thanks);
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
  expect(network.commits).toBe(2);
  await expectOneRecord(records);
});

test('the server answers 500, then recovers', async ({
  page,
  network,
  records,
  consoleLines,
}) => {
  const body = JSON.stringify({ error: { code: 500, status: 'INTERNAL' } });
  await page.goto('/waitlist');
  network.fail({ kind: 'answer', status: 500, body });
  await join(page);
  await expect(page.getByText(saved)).toBeVisible();
  await network.sent(1);
  expect(await records.count('waitlist')).toBe(0);
  network.heal();
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
  await expectOneRecord(records);
  expect(consoleLines).toEqual([]);
});

test('opened cold while offline, after one visit', async ({
  page,
  context,
  network,
  records,
}) => {
  await page.goto('/');
  await workerReady(page);
  await page.close();
  await context.setOffline(true);
  network.cut();
  const cold = await context.newPage();
  await cold.goto('/waitlist');
  await expect(cold.getByRole('heading', { level: 1 })).toHaveText(
    'Coming Soon.',
  );
  await join(cold);
  await expect(cold.getByText(saved)).toBeVisible();
  network.restore();
  await context.setOffline(false);
  await expectOneRecord(records);
});

test('says what is missing and sends nothing', async ({
  page,
  network,
  records,
}) => {
  await page.goto('/waitlist');
  const button = page.getByRole('button', { name: 'Join Waitlist' });
  const error = page.getByRole('alert');
  await button.click();
  await expect(error).toHaveText('Please enter both email and favorite brand.');
  await expect(page.getByLabel('Favorite brand')).toBeFocused();
  await page.getByLabel('Favorite brand').fill('Skeinwell');
  await page.getByLabel('Email').fill('   ');
  await button.click();
  await expect(error).toHaveText('Please enter both email and favorite brand.');
  await page.getByLabel('Email').fill('not an address');
  await button.click();
  await expect(error).toBeHidden();
  await expect(page.getByRole('status')).toBeHidden();
  expect(network.commits).toBe(0);
  expect(await records.count('waitlist')).toBe(0);
});
