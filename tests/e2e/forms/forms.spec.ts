import { denial } from '../../support/commits.ts';
import { expect, test } from '../../support/fixtures.ts';
import {
  careersForm,
  expectRecords,
  feedbackForm,
  fillIn,
  formSpecs,
  submit,
  waitlistForm,
} from '../../support/forms.ts';
import { holdScripts, hydrated } from '../../support/hydrated.ts';
import { expectSent, remember } from '../../support/waitlist.ts';

test.use({ serviceWorkers: 'block' });

const both = 'Please enter both email and favorite brand.';
const all = 'Please fill in all fields.';
const malformed = 'Please enter a valid email address.';

/** What is typed, what is said of it, and the field that is to blame. */
type Try = readonly [values: string[], message: string, wrong: string];

/** What the page makes of some verdicts; all are in unit/forms.test.ts. */
const tries: Record<string, readonly Try[]> = {
  '/waitlist': [
    [['', ''], both, 'Favorite brand'],
    [['Skeinwell', ''], both, 'Email'],
  ],
  '/brandSignup': [
    [['Ada', 'no address', ''], 'You must enter a company name.', 'Company'],
  ],
  '/careers': [[['Ada', 'no address', ' \n '], all, 'Message']],
  '/feedback': [
    [['', '', ''], all, 'Name'],
    [['Ada', 'ada@loom', 'Hello'], malformed, 'Email'],
    // Only the browser refuses this one.
    [['Ada', 'a,b@loom.example', 'Hello'], malformed, 'Email'],
  ],
};

for (const form of formSpecs) {
  const labels = form.fields.map(({ label }) => label);
  const [first = ''] = labels;

  test(`${form.path}: fields, errors, thanks and records`, {
    tag: '@emulator',
  }, async ({ page, records, network, consoleLines }) => {
    const error = page.getByRole('alert');
    await page.goto(form.path);
    await hydrated(page);
    await test.step('fields', async () => {
      for (const field of form.fields) {
        const input = page.getByLabel(field.label, { exact: true });
        await expect(input).toHaveJSProperty('type', field.type);
        if (field.type === 'checkbox') {
          await expect(input).not.toBeChecked();
          continue;
        }
        await expect(input).toHaveJSProperty('maxLength', -1);
        await expect(input).toHaveValue('');
        await expect(input).toBeEditable();
        for (const name of ['autocomplete', 'placeholder'] as const) {
          const wanted = field[name];
          if (wanted) await expect(input).toHaveAttribute(name, wanted);
        }
      }
      const inputs = page.locator('main form').locator('input, textarea');
      await expect(inputs).toHaveCount(labels.length);
    });
    for (const [values, message, wrong] of tries[form.path] ?? []) {
      await test.step(`${values.join(' | ')}: ${message}`, async () => {
        for (const [index, value] of values.entries()) {
          await page.getByLabel(labels[index] ?? '').fill(value);
        }
        await submit(page, form);
        await expect(error).toHaveText(message);
        const field = page.getByLabel(wrong);
        await expect(field).toBeFocused();
        await expect(field).toHaveAttribute('aria-invalid', 'true');
        await expect(field).toHaveAccessibleDescription(message);
        await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1);
        for (const [index, value] of values.entries()) {
          await expect(page.getByLabel(labels[index] ?? '')).toHaveValue(value);
        }
      });
    }
    await test.step('a malformed address', async () => {
      await fillIn(page, form, { email: 'no address' });
      await submit(page, form);
      const email = page.getByLabel('Email');
      await expect(email).toBeFocused();
      await expect(email).toHaveValue('no address');
      // In the form's words, or in those of the browser.
      const says = form === feedbackForm ? malformed : /\S/;
      await expect(error).toHaveText(says);
    });
    await expect(page.getByRole('status')).toHaveCount(0);
    expect(network.commits).toBe(0);
    await test.step('thanks, the error and the form gone', async () => {
      await page.getByLabel(first).fill('');
      await submit(page, form);
      await expect(error).toBeVisible();
      await fillIn(page, form, { space: '  ' });
      await page.getByLabel(first).press('Enter');
      await expect(page.getByRole('status')).toHaveText(form.thanks);
      await expect(page.getByRole('status')).toBeFocused();
      await expect(page.locator('main form')).toHaveCount(0);
      await expectSent(page);
      await expect(error).toHaveCount(0);
    });
    await expectRecords(records, form);
    await test.step('empty when one comes back', async () => {
      await page.getByRole('link', { name: 'Mission' }).first().click();
      await expect(page).toHaveTitle('Our Mission');
      await page.goBack();
      await expect(page.getByLabel(first)).toHaveValue('');
      await page.reload();
      await expect(page.getByLabel(first)).toHaveValue('');
    });
    const remembered = await page.evaluate(() => ({ ...localStorage }));
    expect(remembered.pear_user_email).toBe(
      form === waitlistForm ? 'ada@loom.example' : undefined,
    );
    expect(consoleLines).toEqual([]);
  });
}

