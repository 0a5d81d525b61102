import { brandSignup } from './brand-signup.ts';
import { careers } from './careers.ts';
import { feedback } from './feedback.ts';
import type { FormDefinition } from './form-definition.ts';
import { waitlist } from './waitlist.ts';

/** All forms, by their names. */
export const forms = {
  waitlist,
  brandSignup,
  careers,
  feedback,
} satisfies Record<string, FormDefinition>;

export type FormName = keyof typeof forms;

/**
 * Where the owner finds what each form sends. Apart from the descriptions, since
 * the worker needs this alone.
 */
export const collections = {
  waitlist: 'waitlist',
  brandSignup: 'brandContact',
  careers: 'careers',
  feedback: 'feedback',
} as const satisfies Record<FormName, string>;

/** An older version's message, or a newer one's, may be of another form. */
export function isFormName(name: string): name is FormName {
  return Object.hasOwn(collections, name);
}
