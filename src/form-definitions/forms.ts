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

/** Returns false for a form that only another version of the site has. */
export function isFormName(name: string): name is FormName {
  // `forms` would add all texts to the worker's bundle.
  return Object.hasOwn(collections, name);
}
