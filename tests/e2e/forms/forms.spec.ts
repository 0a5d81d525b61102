import { anyField } from '../../../src/forms/field-values.ts';
import { expect, test } from '../../support/fixtures.ts';
import {
  brandForm,
  careersForm,
  expectRecords,
  feedbackForm,
  fillIn,
  formSpecs,
  submit,
  waitlistForm,
} from '../../support/forms.ts';
import { go, type } from '../../support/gestures.ts';
import { hydrated, load } from '../../support/hydrated.ts';
import { expectSent } from '../../support/waitlist.ts';
import { keptIn, receipt } from './kept.ts';

test.use({ serviceWorkers: 'block' });

// What a form tells in its disclosure is in contract/reading-order.test.ts.
test('each form keeps a draft, thanks, and sends', {
  tag: ['@firefox', '@emulator'],
}, async ({ page, records, consoleLines }) => {
  // Last the waitlist, which remembers the email.
  for (const form of formSpecs.toReversed()) {
    await records.clear();
    await load(page, form.path);
    const inputs = page.locator('main form').locator(anyField);
    await expect(inputs).toHaveCount(form.fields.length);
    for (const { label, type, autocomplete = 'off' } of form.fields) {
      const input = page.getByLabel(label, { exact: true });
      await expect(input).toHaveJSProperty('type', type);
      await expect(input).not.toHaveAttribute('maxlength');
      if (type === 'checkbox') continue;
      await expect(input).toHaveJSProperty('autocomplete', autocomplete);
    }
    await fillIn(page, form);
    const { drafts } = await keptIn(page);
    expect(drafts).toEqual([`pear-draft-${form.path.slice(1)}`]);
    await inputs.first().press('Enter');
    const status = page.locator('main').getByRole('status');
    await expect(status).toHaveText(form.thanks);
    await expect(status).toBeFocused();
    await expect(page.locator('main form')).toHaveCount(0);
    await expectSent(page);
    await expectRecords(records, form);
    const { receipts, ...kept } = await keptIn(page);
    const email = form === waitlistForm ? 'ada@loom.example' : '';
    expect(kept).toEqual({ email, drafts: [], unsent: 0 });
    expect(new Set(receipts.flat())).toEqual(new Set(receipt));
  }
  await page.getByRole('link', { name: 'Mission' }).first().click();
  await expect(page).toHaveTitle('Our Mission');
  await page.goBack();
  const brand = page.getByLabel('Favorite brand');
  await expect(brand).toHaveValue('');
  await page.reload();
  await hydrated(page);
  await expect(brand).toHaveValue('');
  expect(consoleLines).toEqual([]);
});

const both = 'Please enter both email and favorite brand.';
const company = 'You must enter a company name.';
const all = 'Please fill in all fields.';
const malformed = 'Please enter a valid email address.';
/** What the page makes of some verdicts; all are in unit/forms/forms.test.ts. */
const wrongs = [
  [waitlistForm, ['Skeinwell', ''], both, 'Email'],
  [brandForm, ['Ada', 'no address', ''], company, 'Company'],
  [careersForm, ['Ada', 'no address', ' \n '], all, 'Message'],
  // Only the browser refuses these: in the form's words, or its own.
  [feedbackForm, ['Ada', 'a,b@loom.example', 'Hello'], malformed, 'Email'],
  [waitlistForm, ['Skeinwell', 'no address'], /\S/, 'Email'],
] as const;

const empty = 'This field is empty.';

test('what is wrong is said, until it is right', async ({ page, network }) => {
  const error = page.getByRole('alert');
  for (const [form, values, message, wrong] of wrongs) {
    await load(page, form.path);
    const typed = values.map((value, index) => {
      const { label = '' } = form.fields[index] ?? {};
      return { input: page.getByLabel(label), value };
    });
    for (const { input, value } of typed) await input.fill(value);
    await submit(page, form);
    await expect(error).toHaveText(message);
    const field = page.getByLabel(wrong);
    await expect(field).toBeFocused();
    // It is read as an alert already, so that it is no description.
    await expect(field).toHaveAccessibleErrorMessage(message);
    const isEmpty = (await field.inputValue()).trim() === '';
    await expect(field).toHaveAccessibleDescription(isEmpty ? empty : '');
    await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1);
    for (const { input, value } of typed)
      await expect(input).toHaveValue(value);
  }
  await expect(page.getByRole('main').getByRole('status')).toHaveCount(0);
  expect(network.commits).toBe(0);
  await fillIn(page, waitlistForm);
  await submit(page, waitlistForm);
  await expectSent(page);
  await expect(error).toHaveCount(0);
});

