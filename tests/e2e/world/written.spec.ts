import type { Page } from 'playwright/test';
import { forms } from '../../../src/descriptions/forms.ts';
import { expect, test } from '../../support/fixtures.ts';
import { hydrated } from '../../support/hydrated.ts';

test.use({ serviceWorkers: 'block' });

/** Fills a form in by what its description asks for. */
async function fill(
  page: Page,
  name: keyof typeof forms,
  values: Readonly<Record<string, string>> = {},
): Promise<void> {
  await page.goto(`/${name}`);
  await hydrated(page);
  for (const field of forms[name].fields) {
    const text = field.type === 'email' ? 'ada@pear.example' : 'Ada';
    await page.getByLabel(field.label).fill(values[field.name] ?? text);
  }
}

const press = (page: Page, name: keyof typeof forms) =>
  page.getByRole('button', { name: forms[name].submitLabel }).click();

for (const name of ['waitlist', 'brandSignup', 'careers'] as const) {
  test(`${name}: a malformed address is told where no bubble shows`, async ({
    page,
    records,
  }) => {
    await page.addInitScript(() => {
      HTMLFormElement.prototype.reportValidity = () => false;
      HTMLInputElement.prototype.reportValidity = () => false;
    });
    await fill(page, name, { email: 'no address' });
    await press(page, name);
    const email = page.getByLabel('Email');
    await expect(page.getByRole('alert')).toContainText(/\S/);
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    await expect(email).toBeFocused();
    await email.fill('anna@пример.рф');
    await press(page, name);
    await expect(page.getByText('Sent.', { exact: true })).toBeVisible();
    const collection = name === 'brandSignup' ? 'brandContact' : name;
    expect(await records.count(collection)).toBe(1);
  });
}

test('a pasted text keeps its end, and how long it is is told', async ({
  page,
  records,
}) => {
  const text = `${'x'.repeat(5990)} PLEASE CALL ME`;
  await fill(page, 'careers', { message: 'x'.repeat(4499) });
  const count = page.getByText(/of 5000 characters/);
  await expect(count).toBeHidden();
  const message = page.getByLabel('Message');
  await message.fill(text);
  await expect(count).toHaveText('6005 of 5000 characters');
  await press(page, 'careers');
  await expect(page.getByRole('alert')).toHaveText(
    'Message can be at most 5000 characters long. It is 6005 now.',
  );
  await expect(message).toBeFocused();
  await expect(message).toHaveValue(text);
  expect(await records.count('careers')).toBe(0);
});

test('what nobody sees around an address is no part of it', async ({
  page,
  records,
}) => {
  await fill(page, 'feedback', { email: '\u202a\u200bada@x.org\u00a0\u202c' });
  await press(page, 'feedback');
  await expect(page.getByText('Sent.', { exact: true })).toBeVisible();
  expect(await records.list('feedback')).toMatchObject([
    { fields: { email: 'ada@x.org' } },
  ]);
});

test('words run the way of their script, and required fields say so', async ({
  page,
}) => {
  await fill(page, 'careers', { message: 'مرحبا (Pear)!' });
  const message = page.getByLabel('Message');
  await expect(message).toHaveCSS('direction', 'rtl');
  await expect(page.getByLabel('Name')).toHaveCSS('direction', 'ltr');
  for (const { label } of forms.careers.fields) {
    const field = page.getByLabel(label);
    await expect(field).toHaveAttribute('aria-required', 'true');
  }
});
