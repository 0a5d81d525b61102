import type { Page } from 'playwright/test';
import { fieldSelector } from '../../../src/forms/field-values.ts';
import { goInHistory } from '../../support/engines/engine.ts';
import { expect, test } from '../../support/fixtures.ts';
import {
  careersForm,
  expectRecords,
  type FormSpec,
  feedbackForm,
  fillIn,
  formSpecs,
  getShownLabel,
  messageField,
  submit,
  waitlistForm,
} from '../../support/forms.ts';
import { fillForm } from '../../support/gestures.ts';
import { isHydrated, openPage, waitForReact } from '../../support/loading.ts';
import { expectSent, joinWaitlist } from '../../support/waitlist.ts';
import { readStoredData, receiptFields } from './stored-data.ts';

test.use({ serviceWorkers: 'block' });

const getInputs = (page: Page) =>
  page.locator('main form').locator(fieldSelector);

/** Expects the fields of an open form, and whether the form says that all are required. */
async function expectFields(page: Page, { fields }: FormSpec): Promise<void> {
  await expect(getInputs(page)).toHaveCount(fields.length);

  const requiredFields = fields.filter(({ optional }) => !optional);
  const requiredInputs = page.locator('[aria-required="true"]');
  await expect(requiredInputs).toHaveCount(requiredFields.length);
  const isAllRequired = requiredFields.length === fields.length;
  const line = page.getByText('All fields are required.');
  await expect(line).toHaveCount(isAllRequired ? 1 : 0);

  for (const field of fields) {
    const { type, autocomplete } = field;
    const input = page.getByLabel(getShownLabel(field), { exact: true });
    const domType = type === 'multiline' ? 'textarea' : type;
    await expect(input).toHaveJSProperty('type', domType);
    await expect(input).not.toHaveAttribute('maxlength');

    if (type === 'checkbox') continue;
    await expect(input).toHaveJSProperty('autocomplete', autocomplete);
  }
}

/** Measures the pixels between each input and the label of the next field. Runs in the page. */
function measureDistances(): number[] {
  const labels = document.querySelectorAll('main form label');
  const inputs = document.querySelectorAll(
    'main form :is(input, select, textarea)',
  );
  const tops = Array.from(labels, (label) => label.getBoundingClientRect().top);
  const bottoms = Array.from(
    inputs,
    (input) => input.getBoundingClientRect().bottom,
  );

  const nextTops = tops.slice(1);
  return nextTops.map((nextTop, index) => {
    const bottom = bottoms[index] ?? Number.NaN;
    return Math.round(nextTop - bottom);
  });
}

test('each form saves a draft, delivers its submission and thanks the visitor', {
  tag: ['@firefox', '@emulator'],
}, async ({ page, records, consoleLines }) => {
  // The waitlist form is last, because forms after it would show its email.
  for (const form of formSpecs.toReversed()) {
    await test.step(form.path, async () => {
      await records.clear();
      await openPage(page, form.path);
      await expectFields(page, form);

      await fillIn(page, form);
      const name = await page.locator('main form').getAttribute('name');
      const { drafts } = await readStoredData(page);
      expect(drafts).toEqual([`pear-draft-${name}`]);

      await getInputs(page).first().press('Enter');
      const status = page.locator('main').getByRole('status');
      await expect(status).toHaveText(form.thanks);
      await expect(status).toBeFocused();
      await expect(page.locator('main form')).toHaveCount(0);
      await expectSent(page);
      await expectRecords(records, form);

      const { receipts, ...storedData } = await readStoredData(page);
      const email = form === waitlistForm ? 'ada@loom.example' : '';
      expect(storedData).toEqual({ email, drafts: [], unsent: 0 });
      expect(new Set(receipts.flat())).toEqual(new Set(receiptFields));
    });
  }

  await test.step('after a submit, both Back and a reload show an empty waitlist form', async () => {
    await page.getByRole('link', { name: 'Mission' }).first().click();
    await expect(page).toHaveTitle('Our Mission');
    await page.goBack();
    const brandField = page.getByLabel('Favorite brand');
    await expect(brandField).toHaveValue('');
    await page.reload();
    await waitForReact(page);
    await expect(brandField).toHaveValue('');
  });

  expect(consoleLines).toEqual([]);
});

test('the distance between two fields is the same in each form', async ({
  page,
}) => {
  for (const { path } of formSpecs) {
    await openPage(page, path);
    const distances = await page.evaluate(measureDistances);
    expect(new Set(distances), path).toEqual(new Set([36]));
  }
});

const bothRequiredMessage = 'Please enter both email and favorite brand.';
const allRequiredMessage = 'Please fill in all fields.';
const malformedEmailMessage = 'Please enter a valid email address.';
const emptyFieldMessage = 'This field is empty.';

const invalidEmails = [
  {
    form: waitlistForm,
    email: '',
    message: bothRequiredMessage,
    description: emptyFieldMessage,
  },
  // Only the browser's own validation rejects this email and the next one.
  {
    form: feedbackForm,
    email: 'a,b@loom.example',
    message: malformedEmailMessage,
    description: '',
  },
  {
    form: waitlistForm,
    email: 'no address',
    // The browser's own text.
    message: /\S/,
    description: '',
  },
];

test('an invalid email is reported at its field', async ({ page, network }) => {
  const errorAlert = page.getByRole('alert');
  for (const { form, email, message, description } of invalidEmails) {
    await openPage(page, form.path);
    await fillIn(page, form, { email });
    await submit(page, form);
    await expect(errorAlert).toHaveText(message);

    const field = page.getByLabel('Email');
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleErrorMessage(message);
    await expect(field).toHaveAccessibleDescription(description);
    await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1);

    for (const { label, value } of form.fields) {
      const typedValue = label === 'Email' ? email : value;
      await expect(page.getByLabel(label)).toHaveValue(typedValue);
    }
  }

  await expect(page.getByRole('main').getByRole('status')).toHaveCount(0);
  expect(network.commits).toBe(0);

  await joinWaitlist(page);
  await expectSent(page);
  await expect(errorAlert).toHaveCount(0);
});