test('each empty field is marked until it is filled in', async ({ page }) => {
  const error = page.getByRole('alert');
  const wrong = page.locator('[aria-invalid="true"]');
  await load(page, '/careers');
  await expect(page.getByText('All fields are required.')).toBeVisible();
  await submit(page, careersForm);
  await expect(wrong).toHaveCount(3);
  for (const field of await wrong.all())
    await expect(field).toHaveAccessibleDescription(empty);
  // A message about several fields stands above the button.
  await expect(error).toHaveText(all);
  await expect(
    page.locator('label').locator('..').getByRole('alert'),
  ).toHaveCount(0);
  for (const [left, label] of ['Message', 'Email', 'Name'].entries()) {
    await expect(error).toHaveText(all);
    await page.getByLabel(label).fill('A');
    await expect(wrong).toHaveCount(2 - left);
  }
  await expect(error).toHaveCount(0);
  // One about a single field goes with it: unit/forms/form-state.test.ts.
  // A malformed address is marked until it is one.
  await load(page, '/feedback');
  await fillIn(page, feedbackForm, { email: 'ada@loom' });
  await submit(page, feedbackForm);
  await expect(wrong).toHaveCount(1);
  const email = page.getByLabel('Email');
  await email.press('End');
  await email.pressSequentially('.e');
  await expect(wrong).toHaveCount(1);
  await email.pressSequentially('x');
  await expect(wrong).toHaveCount(0);
  await expect(error).toHaveCount(0);
});

test('words are not cut, but cleaned, and stay', async ({ page, records }) => {
  await load(page, '/careers');
  await expect(page.locator('[aria-required="true"]')).toHaveCount(3);
  const email = 'anna@пример.рф';
  await fillIn(page, careersForm, { email: `\u200b${email}\u00a0` });
  const field = page.getByLabel('Message');
  await field.fill('x'.repeat(4499));
  const count = page.getByText(/of 5000 characters/);
  await expect(count).toBeHidden();
  const text = `${'x'.repeat(5990)} PLEASE CALL ME`;
  await field.fill(text);
  await expect(count).toHaveText('6005 of 5000 characters');
  await submit(page, careersForm);
  await expect(page.getByRole('alert')).toHaveText(
    'Message can be at most 5000 characters long. It is 6005 now.',
  );
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(text);
  const message = 'مرحبا (Pear)!';
  await field.fill(message);
  // Words run the way of their script.
  await expect(field).toHaveCSS('direction', 'rtl');
  await expect(page.getByLabel('Name')).toHaveCSS('direction', 'ltr');
  await submit(page, careersForm);
  await expectSent(page);
  const fields = { email, message };
  expect(await records.list('careers')).toMatchObject([{ fields }]);
  // A page's link to itself leads from the thank-you to the form anew.
  await page.getByRole('link', { name: 'Contact: Careers' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('');
});

test('what was typed stands there when Back leads to the page', {
  tag: ['@firefox', '@webkit'],
}, async ({ driver, network }) => {
  const browser = await driver.start();
  const tab = await browser.open();
  await tab.goto(`${network.origin}/waitlist`);
  const typed = { favoriteBrand: 'Heddle', email: 'ada@loom.example' };
  await tab.evaluate(type, typed);
  await tab.goto(`${network.origin}/faq`);
  await tab.evaluate(go, -1);
  // Until it is there, what is asked of the tab may be lost with a page.
  const seen = () => tab.evaluate(typedWords).catch(() => []);
  await expect.poll(seen).toEqual(['Heddle', 'ada@loom.example']);
  await browser.close();
});

function typedWords(): string[] {
  const fields = document.querySelectorAll<HTMLInputElement>('main input');
  return [...fields].map(({ value }) => value);
}
