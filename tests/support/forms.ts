import { expect, type Page } from 'playwright/test';
import { checkedValue } from '../../src/form-definitions/common-fields.ts';
import type { Field } from '../../src/form-definitions/form-definition.ts';
import { type FormName, forms } from '../../src/form-definitions/forms.ts';
import type { Values } from '../../src/forms/validate.ts';
import type { CollectionName, Records } from './records.ts';

/** A form as the specification describes it. */
interface FormSpec {
  path: string;
  /** The page's title; its main heading, where that is another. */
  title: string;
  heading?: string;
  /** Words of its main part that show that it is really there. */
  says: string;
  button: string;
  thanks: string;
  failure: string;
  fields: readonly FieldSpec[];
  /** What the owner finds, by collection; `timestamp` is everywhere. */
  records: Partial<Record<CollectionName, Record<string, string>>>;
}

interface FieldSpec {
  label: string;
  value: string;
  maxLength: number;
  type: 'text' | 'email' | 'textarea' | 'checkbox';
  autocomplete?: string;
  placeholder?: string;
}

/** What a page calls each type of field. */
export const elementTypes: Record<Field['type'], FieldSpec['type']> = {
  text: 'text',
  email: 'email',
  multiline: 'textarea',
  checkbox: 'checkbox',
};

const email = 'ada@loom.example';
const message = 'I cut patterns.\nSewing too.';
const company = 'Loom & Sons';

/** A line of text. */
function line(label: string, value: string, autocomplete?: string): FieldSpec {
  const field = { label, value, maxLength: 100, type: 'text' } as const;
  return autocomplete ? { ...field, autocomplete } : field;
}

const nameField = line('Name', 'Ada', 'name');
const emailField: FieldSpec = {
  ...line('Email', email, 'email'),
  type: 'email',
  maxLength: 254,
};
const messageField: FieldSpec = {
  ...line('Message', message),
  type: 'textarea',
  maxLength: 5000,
};
const failure = 'Something went wrong. Please try again.';

export const waitlistForm: FormSpec = {
  path: '/waitlist',
  title: 'Be the first to join',
  heading: 'Coming Soon.',
  says: 'Sign up for early access',
  button: 'Join Waitlist',
  thanks: "Thank you! We've added you to the list.",
  failure,
  fields: [line('Favorite brand', 'Skeinwell'), emailField],
  records: {
    waitlist: { email, favoriteBrand: 'Skeinwell' },
    favoriteBrand: { email, brand: 'Skeinwell' },
  },
};

export const brandForm: FormSpec = {
  path: '/brandSignup',
  title: 'Contact',
  says: 'Interested in partnering with pear?',
  button: 'Connect',
  thanks:
    "Thank you! We've added your contact details to our queue. We'll be in touch.",
  failure,
  fields: [nameField, emailField, line('Company', company, 'organization')],
  records: { brandContact: { name: 'Ada', email, company } },
};

export const careersForm: FormSpec = {
  path: '/careers',
  title: 'Have a question or want to join the team?',
  says: 'Why do you want to join us?',
  button: 'Submit',
  thanks: 'Thank you for contacting us! We will get back to you soon.',
  failure,
  fields: [
    nameField,
    emailField,
    { ...messageField, placeholder: 'Why do you want to join us?' },
  ],
  records: { careers: { name: 'Ada', email, message } },
};

export const feedbackForm: FormSpec = {
  path: '/feedback',
  title: "We'd love to hear from you",
  says: 'Message',
  button: 'Submit',
  thanks: 'Thank you for your feedback! We appreciate your thoughts.',
  failure: 'Something went wrong. Please try again later.',
  fields: [nameField, emailField, messageField],
  records: { feedback: { name: 'Ada', email, message } },
};

/** By the form's name, so that a form left out is a type error. */
export const specs: Record<FormName, FormSpec> = {
  waitlist: waitlistForm,
  brandSignup: brandForm,
  careers: careersForm,
  feedback: feedbackForm,
};
export const formSpecs = Object.values(specs);

export async function fillIn(
  page: Page,
  { fields }: FormSpec,
  { email = emailField.value } = {},
): Promise<void> {
  for (const { label, value, type } of fields) {
    const field = page.getByLabel(label);
    const text = label === 'Email' ? email : value;
    if (type === 'checkbox') await field.setChecked(value !== '');
    else await field.fill(text);
  }
}

export function submit(page: Page, { button }: FormSpec): Promise<void> {
  return page.getByRole('button', { name: button, exact: true }).click();
}

/** The form's records, each once under one id, and no others. */
export async function expectRecords(
  records: Records,
  { records: wanted }: FormSpec,
): Promise<void> {
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
  const expected = Object.entries(wanted).map(([collection, fields]) => {
    return { id, collection, fields };
  });
  await expect.poll(() => records.all()).toEqual(expected);
  const stored = await records.all();
  expect(new Set(stored.map((record) => record.id)).size).toBe(1);
}

/** Values for every field of a form that no other submission has. */
export function valuesFor(form: FormName, number: number): Values {
  const words: Values = {
    favoriteBrand: `Skeinwell ${number}`,
    email: `ada-${number}@example.com`,
    name: `Ada Example ${number}`,
    company: `Loom & Sons ${number}`,
    message: `Message ${number}:\nzażółć, 🍐, "quoted".`,
  };
  const entries = forms[form].fields.map(({ name, type, maxLength }) => {
    const text = (words[name] ?? `${number} ${name}`).slice(0, maxLength);
    return [name, type === 'checkbox' ? checkedValue : text];
  });
  return Object.fromEntries(entries);
}
