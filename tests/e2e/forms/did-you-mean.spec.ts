import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import {
  fillIn,
  formSpecs,
  submit,
  tagsOf,
  waitlistForm,
} from '../../support/forms.ts';
import { holdScripts, hydrated } from '../../support/hydrated.ts';
import type { CollectionName } from '../../support/records.ts';
import { remember, sent, visit } from '../../support/waitlist.ts';

const misspelt = 'ada@gmial.com';
const meant = 'ada@gmail.com';

/** What is said, politely, below the email. */
const hintIn = (page: Page) => page.locator('main form [aria-live="polite"]');

/** Firefox's driver fills in behind what an email field holds already. */
async function retype(field: Locator, text: string): Promise<void> {
  await field.press('ControlOrMeta+a');
  await field.pressSequentially(text);
}

for (const form of formSpecs) {
  test(`${form.path} asks whether another address is meant`, {
    tag: tagsOf(form),
  }, async ({ page, records }) => {
    await page.goto(form.path);
    await hydrated(page);
    const hint = hintIn(page);
    // There before its words, so that they are announced.
    await expect(hint).toHaveText('');
    const button = page.getByRole('button', { name: form.button });
    const placeOf = (element: HTMLElement) => element.offsetTop;
    const place = await button.evaluate(placeOf);
    await fillIn(page, form, { email: misspelt });
    const email = page.getByLabel('Email');
    await email.press('Tab');
    await expect(hint).toHaveText(`Did you mean ${meant}?`);
    // Nobody who is about to press the button misses it.
    expect(await button.evaluate(placeOf)).toBe(place);
    await expect(email).toHaveValue(misspelt);
    await hint.getByRole('button', { name: meant }).click();
    await expect(email).toHaveValue(meant);
    await expect(email).toBeFocused();
    await expect(hint).toHaveText('');
    // It is part of the draft.
    await page.reload();
    await expect(email).toHaveValue(meant);
    await submit(page, form);
    await expect(page.getByText(sent, { exact: true })).toBeVisible();
    const [collection] = Object.keys(form.records) as CollectionName[];
    const stored = await records.list(collection ?? 'waitlist');
    expect(stored).toMatchObject([{ fields: { email: meant } }]);
  });
}

test('who goes on sends what was typed', {
  tag: '@firefox',
}, async ({ page, records }) => {
  await page.goto('/waitlist');
  await hydrated(page);
  await fillIn(page, waitlistForm, { email: misspelt });
  await expect(hintIn(page)).toHaveText(/^Did you mean/);
  await submit(page, waitlistForm);
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
  const stored = await records.list('waitlist');
  expect(stored).toMatchObject([{ fields: { email: misspelt } }]);
});

test('it asks about what was typed and left before the code came', async ({
  page,
}) => {
  const letThrough = await holdScripts(page);
  await page.goto('/careers');
  const email = page.getByLabel('Email');
  await email.fill(misspelt);
  await email.press('Tab');
  letThrough();
  await expect(hintIn(page)).toHaveText(`Did you mean ${meant}?`);
});

test('it asks offline too, and of no address that may be right', {
  tag: '@firefox',
}, async ({ page, network }) => {
  await visit(page, '/waitlist');
  network.cut();
  const email = page.getByLabel('Email');
  const hint = hintIn(page);
  await email.fill(misspelt);
  await expect(hint).toHaveText(`Did you mean ${meant}?`);
  await retype(email, 'ada@ymail.com');
  await email.press('Tab');
  await expect(hint).toHaveText('');
  // What is only begun is asked about once the field is left.
  await retype(email, 'ada@gmail.co');
  await email.press('Tab');
  await expect(hint).toHaveText(`Did you mean ${meant}?`);
});

test('an address that is known is not asked about', {
  tag: '@firefox',
}, async ({ page }) => {
  await page.addInitScript(remember, misspelt);
  await page.goto('/feedback');
  await hydrated(page);
  const email = page.getByLabel('Email');
  await expect(email).not.toBeEditable();
  await email.focus();
  await email.press('Tab');
  await expect(hintIn(page)).toHaveCount(0);
});
