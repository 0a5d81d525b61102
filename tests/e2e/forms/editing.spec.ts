import type { Page } from 'playwright/test';
import { denial } from '../../support/commits.ts';
import { expect, test } from '../../support/fixtures.ts';
import {
  brandForm,
  fillIn,
  submit,
  waitlistForm,
} from '../../support/forms.ts';
import { hydrated } from '../../support/hydrated.ts';
import type { Records } from '../../support/records.ts';
import {
  heldEdits,
  joinOffline,
  joinRefused,
  openUnsent,
  pill,
  startEditing,
} from '../../support/unsent.ts';
import { expectSent, saved, shopper, thanks } from '../../support/waitlist.ts';

const conflict =
  /^Your earlier message was sent, changed or removed meanwhile\./;
const brandOf = (page: Page) => page.getByLabel('Favorite brand');
const emailOf = (page: Page) => page.getByLabel('Email');
const edited = { email: shopper.email, favoriteBrand: 'Lopewell' };

async function brandsIn(records: Records): Promise<unknown[]> {
  const list = await records.list('waitlist');
  return list.map(({ fields }) => fields.favoriteBrand);
}

test('edits hold back words', async ({ page, context, network, records }) => {
  await joinOffline(page, network);
  await startEditing(page);
  network.fail(denial);
  network.restore();
  // Nor once they have been refused as they stand.
  await submit(page, waitlistForm);
  await expect(page.getByRole('alert')).toBeVisible();
  await expect.poll(() => heldEdits(page)).toHaveLength(1);
  await brandOf(page).fill('Weft');
  network.heal();
  const other = await context.newPage();
  await other.goto('/brandSignup');
  await fillIn(other, brandForm);
  await submit(other, brandForm);
  await expectSent(other);
  expect(await brandsIn(records)).toEqual([]);
  await other.goto('/');
  const sheet = await openUnsent(other);
  await sheet.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => records.count('waitlist')).toBe(1);
  await expect(page.getByRole('button', { name: pill })).toBeHidden();
  // New words for what was sent meanwhile are sent only when asked again.
  await brandOf(page).fill('Lopewell');
  await submit(page, waitlistForm);
  await expect(page.getByRole('alert')).toHaveText(conflict);
  await expect(brandOf(page)).toHaveValue('Lopewell');
  expect(await records.count('waitlist')).toBe(1);
  await submit(page, waitlistForm);
  await expectSent(page);
  expect(await records.count('waitlist')).toBe(2);
  // The edit ends with its tab, however that goes.
  await joinOffline(page, network);
  await startEditing(page);
  network.restore();
  await page.close();
  await other.goto('/');
  await expect.poll(() => records.count('waitlist')).toBe(3);
});

test('an edit begins once, and has a draft of its own', async ({
  page,
  network,
  records,
}) => {
  await joinOffline(page, network);
  await page.goto('/careers');
  const sheet = await openUnsent(page);
  // Both presses wait for a try that fails.
  network.hold();
  network.fail({ kind: 'reset' }, 1);
  network.restore();
  const tries = network.commits;
  await sheet.getByRole('button', { name: 'Retry' }).click();
  await network.sent(tries + 1);
  await sheet.getByRole('button', { name: 'Edit' }).dblclick();
  network.release();
  await expect(emailOf(page)).toHaveValue(shopper.email);
  expect(await heldEdits(page)).toHaveLength(1);
  await brandOf(page).fill('Lopewell');
  await submit(page, waitlistForm);
  await expectSent(page);
  expect(await brandsIn(records)).toEqual(['Lopewell']);

  await records.clear();
  await joinOffline(page, network);
  await page.goto('/careers');
  await page.goto('/waitlist');
  await brandOf(page).fill('Begun before');
  await startEditing(page);
  await expect(brandOf(page)).toHaveValue(shopper.brand);
  await brandOf(page).fill('Lopewell');
  await page.reload();
  await expect(emailOf(page)).toHaveValue(shopper.email);
  await expect(brandOf(page)).toHaveValue('Lopewell');
  // The draft comes before the hold; until then the old words might be sent.
  await expect.poll(() => heldEdits(page)).toHaveLength(1);
  await startEditing(page);
  await expect(brandOf(page)).toHaveValue('Lopewell');
  network.restore();
  await submit(page, waitlistForm);
  await expectSent(page);
  await expect(page.getByRole('button', { name: pill })).toBeHidden();
  const status = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: thanks });
  await expect(status).toBeFocused();
  expect(await brandsIn(records)).toEqual(['Lopewell']);
  await page.goto('/waitlist');
  await expect(brandOf(page)).toHaveValue('Begun before');
  await expect(emailOf(page)).toHaveValue('');
});

test('refused words arrive', async ({ page, context, network, records }) => {
  await joinRefused(page, network);
  const button = page.getByRole('button', { name: 'Join Waitlist' });
  await expect(button).toBeFocused();
  const other = await context.newPage();
  await other.goto('/about');
  const sheet = await openUnsent(other);
  // The other page's own attempt, as it loads, must not come before this one.
  network.hold();
  network.heal();
  await sheet.getByRole('button', { name: 'Retry' }).click();
  network.release();
  await expect(page.getByRole('main').getByRole('status')).toHaveText(thanks);
  await expectSent(page);
  await expect(page.getByRole('alert')).toBeHidden();
  await other.close();

  await joinRefused(page, network);
  await brandOf(page).fill('Weft');
  await page.reload();
  await hydrated(page);
  // As another message it would come beside the refused one.
  await expect(brandOf(page)).toHaveValue('');
  await startEditing(page);
  await expect(brandOf(page)).toHaveValue('Weft');
  network.heal();
  await submit(page, waitlistForm);
  await expectSent(page);
  expect((await brandsIn(records)).sort()).toEqual([shopper.brand, 'Weft']);
  expect(await records.count('favoriteBrand')).toBe(2);
});

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
