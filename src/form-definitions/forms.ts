import { brandSignupForm } from './brand-signup.ts';
import { careersForm } from './careers.ts';
import { feedbackForm } from './feedback.ts';
import type { FormDefinition } from './form-definition.ts';
import { formerForms } from './former-forms.ts';
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

/** Returns undefined for a form that only a newer version has. */
export function findCollection(form: string): string | undefined {
  return isFormName(form)
    ? collections[form]
    : formerForms.get(form)?.collection;
}

/**
 * Returns the form that has a submission's label and fields: the submission's own form, or
 * the form that has replaced it. Returns undefined for a removed form, and for a form that
 * only a newer version has.
 */
export function findFormName(form: string): FormName | undefined {
  return isFormName(form) ? form : formerForms.get(form)?.replacedBy;
}

function isFormName(name: string): name is FormName {
  // Not `forms`, which would add all texts to the worker's bundle.
  return Object.hasOwn(collections, name);
}
