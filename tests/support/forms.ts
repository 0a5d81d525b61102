import { expect, type Page } from 'playwright/test';
import { checkedValue } from '../../src/form-definitions/common-fields.ts';
import type {
  Field,
  Values,
} from '../../src/form-definitions/form-definition.ts';
import { type FormName, forms } from '../../src/form-definitions/forms.ts';
import type { Records } from './records.ts';

/** A form as the specification describes it. */
export interface FormSpec {
  path: string;
  title: string;
  /** The main heading, if it differs from the title. */
  heading?: string;
  button: string;
  thanks: string;
  /** The path of the page to which the thank-you message links. */
  next?: string;
  failure: string;
  fields: readonly FieldSpec[];
  /** The stored fields by collection, without the timestamp. */
  records: Readonly<Record<string, Record<string, string>>>;
}

interface FieldSpec extends Pick<Field, 'label' | 'type' | 'maxLength'> {
  value: string;
  autocomplete: string;
  placeholder?: string;
  /** Whether a checkbox asks for permission to send mail. */
  asksForMail?: boolean;
  /** Whether the field may stay empty, which its label then says. */
  optional?: true;
}

const email = 'ada@loom.example';
const message = 'I cut patterns.\nSewing too.';
const company = 'Loom & Sons';
const placeholder = 'Why do you want to join us?';
const failureText = 'Something went wrong. Please try again.';

const nameField: FieldSpec = {
  label: 'Name',
  type: 'text',
  value: 'Ada',
  autocomplete: 'name',
  maxLength: 100,
};

const emailField: FieldSpec = {
  label: 'Email',
  type: 'email',
  value: email,
  autocomplete: 'email',
  maxLength: 254,
};

const favoriteBrandField: FieldSpec = {
  label: 'Favorite brand',
  type: 'text',
  value: 'Skeinwell',
  autocomplete: 'off',
  maxLength: 100,
};

const companyField: FieldSpec = {
  label: 'Company',
  type: 'text',
  value: company,
  autocomplete: 'organization',
  maxLength: 100,
};

export const messageField: FieldSpec = {
  label: 'Message',
  type: 'multiline',
  value: message,
  autocomplete: 'off',
  maxLength: 5000,
};

export const waitlistForm: FormSpec = {
  path: '/waitlist',
  title: 'Be the first to join',
  heading: 'Coming Soon.',
  button: 'Join Waitlist',
  thanks: "Thank you! We've added you to the list.",
  next: '/feedback',
  failure: failureText,
  fields: [favoriteBrandField, emailField],
  records: {
    waitlist: { email, favoriteBrand: 'Skeinwell' },
    favoriteBrand: { email, brand: 'Skeinwell' },
  },
};

export const brandForm: FormSpec = {
  path: '/brandSignup',
  title: 'Contact',
  button: 'Connect',
  thanks:
    "Thank you! We've added your contact details to our queue. We'll be in touch.",
  failure: failureText,
  fields: [nameField, emailField, companyField],
  records: { brandContact: { name: 'Ada', email, company } },
};

export const careersForm: FormSpec = {
  path: '/careers',
  title: 'Have a question or want to join the team?',
  button: 'Submit',
  thanks: 'Thank you for contacting us! We will get back to you soon.',
  failure: failureText,
  fields: [nameField, emailField, { ...messageField, placeholder }],
  records: { careers: { name: 'Ada', email, message } },
};

export const feedbackForm: FormSpec = {
  path: '/feedback',
  title: "We'd love to hear from you",
  button: 'Submit',
  thanks: 'Thank you for your feedback! We appreciate your thoughts.',
  failure: 'Something went wrong. Please try again later.',
  fields: [nameField, emailField, messageField],
  records: { feedback: { name: 'Ada', email, message } },
};

/** All specifications by the form's name; a missing form is a type error. */
export const formSpecsByName: Record<FormName, FormSpec> = {
  waitlist: waitlistForm,
  brandSignup: brandForm,
  careers: careersForm,
  feedback: feedbackForm,
};
export const formSpecs = Object.values(formSpecsByName);

/** Fills in the form's values. The optional email replaces the form's own. */
export async function fillIn(
  page: Page,
  form: FormSpec,
  { email }: { email?: string } = {},
) {
  for (const spec of form.fields) {
    const { value, type } = spec;
    // Another label may contain this one, such as "Last name".
    const field = page.getByLabel(getShownLabel(spec), { exact: true });
    if (type === 'checkbox') await field.setChecked(value !== '');
    else if (type === 'email') await field.fill(email ?? value);
    else await field.fill(value);
  }
}

/** Returns the label as visitors see it. */
export function getShownLabel({ label, optional }: FieldSpec): string {
  return optional ? `${label} (optional)` : label;
}

export function submit(page: Page, { button }: FormSpec): Promise<void> {
  return page.getByRole('button', { name: button, exact: true }).click();
}

/** Waits until exactly the form's records are stored, with the same id. */
export async function expectRecords(records: Records, form: FormSpec) {
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
  const expectedRecords = Object.entries(form.records).map(
    ([collection, fields]) => ({ id, collection, fields }),
  );

  await expect.poll(() => records.all()).toEqual(expectedRecords);
  const ids = (await records.all()).map((record) => record.id);
  expect(new Set(ids).size).toBe(1);
}

/** Returns valid values for a form. Each contains the number, so messages differ. */
export function createValues(form: FormName, number: number): Values {
  const textsByName: Values = {
    favoriteBrand: `Skeinwell ${number}`,
    email: `ada-${number}@example.com`,
    name: `Ada Example ${number}`,
    company: `Loom & Sons ${number}`,
    message: `Message ${number}:\nzażółć, 🍐, "quoted".`,
  };

  const namedValues = forms[form].fields.map(({ name, type, maxLength }) => {
    const text = (textsByName[name] ?? `${number} ${name}`).slice(0, maxLength);
    return [name, type === 'checkbox' ? checkedValue : text];
  });

  return Object.fromEntries(namedValues);
}
