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

/**
 * The collections of forms that only earlier releases have. Their submissions may still be
 * unsent on devices. The collection of a form never changes, because a submission whose
 * answer was lost would then be stored in both. So a renamed collection needs a new
 * name of its form, and the old name belongs here.
 */
const formerCollections: ReadonlyMap<string, string> = new Map();

/** Returns undefined for a form that only a newer version has. */
export function findCollection(form: string): string | undefined {
  return isFormName(form) ? collections[form] : formerCollections.get(form);
}

/** Whether this version has the form. A submission may be from a newer version. */
export function isFormName(name: string): name is FormName {
  // Not `forms`, which would add all texts to the worker's bundle.
  return Object.hasOwn(collections, name);
}
