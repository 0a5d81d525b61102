import type { Locator } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import {
  feedbackForm,
  fillIn,
  submit,
  waitlistForm,
} from '../../support/forms.ts';
import { holdScripts, hydrated, load } from '../../support/hydrated.ts';
import { startEditing } from '../../support/unsent.ts';
import {
  expectSent,
  join,
  remember,
  saved,
  shopper,
} from '../../support/waitlist.ts';

test.use({ serviceWorkers: 'block' });

test("feedback knows, until 'Not you?'", async ({ page, context, records }) => {
  await page.goto('/waitlist');
  await join(page);
  await expectSent(page);
  await page.getByRole('main').locator('a[href="/feedback"]').click();
  await expect(page).toHaveURL('/feedback');
  await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
  await expect(page.getByLabel('Email')).not.toBeEditable();
  await page.reload();
  await hydrated(page);
  await page.getByLabel('Name').fill('Bea');
  await page.getByLabel('Message').fill('Fine.');
  await submit(page, feedbackForm);
  await expectSent(page);
  for (const path of ['/brandSignup', '/careers']) {
    await page.goto(path);
    await expect(page.getByLabel('Email')).toBeEditable();
  }

  const tabs = [page, await context.newPage()];
  for (const tab of tabs) {
    await load(tab, '/feedback');
    // One that is known is not asked about.
    await expect(tab.locator('main form p[aria-live]')).toHaveCount(0);
    await expect(tab.getByLabel('Email')).not.toBeEditable();
    await tab.getByLabel('Name').fill('Bea');
    await tab.getByLabel('Message').fill('Fine.');
  }
  await page.bringToFront();
  await page.getByRole('button', { name: 'Not you?' }).click();
  await expect(page.getByLabel('Email')).toBeFocused();
  for (const isReloaded of [false, true]) {
    for (const tab of tabs) {
      if (isReloaded) await tab.reload();
      await hydrated(tab);
      await expect(tab.getByLabel('Email')).toBeEditable();
      await expect(tab.getByLabel('Email')).toHaveValue('');
      await expect(tab.getByLabel('Name')).toHaveValue('Bea');
      await expect(tab.getByLabel('Message')).toHaveValue('Fine.');
    }
  }
  await page.getByLabel('Email').fill('bea@loom.example');
  await submit(page, feedbackForm);
  await expectSent(page);
  const emails = (await records.list('feedback')).map(
    (one) => one.fields.email,
  );
  expect(emails.sort()).toEqual([shopper.email, 'bea@loom.example']);
});

test('the right email shows', async ({ page, context, network, records }) => {
  const email = page.getByLabel('Email');
  await page.goto('/feedback');
  // What is typed before the scripts comes first.
  await page.evaluate(remember, 'bea@loom.example');
  const letThrough = await holdScripts(page);
  await page.goto('/feedback', { waitUntil: 'commit' });
  const fields = { email: 'ada@gmial.com' };
  await fillIn(page, feedbackForm, fields);
  letThrough();
  await expect(page.getByText('Did you mean')).toBeVisible();
  await submit(page, feedbackForm);
  await expectSent(page);
  expect(await records.list('feedback')).toMatchObject([{ fields }]);
  // One remembered in another tab changes nothing.
  await page.evaluate(remember, shopper.email);
  await page.reload();
  await page.getByLabel('Name').fill('Ada');
  const other = await context.newPage();
  await other.goto('/about');
  await page.evaluate(() => {
    addEventListener('storage', () => document.body.classList.add('told'));
  });
  await other.evaluate(remember, 'bob@loom.example');
  await expect(page.locator('body.told')).toBeVisible();
  await expect(email).toHaveValue(shopper.email);
  await expect(page.getByLabel('Name')).toHaveValue('Ada');
  // An edit keeps the one it was written with.
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await hydrated(page);
  network.fail({ kind: 'reset' });
  await fillIn(page, feedbackForm);
  await submit(page, feedbackForm);
  await expect(page.getByText(saved)).toBeVisible();
  await page.evaluate(remember, 'bob@loom.example');
  await startEditing(page);
  await expect(email).toBeEditable();
});

const meant = 'ada@gmail.com';
const asks = `Did you mean ${meant}?`;

/** Firefox's driver fills in behind what an email field holds already. */
async function retype(field: Locator, text: string): Promise<void> {
  await field.press('ControlOrMeta+a');
  await field.pressSequentially(text);
}

// Which addresses are asked about is in unit/forms/did-you-mean.test.ts.
test('a misspelt address is asked about, offline too, and taken by a press', {
  tag: '@firefox',
}, async ({ page, network, records }) => {
  const email = page.getByLabel('Email');
  // What is said, politely, below the email.
  const hint = page.locator('main form p[aria-live="polite"]');
  await load(page, '/waitlist');
  network.cut();
  // There before its words, so that they are announced.
  await expect(hint).toHaveText('');
  await fillIn(page, waitlistForm, { email: 'ada@gmial.com' });
  await expect(hint).toHaveText(asks);
  await retype(email, 'ada@ymail.com');
  await email.press('Tab');
  await expect(hint).toHaveText('');
  // What is only begun is asked about once the field is left.
  await retype(email, 'ada@gmail.co');
  await email.press('Tab');
  await expect(hint).toHaveText(asks);
  await expect(email).toHaveValue('ada@gmail.co');
  await hint.getByRole('button', { name: meant }).click();
  await expect(email).toHaveValue(meant);
  await expect(email).toBeFocused();
  await expect(hint).toHaveText('');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(email).toHaveValue('ada@gmail.co');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(email).toHaveValue(meant);
  // It is part of the draft.
  network.restore();
  await page.reload();
  await expect(email).toHaveValue(meant);
  // Firefox submits other widths of letters and dots as they are typed.
  await retype(email, 'ada@ｇｍａｉｌ。com\ufe0f');
  await submit(page, waitlistForm);
  await expectSent(page);
  const taken = { fields: { email: meant } };
  expect(await records.list('waitlist')).toMatchObject([taken]);
});

test('the email field keeps the focus when another tab remembers an email', async ({
  page,
  context,
}) => {
  await load(page, '/feedback');
  const email = page.getByLabel('Email');
  await email.focus();
  const other = await context.newPage();
  await load(other, '/about');
  await other.evaluate(remember, shopper.email);
  await expect(email).toHaveValue(shopper.email);
  await expect(email).toBeFocused();
});
