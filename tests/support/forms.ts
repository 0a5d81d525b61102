import type { Page } from 'playwright/test';
import type { CollectionName } from './records.ts';

/** A form as the specification describes it. */
export interface FormSpec {
  path: string;
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
  type: 'text' | 'email' | 'textarea';
  autocomplete?: string;
  placeholder?: string;
}

const email = 'ada@loom.example';
const emailField: FieldSpec = {
  label: 'Email',
  value: email,
  maxLength: 254,
  type: 'email',
  autocomplete: 'email',
};
const nameField: FieldSpec = {
  label: 'Name',
  value: 'Ada',
  maxLength: 100,
  type: 'text',
  autocomplete: 'name',
};
const messageField: FieldSpec = {
  label: 'Message',
  value: 'I cut patterns.\nSewing too.',
  maxLength: 5000,
  type: 'textarea',
};
const failure = 'Something went wrong. Please try again.';

export const waitlistForm: FormSpec = {
  path: '/waitlist',
  button: 'Join Waitlist',
  thanks: "Thank you! We've added you to the list.",
  failure,
  fields: [
    {
      label: 'Favorite brand',
      value: 'Skeinwell',
      maxLength: 100,
      type: 'text',
    },
    emailField,
  ],
  records: {
    waitlist: { email, favoriteBrand: 'Skeinwell' },
    favoriteBrand: { email, brand: 'Skeinwell' },
  },
};

export const brandForm: FormSpec = {
  path: '/brandSignup',
  button: 'Connect',
  thanks:
    "Thank you! We've added your contact details to our queue. We'll be in touch.",
  failure,
  fields: [
    nameField,
    emailField,
    {
      label: 'Company',
      value: 'Loom & Sons',
      maxLength: 100,
      type: 'text',
      autocomplete: 'organization',
    },
  ],
  records: { brandContact: { name: 'Ada', email, company: 'Loom & Sons' } },
};

export const careersForm: FormSpec = {
  path: '/careers',
  button: 'Submit',
  thanks: 'Thank you for contacting us! We will get back to you soon.',
  failure,
  fields: [
    nameField,
    emailField,
    { ...messageField, placeholder: 'Why do you want to join us?' },
  ],
  records: { careers: { name: 'Ada', email, message: messageField.value } },
};

export const feedbackForm: FormSpec = {
  path: '/feedback',
  button: 'Submit',
  thanks: 'Thank you for your feedback! We appreciate your thoughts.',
  failure: 'Something went wrong. Please try again later.',
  fields: [nameField, emailField, messageField],
  records: { feedback: { name: 'Ada', email, message: messageField.value } },
};

export const formSpecs = [
  waitlistForm,
  brandForm,
  careersForm,
  feedbackForm,
] as const;

export async function fillIn(
  page: Page,
  { fields }: FormSpec,
  { space = '', email = emailField.value } = {},
): Promise<void> {
  for (const { label, value } of fields) {
    const text = label === 'Email' ? email : value;
    await page.getByLabel(label).fill(space + text + space);
  }
}

export function submit(page: Page, { button }: FormSpec): Promise<void> {
  return page.getByRole('button', { name: button, exact: true }).click();
}

/** Firestore's own answer where the rules say no. */
export const denial = {
  kind: 'answer',
  status: 403,
  body: JSON.stringify({ error: { code: 403, status: 'PERMISSION_DENIED' } }),
} as const;
