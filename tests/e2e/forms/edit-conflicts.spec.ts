import type { Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { submit, waitlistForm } from '../../support/forms.ts';
import { hydrated } from '../../support/hydrated.ts';
import {
  heldEdits,
  joinOffline,
  openUnsent,
  pill,
  startEditing,
} from '../../support/unsent.ts';
import {
  expectSent,
  join,
  saved,
  shopper,
  thanks,
} from '../../support/waitlist.ts';

// Edits that something comes between.

const overtaken =
  /^Your earlier message was sent, changed or removed meanwhile\./;

const entry = /\/static\/js\/index-[^/]*\.js/;
const brandOf = (page: Page) => page.getByLabel('Favorite brand');
const emailOf = (page: Page) => page.getByLabel('Email');
const failureOf = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Loading chunk failed' });

test('new words for what was sent meanwhile are sent only when asked', async ({
  page,
  context,
  network,
  records,
}) => {
  const other = await context.newPage();
  for (const isReloaded of [false, true]) {
    const before = await records.count('waitlist');
    await joinOffline(page, network);
    await startEditing(page);
    network.restore();
    await other.goto('/');
    const sheet = await openUnsent(other);
    await sheet.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => records.count('waitlist')).toBe(before + 1);
    await expect(page.getByRole('button', { name: pill })).toBeHidden();

    if (isReloaded) await page.reload();
    await brandOf(page).fill('Lopewell');
    await submit(page, waitlistForm);
    await expect(page.getByRole('alert')).toHaveText(overtaken);
    await expect(brandOf(page)).toHaveValue('Lopewell');
    expect(await records.count('waitlist')).toBe(before + 1);
    await emailOf(page).fill(shopper.email);
    await submit(page, waitlistForm);
    await expect(page.getByRole('status')).toHaveText(thanks);
    await expect.poll(() => records.count('waitlist')).toBe(before + 2);
  }
});

/**
 * Another tab that sends what this one edits, as far as the locks know, until
 * it is closed.
 */
async function sendElsewhere(page: Page): Promise<Page> {
  const [held = ''] = await heldEdits(page);
  const other = await page.context().newPage();
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
  return other;
}

test('what is typed and sent before the words of an edit come is kept', async ({
  page,
  network,
  records,
}) => {
  await joinOffline(page, network);
  await startEditing(page);
  await test.step('they come in around it', async () => {
    const other = await sendElsewhere(page);
    for (const [draft, typed] of [
      ['', 'Lope'],
      ['Lope', 'Loper'],
    ] as const) {
      await page.reload();
      await hydrated(page);
      await expect(brandOf(page)).toHaveValue(draft);
      await brandOf(page).fill(typed);
      await expect(emailOf(page)).toHaveValue('');
    }
    await other.close();
    await expect(emailOf(page)).toHaveValue(shopper.email);
    await expect(brandOf(page)).toHaveValue('Loper');
    await expect(brandOf(page)).toBeFocused();
    await expect.poll(() => heldEdits(page)).toHaveLength(1);
  });
  const other = await sendElsewhere(page);
  await page.reload();
  await hydrated(page);
  await brandOf(page).fill('Lope');
  await submit(page, waitlistForm);
  const button = page.getByRole('button', { name: 'Join Waitlist' });
  await expect(button).toBeDisabled();
  await brandOf(page).press('End');
  await brandOf(page).pressSequentially('well');
  await other.close();
  await expect(page.getByText(saved)).toBeVisible();
  network.restore();
  await expectSent(page);
  const fields = { email: shopper.email, favoriteBrand: 'Lopewell' };
  expect(await records.list('waitlist')).toMatchObject([{ fields }]);
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
  const fields = { email: shopper.email, favoriteBrand: 'Lopewell' };
  expect(await records.list('waitlist')).toMatchObject([{ fields }]);
});

test.describe('without a worker, code fails to come', () => {
  test.use({ serviceWorkers: 'block' });

  test('a reload without the entry keeps the edit', {
    tag: '@firefox',
  }, async ({ page, network, records }) => {
    network.fail({ kind: 'reset' });
    await page.goto('/waitlist');
    await join(page);
    await startEditing(page);
    await brandOf(page).fill('Lopewell');
    await page.route(entry, (route) => route.fulfill({ status: 404 }));
    await page.reload();
    await expect(failureOf(page)).toContainText('missing');
    await page.unroute(entry);
    await page.getByRole('link', { name: 'Reload' }).click();
    await hydrated(page);
    await expect(brandOf(page)).toHaveValue('Lopewell');
    network.heal();
    await page.getByRole('button', { name: 'Join Waitlist' }).click();
    await expectSent(page);
    const fields = { favoriteBrand: 'Lopewell' };
    expect(await records.list('waitlist')).toMatchObject([{ fields }]);
  });

  test('an edit whose page never comes lets its message go', async ({
    page,
    network,
    records,
  }) => {
    network.fail({ kind: 'reset' });
    await page.goto('/waitlist');
    await join(page);
    await expect(page.getByRole('button', { name: pill })).toBeVisible();
    const code = /\/static\/js\/form-[^/]*\.js/;
    await page.route(code, (route) => route.fulfill({ status: 404 }));
    await page.clock.install();
    await page.goto('/faq');
    await hydrated(page);
    const sheet = await openUnsent(page);
    await sheet.getByRole('button', { name: 'Edit' }).click();
    await expect(failureOf(page)).toContainText('missing');
    await page.getByRole('link', { name: 'FAQs' }).first().click();
    await expect(page).toHaveTitle('FAQs');
    network.heal();
    await page.clock.runFor(30_000);
    await expect.poll(() => records.count('waitlist')).toBe(1);
  });
});
