import type { Page } from 'playwright/test';
import { quotaFull } from '../../faults/preludes.ts';
import type { FaultyProxy } from '../../support/faulty-proxy.ts';
import { expect, test } from '../../support/fixtures.ts';
import { brandForm, careersForm, fillIn, submit } from '../../support/forms.ts';
import { inStore } from '../../support/indexed-db.ts';
import {
  joinOffline,
  joinRefused,
  openUnsent,
  pill,
  startEditing,
} from '../../support/unsent.ts';
import { join, saved, sent, shopper, visit } from '../../support/waitlist.ts';

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

test('a message sent from the sheet leaves the focus in it', {
  tag: '@firefox',
}, async ({ page, network }) => {
  await joinOffline(page, network);
  const sheet = await openUnsent(page);
  // Or it would go by itself before it is asked to.
  network.hold();
  network.restore();
  await sheet.getByRole('button', { name: 'Retry' }).click();
  network.release();
  await expect(sheet.getByText('Nothing is waiting to be sent.')).toBeVisible();
  await expect(sheet.getByText('It is no longer waiting.')).toBeVisible();
  await expect(sheet.getByRole('heading')).toBeFocused();
});

test('the pill that goes gives the focus to the page', {
  tag: '@firefox',
}, async ({ page, network }) => {
  await joinOffline(page, network);
  await page.getByRole('button', { name: pill }).focus();
  network.restore();
  await expect(page.getByRole('button', { name: pill })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('discard asks once, sends nothing', async ({ page, network, records }) => {
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
  await expect(sheet.getByText('it may still arrive')).toBeVisible();
  await expect(sheet.getByText('Nothing is waiting to be sent.')).toBeVisible();
  await expect(sheet.getByRole('heading')).toBeFocused();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: pill })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText(sent, { exact: true })).toBeHidden();
  network.restore();
  // Once a later message has gone, an earlier one would have gone as well.
  await page.goto('/brandSignup');
  await fillIn(page, brandForm);
  await submit(page, brandForm);
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
  expect(network.commits).toBe(1);
  expect(await records.count('waitlist')).toBe(0);
});

test('a refusal brings the form back with text and error; retry delivers', async ({
  page,
  network,
  records,
}) => {
  await joinRefused(page, network);
  await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
  const sheet = await openUnsent(page);
  await sheet.getByRole('button', { name: 'Retry' }).click();
  await expect(
    sheet.getByText('It could not be sent yet. It stays here.'),
  ).toBeVisible();
  network.heal();
  await sheet.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => records.count('waitlist')).toBe(1);
  await expect(sheet.getByText('Nothing is waiting to be sent.')).toBeVisible();
});

test('a retry during a try that is refused says so', async ({
  page,
  network,
}) => {
  await joinRefused(page, network);
  network.hold();
  const { commits } = network;
  // It tries what was refused once more.
  await page.goto('/about');
  await network.sent(commits + 1);
  const sheet = await openUnsent(page);
  await sheet.getByRole('button', { name: 'Retry' }).click();
  await expect(sheet.getByText('Trying to send it now.')).toBeVisible();
  network.release();
  await expect(
    sheet.getByText('It could not be sent yet. It stays here.'),
  ).toBeVisible();
});

for (const buttons of [['Discard', 'Yes, discard'], ['Edit']]) {
  test(`${buttons[0]} pressed while it is being sent says that it was`, async ({
    page,
    network,
    records,
  }) => {
    await visit(page, '/waitlist');
    network.hold();
    await join(page);
    await network.sent(1);
    const sheet = await openUnsent(page);
    for (const name of buttons) {
      await sheet.getByRole('button', { name }).click();
    }
    network.release();
    await expect(sheet.getByText('It had been sent already.')).toBeVisible();
    await expect(sheet.getByRole('listitem')).toHaveCount(0);
    await expect(page).toHaveURL('/waitlist');
    expect(await records.count('waitlist')).toBe(1);
  });
}

test('who has agreed to discard is not told that it is kept', async ({
  page,
  network,
  records,
}) => {
  await visit(page, '/waitlist');
  network.hold();
  await join(page);
  await network.sent(1);
  const sheet = await openUnsent(page);
  await sheet.getByRole('button', { name: 'Discard' }).click();
  const yes = sheet.getByRole('button', { name: 'Yes, discard' });
  await yes.click();
  await expect(sheet.getByText('One moment.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Keep' }).click();
  await expect(yes).toBeVisible();
  network.cut();
  await expect(sheet.getByText('Discarded.')).toBeVisible();
  expect(await records.count('waitlist')).toBe(0);
});

/** The unsent message as one would write it down. */
const plainText = [
  'Careers & contact',
  'Name: Ada',
  'Email: ada@loom.example',
  'Message: I cut patterns.',
  'Sewing too.',
].join('\n');