test('a refusal is said, logged without a word of it, and the text is kept', async ({
  page,
  network,
  consoleLines,
}) => {
  network.fail(denial);
  for (const [index, form] of formSpecs.toReversed().entries()) {
    await page.goto(form.path);
    await fillIn(page, form);
    await submit(page, form);
    await expect(page.getByRole('alert')).toHaveText(form.failure);
    await expect(page.getByRole('status')).toHaveCount(0);
    for (const { label, value } of form.fields) {
      await expect(page.getByLabel(label)).toHaveValue(value);
    }
    const name = new RegExp(`^${index + 1} messages? could not`);
    await expect(page.getByRole('button', { name })).toBeVisible();
    // Later pages try the earlier ones once more, and say so.
    const line = new RegExp(`^pear: ${form.path.slice(1)} [0-9a-f-]{36}\\W`);
    expect(consoleLines.filter((one) => line.test(one))).not.toEqual([]);
  }
  for (const line of consoleLines) {
    expect(line).toMatch(/^pear: \w+ [0-9a-f-]{36}\W.*[a-z-]+$/);
    expect(line).not.toMatch(/ada|loom|skeinwell/i);
  }
});

test("a page's link to itself keeps what is typed, and brings a form anew", async ({
  page,
  records,
}) => {
  await page.goto('/careers');
  await hydrated(page);
  const contact = page.getByRole('link', { name: 'Contact' });
  for (const count of [1, 2]) {
    await page.getByLabel('Name').fill('Ada');
    await contact.click();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page.getByLabel('Name')).toHaveValue('Ada');
    await fillIn(page, careersForm);
    await page.getByLabel('Message').fill(`Message ${count}`);
    await submit(page, careersForm);
    await expect(page.getByRole('status')).toHaveText(careersForm.thanks);
    await expect.poll(() => records.count('careers')).toBe(count);
    await contact.click();
    await expect(page.getByLabel('Name')).toHaveValue('');
  }
});

test('the waitlist leads on to feedback, which sends the email it knows', async ({
  page,
  records,
}) => {
  await page.goto('/waitlist');
  await fillIn(page, waitlistForm);
  await submit(page, waitlistForm);
  await page.getByRole('main').locator('a[href="/feedback"]').click();
  await expect(page).toHaveURL('/feedback');
  const email = page.getByLabel('Email');
  await expect(email).toHaveValue('ada@loom.example');
  await expect(email).not.toBeEditable();
  await page.getByLabel('Name').fill('Bea');
  await page.getByLabel('Message').fill('Fine.');
  await submit(page, feedbackForm);
  const fields = { name: 'Bea', email: 'ada@loom.example', message: 'Fine.' };
  const stored = () => records.list('feedback');
  await expect.poll(stored).toMatchObject([{ fields }]);
  for (const path of ['/brandSignup', '/careers']) {
    await page.goto(path);
    await expect(page.getByLabel('Email')).toBeEditable();
  }
});

test('before the scripts have come, text and submit are not lost', async ({
  page,
  records,
  consoleLines,
}) => {
  const letThrough = await holdScripts(page);
  await page.goto('/careers', { waitUntil: 'commit' });
  await fillIn(page, careersForm);
  await submit(page, careersForm);
  expect(new URL(page.url()).search).toBe('');
  letThrough();
  await expect(page.getByRole('status')).toHaveText(careersForm.thanks);
  await expect(page).toHaveURL(careersForm.path);
  await expectRecords(records, careersForm);
  expect(consoleLines).toEqual([]);
});

test('feedback: an address typed before the scripts stays', async ({
  page,
  records,
}) => {
  await page.addInitScript(remember, 'bea@loom.example');
  for (const isEarly of [true, false]) {
    await records.clear();
    const letThrough = await holdScripts(page);
    await page.goto('/feedback', { waitUntil: 'commit' });
    await fillIn(page, feedbackForm);
    if (isEarly) await submit(page, feedbackForm);
    letThrough();
    await hydrated(page);
    if (!isEarly) await submit(page, feedbackForm);
    await expect(page.getByRole('status')).toHaveText(feedbackForm.thanks);
    await expectRecords(records, feedbackForm);
    await page.unrouteAll();
  }
});
