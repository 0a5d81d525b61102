import type { Field, Rule } from './form-definition.ts';

export const email: Field = {
  name: 'email',
  label: 'Email',
  type: 'email',
  maxLength: 254,
  autocomplete: 'email',
};

export const name: Field = {
  name: 'name',
  label: 'Name',
  type: 'text',
  maxLength: 100,
  autocomplete: 'name',
};

export const message: Field = {
  name: 'message',
  label: 'Message',
  type: 'multiline',
  maxLength: 5000,
  autocomplete: 'off',
};

/** The value of a checked checkbox. An unchecked checkbox is not stored. */
export const checkedValue = 'yes';

export const filledRule: Rule = {
  fields: ['name', 'email', 'message'],
  check: 'filled',
  message: 'Please fill in all fields.',
};

export const failure = 'Something went wrong. Please try again.';
