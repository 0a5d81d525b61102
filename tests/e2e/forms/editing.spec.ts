import type { Locator, Page } from 'playwright/test';
import { denial } from '../../support/commits.ts';
import type { FaultyProxy } from '../../support/faulty-proxy.ts';
import { expect, test } from '../../support/fixtures.ts';
import {
  brandForm,
  feedbackForm,
  fillIn,
  submit,
  waitlistForm,
} from '../../support/forms.ts';
import { hydrated } from '../../support/hydrated.ts';
import {
  heldEdits,
  joinOffline,
  joinRefused,
  openUnsent,
  pill,
  startEditing,
} from '../../support/unsent.ts';
import {
  remember,
  saved,
  sent,
  shopper,
  thanks,
  visit,
} from '../../support/waitlist.ts';

const overtaken =
  /^Your earlier message was sent, changed or removed meanwhile\./;

const brandOf = (page: Page) => page.getByLabel('Favorite brand');
const emailOf = (page: Page) => page.getByLabel('Email');

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

/** Opens the sheet on a message whose retry waits until `release`, and fails. */
async function retryOnHold(page: Page, network: FaultyProxy): Promise<Locator> {
  await joinOffline(page, network);
  await page.goto('/careers');
  const sheet = await openUnsent(page);
  network.hold();
  network.fail({ kind: 'reset' }, 1);
  network.restore();
  const tries = network.commits;
  await sheet.getByRole('button', { name: 'Retry' }).click();
  await network.sent(tries + 1);
  return sheet;
}

test('an edit that comes after its sheet was closed takes nobody away', async ({
  page,
  network,
  records,
}) => {
  const sheet = await retryOnHold(page, network);
  await sheet.getByRole('button', { name: 'Edit' }).click();
  await expect(sheet.getByText('One moment.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  network.release();
  await expect.poll(() => records.count('waitlist')).toBe(1);
  await expect(page).toHaveURL('/careers');
});

test('a second press on Edit ends nothing', async ({
  page,
  network,
  records,
}) => {
  const sheet = await retryOnHold(page, network);
  await sheet.getByRole('button', { name: 'Edit' }).dblclick();
  network.release();
  await expect(emailOf(page)).toHaveValue(shopper.email);
  expect(await heldEdits(page)).toHaveLength(1);
  await brandOf(page).fill('Lopewell');
  await submit(page, waitlistForm);
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
  const fields = { favoriteBrand: 'Lopewell' };
  expect(await records.list('waitlist')).toMatchObject([{ fields }]);
});

for (const isReloaded of [false, true]) {
  const when = isReloaded ? 'before a reload' : 'meanwhile';
  test(`new words for what was sent ${when} are sent only when asked`, async ({
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

    if (isReloaded) await page.reload();
    await brandOf(page).fill('Lopewell');
    await submit(page, waitlistForm);
    await expect(page.getByRole('alert')).toHaveText(overtaken);
    await expect(brandOf(page)).toHaveValue('Lopewell');
    expect(await records.count('waitlist')).toBe(1);
    await emailOf(page).fill(shopper.email);
    await submit(page, waitlistForm);
    await expect(page.getByRole('status')).toHaveText(thanks);
    await expect.poll(() => records.count('waitlist')).toBe(2);
  });
}

test('a refused message that arrives after all is thanked for', async ({
  page,
  context,
  network,
  records,
}) => {
  await joinRefused(page, network);
  await expect(
    page.getByRole('button', { name: 'Join Waitlist' }),
  ).toBeFocused();
  const other = await context.newPage();
  await other.goto('/about');
  const sheet = await openUnsent(other);
  // The other page's own attempt, as it loads, must not come before this one.
  network.hold();
  network.heal();
  await sheet.getByRole('button', { name: 'Retry' }).click();
  network.release();
  await expect(page.getByRole('status')).toHaveText(thanks);
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
  expect(await records.count('waitlist')).toBe(1);
});

test('what is typed after a refusal is there when it is edited', async ({
  page,
  network,
  records,
}) => {
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
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
  expect(await records.list('waitlist')).toHaveLength(1);
  expect(await records.list('favoriteBrand')).toMatchObject([
    { fields: { brand: 'Weft' } },
  ]);
});

test('an edit that is refused as it stands is held back again', async ({
  page,
  context,
  network,
  records,
}) => {
  await joinOffline(page, network);
  await startEditing(page);
  network.fail(denial);
  network.restore();
  await submit(page, waitlistForm);
  await expect(page.getByRole('alert')).toBeVisible();
  await expect.poll(() => heldEdits(page)).toHaveLength(1);
  await brandOf(page).fill('Weft');
  network.heal();
  const other = await context.newPage();
  await other.goto('/brandSignup');
  await fillIn(other, brandForm);
  await submit(other, brandForm);
  await expect(other.getByText(sent, { exact: true })).toBeVisible();
  expect(await records.count('waitlist')).toBe(0);
  await submit(page, waitlistForm);
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
  expect(await records.count('waitlist')).toBe(1);
});

test('an edit keeps its own draft across a reload, and leaves the other', async ({
  page,
  network,
  records,
}) => {
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
  network.restore();
  await submit(page, waitlistForm);
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: pill })).toBeHidden();
  const fields = { favoriteBrand: 'Lopewell' };
  expect(await records.list('waitlist')).toMatchObject([{ fields }]);
  await page.goto('/waitlist');
  await expect(brandOf(page)).toHaveValue('Begun before');
});

