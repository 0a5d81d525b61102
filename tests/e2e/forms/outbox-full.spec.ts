import { expect, test } from '../../support/fixtures.ts';
import { hydrated } from '../../support/hydrated.ts';
import { join, sent, shopper, thanks } from '../../support/waitlist.ts';

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The disk is full', 'QuotaExceededError');
    };
  });
  await page.goto('/waitlist');
  await hydrated(page);
});

test('a full disk and no network: an error, and the text stays', async ({
  page,
  network,
  records,
}) => {
  network.cut();
  await join(page);
  await expect(page.getByRole('alert')).toHaveText(
    'Something went wrong. Please try again.',
  );
  await expect(page.getByRole('status')).toBeHidden();
  await expect(page.getByLabel('Favorite brand')).toHaveValue(shopper.brand);
  await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
  network.restore();
  await page.getByRole('button', { name: 'Join Waitlist' }).click();
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
  expect(await records.count('waitlist')).toBe(1);
});

test('a full disk: sent without being stored', async ({ page, records }) => {
  await join(page);
  await expect(page.getByRole('status')).toHaveText(thanks);
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
  expect(await records.count('waitlist')).toBe(1);
});
