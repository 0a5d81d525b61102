import type { Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { submit, waitlistForm } from '../../support/forms.ts';
import { hydrated } from '../../support/hydrated.ts';
import {
  heldEdits,
  joinOffline,
  openUnsent,
  startEditing,
} from '../../support/unsent.ts';
import { expectSent, join, saved, shopper } from '../../support/waitlist.ts';

// Edits whose words, or whose form, do not come at once.

const brandOf = (page: Page) => page.getByLabel('Favorite brand');
const emailOf = (page: Page) => page.getByLabel('Email');
const edited = { email: shopper.email, favoriteBrand: 'Lopewell' };

test('early words are kept', async ({ page, context, network, records }) => {
  await joinOffline(page, network);
  await startEditing(page);
  // Another tab that sends it, as far as the locks know, until it is closed.
  const [held = ''] = await heldEdits(page);
  const other = await context.newPage();
  await other.goto('/careers');
  await other.evaluate(
    (name) =>
      new Promise<void>((begun) => {
        void navigator.locks.request(name, () => {
          begun();
          return new Promise(() => {});
        });
      }),
    held.replace('edit', 'outbox'),
  );
  await page.reload();
  await hydrated(page);
  await brandOf(page).fill('Lope');
  await expect(emailOf(page)).toHaveValue('');
  await submit(page, waitlistForm);
  const button = page.getByRole('button', { name: waitlistForm.button });
  await expect(button).toBeDisabled();
  await brandOf(page).press('End');
  await brandOf(page).pressSequentially('well');
  await other.close();
  await expect(page.getByText(saved)).toBeVisible();
  network.restore();
  await expectSent(page);
  const stored = await records.list('waitlist');
  expect(stored).toMatchObject([{ fields: edited }]);
});

test('words that could not be read are not replaced', {
  tag: '@firefox',
}, async ({ page, network, records }) => {
  await joinOffline(page, network);
  await startEditing(page);
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (...request) {
      if (!sessionStorage.mended) throw new DOMException('', 'UnknownError');
      return open.apply(this, request);
    };
  });
  await page.reload();
  await hydrated(page);
  await brandOf(page).fill('Lopewell');
  await submit(page, waitlistForm);
  await expect(page.getByRole('alert')).toHaveText(waitlistForm.failure);
  await page.evaluate(() => {
    sessionStorage.mended = 'yes';
  });
  await submit(page, waitlistForm);
  await expect(emailOf(page)).toHaveValue(shopper.email);
  await expect(page.getByRole('alert')).toHaveText(waitlistForm.failure);
  await submit(page, waitlistForm);
  await expect(page.getByText(saved)).toBeVisible();
  network.restore();
  await expectSent(page);
  const stored = await records.list('waitlist');
  expect(stored).toMatchObject([{ fields: edited }]);
});

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('an edit that never comes ends', async ({ page, network, records }) => {
    network.fail({ kind: 'reset' });
    await page.goto('/waitlist');
    await join(page);
    await expect(page.getByText(saved)).toBeVisible();
    await page.route(/\/static\/js\/form-[^/]*\.js/, (route) => route.abort());
    await page.clock.install();
    await page.goto('/faq');
    await hydrated(page);
    const sheet = await openUnsent(page);
    await sheet.getByRole('button', { name: 'Edit' }).click();
    await expect(page.getByText('Loading chunk failed').first()).toBeVisible();
    await page.getByRole('link', { name: 'FAQs' }).first().click();
    await expect(page).toHaveTitle('FAQs');
    network.heal();
    await page.clock.runFor(30_000);
    await expect.poll(() => records.count('waitlist')).toBe(1);
  });
});