test('what is typed and sent before an edit has begun is kept', async ({
  page,
  network,
  records,
}) => {
  await joinOffline(page, network);
  await startEditing(page);
  const other = await sendElsewhere(page);
  await page.reload();
  await expect(emailOf(page)).toHaveValue('');
  await brandOf(page).pressSequentially('Lope');
  await submit(page, waitlistForm);
  const button = page.getByRole('button', { name: 'Join Waitlist' });
  await expect(button).toBeDisabled();
  await brandOf(page).press('End');
  await brandOf(page).pressSequentially('well');
  await other.close();
  await expect(page.getByText(saved)).toBeVisible();
  network.restore();
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
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
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
  const fields = { email: shopper.email, favoriteBrand: 'Lopewell' };
  expect(await records.list('waitlist')).toMatchObject([{ fields }]);
});

test('the words of an edit come in around what is typed before', async ({
  page,
  network,
}) => {
  await joinOffline(page, network);
  await startEditing(page);
  const other = await sendElsewhere(page);
  for (const [draft, typed] of [
    ['', 'Lope'],
    ['Lope', 'Lopewell'],
  ] as const) {
    await page.reload();
    await hydrated(page);
    await expect(brandOf(page)).toHaveValue(draft);
    await brandOf(page).fill(typed);
    await expect(emailOf(page)).toHaveValue('');
  }
  await other.close();
  await expect(emailOf(page)).toHaveValue(shopper.email);
  await expect(brandOf(page)).toHaveValue('Lopewell');
  await expect(brandOf(page)).toBeFocused();
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

test('an edit that changed nothing is sent, however often it is begun', async ({
  page,
  network,
  records,
}) => {
  await joinOffline(page, network);
  for (const isBack of [false, true]) {
    await startEditing(page);
    if (isBack) network.restore();
    await submit(page, waitlistForm);
    await expect(page.getByRole('status')).toHaveText(thanks);
    await expect(page.getByRole('status')).toBeFocused();
    // The page still shows the thank-you: nothing is held back for it. Whoever
    // delivers takes the lock for a moment, to see whether it is free.
    await expect.poll(() => heldEdits(page)).toEqual([]);
  }
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
  expect(await records.count('waitlist')).toBe(1);
  await page.reload();
  await expect(emailOf(page)).toHaveValue('');
});

test('an edit begun twice keeps its words, and ends when they are sent', async ({
  page,
  network,
  records,
}) => {
  await joinOffline(page, network);
  await startEditing(page);
  await brandOf(page).fill('Lopewell');
  await startEditing(page);
  await expect(brandOf(page)).toHaveValue('Lopewell');
  network.restore();
  await submit(page, waitlistForm);
  const fields = { favoriteBrand: 'Lopewell' };
  const stored = () => records.list('waitlist');
  await expect.poll(stored).toMatchObject([{ fields }]);
  const status = page.getByRole('status').filter({ hasText: thanks });
  await expect(status).toBeFocused();
  await page.reload();
  await brandOf(page).fill('New words');
  await expect(emailOf(page)).toHaveValue('');
  await page.goto('/about');
  await page.goBack();
  await expect(brandOf(page)).toHaveValue('New words');
  await expect(emailOf(page)).toHaveValue('');
});

for (const email of ['ada@loom', 'ada@loom.xn--p1ai']) {
  test(`feedback lets ${email}, remembered, be corrected`, async ({
    page,
    records,
  }) => {
    await page.addInitScript(remember, email);
    await visit(page, '/feedback');
    await fillIn(page, feedbackForm);
    await submit(page, feedbackForm);
    await expect.poll(() => records.count('feedback')).toBe(1);
  });
}

test('an edited feedback message keeps the email it was written with', async ({
  page,
  network,
}) => {
  await visit(page, '/feedback');
  network.cut();
  await fillIn(page, feedbackForm);
  await submit(page, feedbackForm);
  await page.getByRole('status').waitFor();
  await page.evaluate(remember, 'bob@loom.example');
  await startEditing(page);
  await expect(emailOf(page)).toBeEditable();
});

test('an email remembered in another tab leaves an open form as it is', async ({
  page,
  context,
}) => {
  await visit(page, '/feedback');
  await page.evaluate(remember, 'ada@loom.example');
  await page.reload();
  await expect(emailOf(page)).toHaveValue('ada@loom.example');
  await page.getByLabel('Name').fill('Ada');
  const other = await context.newPage();
  await other.goto('/about');
  const told = page.evaluate(
    () => new Promise((resolve) => addEventListener('storage', resolve)),
  );
  await other.evaluate(remember, 'bob@loom.example');
  await told;
  await expect(emailOf(page)).toHaveValue('ada@loom.example');
  await expect(page.getByLabel('Name')).toHaveValue('Ada');
});