async function openCareersOffline(page: Page, network: FaultyProxy) {
  await visit(page, '/careers');
  network.cut();
  await fillIn(page, careersForm);
  await submit(page, careersForm);
  await expect(page.getByText(saved)).toBeVisible();
  return openUnsent(page);
}

test("the text of what waits can be copied, and says 'Copied.'", {
  tag: '@firefox',
}, async ({ page, network, records }) => {
  const sheet = await openCareersOffline(page, network);
  const copy = sheet.getByRole('button', { name: 'Copy text' });
  await copy.click();
  await expect(sheet.locator('[aria-live]').first()).toHaveText('Copied.');
  await expect(copy).toBeFocused();
  await expect(sheet.getByRole('textbox')).toHaveCount(0);
  await sheet.getByRole('button', { name: 'Close' }).click();
  network.restore();
  await page.goto('/feedback');
  await page.getByLabel('Message').focus();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(page.getByLabel('Message')).toHaveValue(plainText);
  // To copy is not to send, and keeps nothing from being sent.
  await expect.poll(() => records.count('careers')).toBe(1);
});

for (const [how, clipboard] of [
  ['is not there', undefined],
  ['is refused', { writeText: 'refuses' }],
] as const) {
  test(`where the clipboard ${how}, the text is shown to be selected`, {
    tag: '@firefox',
  }, async ({ page, network }) => {
    await page.addInitScript((given) => {
      const writeText = () =>
        Promise.reject(new DOMException('As the test has it', 'NotAllowed'));
      const value = given && { writeText };
      Object.defineProperty(navigator, 'clipboard', { value });
    }, clipboard);
    const sheet = await openCareersOffline(page, network);
    await sheet.getByRole('button', { name: 'Copy text' }).click();
    await expect(
      sheet.getByText('This browser does not let us copy.'),
    ).toBeVisible();
    const text = sheet.getByRole('textbox', { name: 'Text of this message' });
    await expect(text).toBeFocused();
    await expect(text).toHaveValue(plainText);
    expect(await text.evaluate(selected)).toBe(plainText);
    await sheet.getByRole('button', { name: 'Copy text' }).click();
    await expect(text).toBeFocused();
    expect(await text.evaluate(selected)).toBe(plainText);
  });
}

function selected(element: HTMLElement): string {
  const { value, selectionStart, selectionEnd } =
    element as HTMLTextAreaElement;
  return value.slice(selectionStart, selectionEnd);
}

test('Back closes the sheet, and the page has the focus', {
  tag: '@firefox',
}, async ({ page, network }) => {
  await joinOffline(page, network);
  await page.getByRole('link', { name: 'Mission' }).first().click();
  await expect(page).toHaveTitle('Our Mission');
  const sheet = await openUnsent(page);
  await expect(sheet).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Coming Soon.');
  await expect(heading).toBeFocused();
});

test('what the visitor clears is said to be removed', {
  tag: '@firefox',
}, async ({ page, network }) => {
  await joinOffline(page, network);
  await expect(page.getByRole('button', { name: pill })).toBeVisible();
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        indexedDB.deleteDatabase('pear').onsuccess = resolve;
      }),
  );
  await expect(page.getByText('Removed from this device.')).toBeVisible();
  await expect(page.getByRole('button', { name: pill })).toBeHidden();
});

test('damaged records break no form or dialog', async ({ page, network }) => {
  await joinOffline(page, network);
  const [found] = await page.evaluate(inStore, {});
  const words = { favoriteBrand: 'Lopewell', email: shopper.email };
  // As a failing disk may: one without words, and one without a date.
  const damaged = [
    { ...found, id: 'no-words', values: null },
    { ...found, values: words, createdAt: 1e16 },
  ];
  await page.evaluate(inStore, { put: damaged });
  await page.reload();
  await join(page);
  await expect(page.getByText(saved)).toBeVisible();
  const sheet = await openUnsent(page);
  await expect(sheet.getByRole('listitem')).toHaveCount(2);
  await expect(sheet.getByRole('time')).toHaveCount(1);
});

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('a retry on a full disk is not said to go on for ever', async ({
    page,
    network,
    records,
  }) => {
    await page.clock.install();
    await page.goto('/waitlist');
    network.fail({ kind: 'reset' });
    await join(page);
    const sheet = await openUnsent(page);
    await page.evaluate(quotaFull);
    const told = sheet.locator('[aria-live]').first();
    await sheet.getByRole('button', { name: 'Retry' }).click();
    await expect(told).toHaveText('Trying to send it now.');
    await page.clock.runFor(25_000);
    await expect(told).toHaveText('It could not be sent yet. It stays here.');
    network.heal();
    await page.reload();
    await expect.poll(() => records.count('waitlist')).toBe(1);
  });
});
