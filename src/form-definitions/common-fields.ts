import type { Field } from './form-definition.ts';

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

/** What is stored of a checkbox that is ticked; of any other nothing is. */
export const ticked = 'yes';

export const failure = 'Something went wrong. Please try again.';
