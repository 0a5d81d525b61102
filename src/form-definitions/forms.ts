import { brandSignup } from './brand-signup.ts';
import { careers } from './careers.ts';
import { feedback } from './feedback.ts';
import type { FormDefinition } from './form-definition.ts';
import { waitlist } from './waitlist.ts';

export const forms = {
  waitlist,
  brandSignup,
  careers,
  feedback,
} satisfies Record<string, FormDefinition>;

export type FormName = keyof typeof forms;

export const collections = {
  waitlist: 'waitlist',
  brandSignup: 'brandContact',
  careers: 'careers',
  feedback: 'feedback',
} as const satisfies Record<FormName, string>;

/** Whether this version has the form. A message may be from a newer version. */
export function isFormName(name: string): name is FormName {
  // Not `forms`, which would add all texts to the worker's bundle.
  return Object.hasOwn(collections, name);
}
