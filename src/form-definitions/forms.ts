import { brandSignupForm } from './brand-signup.ts';
import { careersForm } from './careers.ts';
import { feedbackForm } from './feedback.ts';
import type { FormDefinition } from './form-definition.ts';
import { waitlistForm } from './waitlist.ts';

export const forms = {
  waitlist: waitlistForm,
  brandSignup: brandSignupForm,
  careers: careersForm,
  feedback: feedbackForm,
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