test('a field stays marked as invalid until it is valid', async ({ page }) => {
  const errorAlert = page.getByRole('alert');
  const invalidFields = page.locator('[aria-invalid="true"]');

  await test.step('a submit marks each empty field as invalid and shows one error message', async () => {
    await openPage(page, '/careers');
    await submit(page, careersForm);
    await expect(invalidFields).toHaveCount(3);

    for (const field of await invalidFields.all()) {
      await expect(field).toHaveAccessibleDescription(emptyFieldMessage);
    }
    const lastElement = page.locator('main form > div').last();
    await expect(lastElement).toContainText(allRequiredMessage);

    for (const [filled, label] of ['Message', 'Email', 'Name'].entries()) {
      await expect(errorAlert).toHaveText(allRequiredMessage);
      await page.getByLabel(label).fill('A');
      await expect(invalidFields).toHaveCount(2 - filled);
    }
    await expect(errorAlert).toHaveCount(0);
  });

  await test.step('a malformed email stays marked as invalid until the email is valid', async () => {
    await openPage(page, '/feedback');
    await fillIn(page, feedbackForm, { email: 'ada@loom' });
    await submit(page, feedbackForm);
    const emailField = page.getByLabel('Email');
    await emailField.press('End');
    await emailField.pressSequentially('.e');
    await expect(invalidFields).toHaveCount(1);

    await emailField.pressSequentially('x');
    await expect(invalidFields).toHaveCount(0);
    await expect(errorAlert).toHaveCount(0);
  });
});

test('a form never truncates a long text', async ({ page }) => {
  await openPage(page, '/careers');
  const field = page.getByLabel('Message');
  const { maxLength } = messageField;
  const longText = `${'x'.repeat(maxLength)} PLEASE CALL ME`;
  await fillIn(page, careersForm);
  await field.fill(longText);
  await submit(page, careersForm);

  await expect(page.getByRole('alert')).toHaveText(
    `Message can be at most ${maxLength} characters long. Yours had ${longText.length}.`,
  );
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(longText);

  await test.step('a counter shows from 90 % of the limit on', async () => {
    const counter = page.getByText(` of ${maxLength} characters`);
    await field.fill('x'.repeat(maxLength * 0.9));
    await expect(counter).toBeVisible();
    await field.fill('x'.repeat(maxLength * 0.9 - 1));
    await expect(counter).toHaveCount(0);
  });
});

test('a text is shown in the direction of its script, and stored unchanged', async ({
  page,
  records,
}) => {
  await openPage(page, '/careers');
  await fillIn(page, careersForm);
  const field = page.getByLabel('Message');
  const arabicMessage = 'مرحبا (Pear)!';
  await field.fill(arabicMessage);
  await expect(field).toHaveCSS('direction', 'rtl');
  await expect(page.getByLabel('Name')).toHaveCSS('direction', 'ltr');

  await submit(page, careersForm);
  await expectSent(page);
  const storedRecords = await records.list('careers');
  expect(storedRecords).toMatchObject([{ fields: { message: arabicMessage } }]);
});

test('a link to the current page replaces the thank-you message with a new form', async ({
  page,
}) => {
  await openPage(page, '/careers');
  await fillIn(page, careersForm);
  await submit(page, careersForm);
  await expectSent(page);

  await page.getByRole('link', { name: 'Contact: Careers' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('');
});

test('an error in the code shows the failure, appears in the console, and ends with the next submit', async ({
  page,
  consoleLines,
}) => {
  await openPage(page, '/careers');
  await fillIn(page, careersForm);
  const nameField = page.getByLabel('Name');
  await nameField.focus();

  await page.evaluate(() => {
    const { normalize } = String.prototype;
    Object.assign(globalThis, { normalize });
    String.prototype.normalize = () => {
      throw new TypeError('Broken by the test');
    };
  });
  await nameField.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(careersForm.failure);
  const expectedLines = ['TypeError: Broken by the test'];
  await expect.poll(() => consoleLines).toEqual(expectedLines);

  await page.evaluate('String.prototype.normalize = normalize');
  await nameField.press('Enter');
  await expectSent(page);
});

const placesOfText = [
  { place: 'a hydrated form', isCodeHeld: false },
  { place: 'a form whose code is loading', isCodeHeld: true },
];

for (const { place, isCodeHeld } of placesOfText)
  test(`Back restores the text typed into ${place}`, {
    tag: ['@firefox', '@webkit'],
  }, async ({ driver, network }) => {
    const browser = await driver.start();
    const tab = await browser.open();
    if (isCodeHeld) network.hold(/\/form-/);
    await tab.goto(`${network.origin}/waitlist`);
    if (!isCodeHeld)
      await expect.poll(() => tab.evaluate(isHydrated)).toBe(true);
    await tab.evaluate(fillForm, { favoriteBrand: 'Heddle' });

    await tab.goto(`${network.origin}/faq`);
    await goInHistory(tab, 'back');
    network.release();

    const readBrand = () => {
      // The page cannot import `isHydrated` of tests/support/loading.ts.
      const hasStarted = document.onsubmit === null;
      return hasStarted ? document.querySelector('input')?.value : undefined;
    };
    // Ignores the error of `evaluate` if the navigation replaces the page.
    const poll = expect.poll(() => tab.evaluate(readBrand).catch(() => ''));
    await poll.toBe('Heddle');
    await browser.close();
  });
