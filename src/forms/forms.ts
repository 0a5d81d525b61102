export type FormName = 'waitlist' | 'brandSignup' | 'careers' | 'feedback';

export interface Field {
  name: string;
  label: string;
  type: 'text' | 'email' | 'multiline';
  maxLength: number;
  autocomplete: string;
  placeholder?: string;
}

/** Rules are checked in order; the first that fails gives the message. */
export interface Rule {
  /** The fields that must not be blank, or the one that must be an address. */
  fields: readonly string[];
  check: 'filled' | 'email';
  message: string;
}

export interface Form {
  name: FormName;
  fields: readonly Field[];
  rules: readonly Rule[];
  submitLabel: string;
  /** Shown when a submission was neither saved nor sent, or was refused. */
  failure: string;
}

const email: Field = {
  name: 'email',
  label: 'Email',
  type: 'email',
  maxLength: 254,
  autocomplete: 'email',
};
const name: Field = {
  name: 'name',
  label: 'Name',
  type: 'text',
  maxLength: 100,
  autocomplete: 'name',
};
const message: Field = {
  name: 'message',
  label: 'Message',
  type: 'multiline',
  maxLength: 5000,
  autocomplete: 'off',
};

const failure = 'Something went wrong. Please try again.';

export const forms: Record<FormName, Form> = {
  waitlist: {
    name: 'waitlist',
    fields: [
      {
        name: 'favoriteBrand',
        label: 'Favorite brand',
        type: 'text',
        maxLength: 100,
        autocomplete: 'off',
      },
      email,
    ],
    rules: [
      {
        fields: ['favoriteBrand', 'email'],
        check: 'filled',
        message: 'Please enter both email and favorite brand.',
      },
    ],
    submitLabel: 'Join Waitlist',
    failure,
  },
  brandSignup: {
    name: 'brandSignup',
    fields: [
      name,
      email,
      {
        name: 'company',
        label: 'Company',
        type: 'text',
        maxLength: 100,
        autocomplete: 'organization',
      },
    ],
    rules: [
      { fields: ['name'], check: 'filled', message: 'You must add a name.' },
      { fields: ['email'], check: 'filled', message: 'Please enter an email.' },
      {
        fields: ['company'],
        check: 'filled',
        message: 'You must enter a company name.',
      },
    ],
    submitLabel: 'Connect',
    failure,
  },
  careers: {
    name: 'careers',
    fields: [
      name,
      email,
      { ...message, placeholder: 'Why do you want to join us?' },
    ],
    rules: [
      {
        fields: ['name', 'email', 'message'],
        check: 'filled',
        message: 'Please fill in all fields.',
      },
    ],
    submitLabel: 'Submit',
    failure,
  },
  feedback: {
    name: 'feedback',
    fields: [name, email, message],
    rules: [
      {
        fields: ['name', 'email', 'message'],
        check: 'filled',
        message: 'Please fill in all fields.',
      },
      {
        fields: ['email'],
        check: 'email',
        message: 'Please enter a valid email address.',
      },
    ],
    submitLabel: 'Submit',
    failure: 'Something went wrong. Please try again later.',
  },
};
