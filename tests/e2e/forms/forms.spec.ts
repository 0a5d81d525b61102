import type { Page } from 'playwright/test';
import { denial } from '../../support/commits.ts';
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
import { holdScripts, hydrated } from '../../support/hydrated.ts';
import { remember, sent } from '../../support/waitlist.ts';

for (const form of formSpecs) {
  test(`${form.path}: fields, thanks and records`, {
    tag: '@emulator',
  }, async ({ page, records, consoleLines }) => {
    await page.goto(form.path);
    await test.step('fields', async () => {
      for (const field of form.fields) {
        const input = page.getByLabel(field.label, { exact: true });
        await expect(input).toHaveJSProperty('type', field.type);
        if (field.type === 'checkbox') {
          await expect(input).not.toBeChecked();
          continue;
        }
        await expect(input).toHaveJSProperty('maxLength', field.maxLength);
        await expect(input).toHaveValue('');
        await expect(input).toBeEditable();
        for (const name of ['autocomplete', 'placeholder'] as const) {
          const wanted = field[name];
          if (wanted) await expect(input).toHaveAttribute(name, wanted);
        }
      }
      const inputs = page.locator('main form').locator('input, textarea');
      await expect(inputs).toHaveCount(form.fields.length);
    });
    await test.step('thanks, the form gone', async () => {
      await fillIn(page, form, { space: '  ' });
      const [first] = form.fields;
      await page.getByLabel(first?.label ?? '').press('Enter');
      await expect(page.getByRole('status')).toHaveText(form.thanks);
      await expect(page.locator('main form')).toHaveCount(0);
      await expect(page.getByText(sent, { exact: true })).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
    });
    await expectRecords(records, form);
    await test.step('empty when one comes back', async () => {
      const { path } = form === waitlistForm ? brandForm : waitlistForm;
      const footer = page.getByRole('contentinfo');
      await footer.locator(`a[href="${path}"]`).click();
      await expect(page.locator('main form')).toBeVisible();
      await page.goBack();
      const brand = page.getByLabel(form.fields[0]?.label ?? '');
      await expect(brand).toHaveValue('');
      await page.reload();
      await expect(brand).toHaveValue('');
    });
    const remembered = await page.evaluate(() => ({ ...localStorage }));
    expect(remembered.pear_user_email).toBe(
      form === waitlistForm ? 'ada@loom.example' : undefined,
    );
    expect(consoleLines).toEqual([]);
  });
}

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
  test(`${form.path}: says what is wrong, in order, and sends nothing`, async ({
    page,
    network,
  }) => {
    await page.goto(form.path);
    const labels = form.fields.map(({ label }) => label);
    const error = page.getByRole('alert');
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
      if (form === feedbackForm) await expect(error).toHaveText(malformed);
      else await expectNativeCheck(page);
      await expect(page.getByLabel('Email')).toHaveValue('no address');
    });
    await expect(page.getByRole('status')).toHaveCount(0);
    expect(network.commits).toBe(0);
    await test.step('the error goes with the next submit', async () => {
      await page.getByLabel(labels[0] ?? '').fill('');
      await submit(page, form);
      await expect(error).toBeVisible();
      await fillIn(page, form);
      await submit(page, form);
      await expect(error).toHaveCount(0);
      await expect(page.getByRole('status')).toHaveText(form.thanks);
    });
  });
}

/** The browser says it itself, in a bubble that no script can read. */
async function expectNativeCheck(page: Page) {
  const email = page.getByLabel('Email');
  await expect(email).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(0);
  const isMalformed = (input: HTMLElement) =>
    (input as HTMLInputElement).validity.typeMismatch;
  expect(await email.evaluate(isMalformed)).toBe(true);
}

for (const form of formSpecs) {
  test(`${form.path}: a refusal is said and the text is kept`, async ({
    page,
    network,
    consoleLines,
  }) => {
    await page.goto(form.path);
    network.fail(denial);
    await fillIn(page, form);
    await submit(page, form);
    await expect(page.getByRole('alert')).toHaveText(form.failure);
    await expect(page.getByRole('status')).toHaveCount(0);
    for (const { label, value } of form.fields) {
      await expect(page.getByLabel(label)).toHaveValue(value);
    }
    const pill = page.getByRole('button', { name: /^1 message could not/ });
    await expect(pill).toBeVisible();
    const line = `^pear: ${form.path.slice(1)} [0-9a-f-]{36}\\W.*[a-z-]+$`;
    // A visit that is slow to begin tries what was refused once more.
    expect([...new Set(consoleLines)]).toEqual([expect.stringMatching(line)]);
    expect(consoleLines.join()).not.toMatch(/ada|loom|skeinwell/i);
  });
}

test("after its thank-you a page's own link brings the form for another", async ({
  page,
  records,
}) => {
  for (const count of [1, 2]) {
    if (count === 1) await page.goto('/careers');
    else await page.getByRole('link', { name: 'Contact' }).click();
    await expect(page.getByLabel('Name')).toHaveValue('');
    await fillIn(page, careersForm);
    await page.getByLabel('Message').fill(`Message ${count}`);
    await submit(page, careersForm);
    await expect(page.getByRole('status')).toHaveText(careersForm.thanks);
    await expect.poll(() => records.count('careers')).toBe(count);
  }
});

test('what is typed stays where a page links to itself', async ({ page }) => {
  await page.goto('/careers');
  await hydrated(page);
  await page.getByLabel('Name').fill('Ada');
  await page.getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByLabel('Name')).toHaveValue('Ada');
});

test('the waitlist leads on to feedback, which sends the email it knows', async ({
  page,
  records,
}) => {
  await page.goto('/waitlist');
  await fillIn(page, waitlistForm);
  await submit(page, waitlistForm);
  await expect(page.getByRole('status')).toBeFocused();
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

test.describe('before the scripts have come', () => {
  for (const form of [waitlistForm, careersForm]) {
    test(`${form.path}: text and submit are not lost`, async ({
      page,
      records,
      consoleLines,
    }) => {
      const letThrough = await holdScripts(page);
      await page.goto(form.path, { waitUntil: 'commit' });
      await fillIn(page, form);
      await submit(page, form);
      expect(new URL(page.url()).search).toBe('');
      letThrough();
      await expect(page.getByRole('status')).toHaveText(form.thanks);
      await expect(page).toHaveURL(form.path);
      await expectRecords(records, form);
      expect(consoleLines).toEqual([]);
    });
  }

  for (const when of ['before', 'after'] as const) {
    test(`feedback: an address that was typed stays, sent ${when} it`, async ({
      page,
      records,
    }) => {
      await page.addInitScript(remember, 'bea@loom.example');
      const letThrough = await holdScripts(page);
      await page.goto('/feedback', { waitUntil: 'commit' });
      await fillIn(page, feedbackForm);
      if (when === 'before') await submit(page, feedbackForm);
      letThrough();
      await hydrated(page);
      if (when === 'after') await submit(page, feedbackForm);
      await expect(page.getByRole('status')).toHaveText(feedbackForm.thanks);
      await expectRecords(records, feedbackForm);
    });
  }
});
