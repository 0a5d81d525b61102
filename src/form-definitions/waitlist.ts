import type { UntilOpening } from '../content/until-opening.ts';
import { email, failure } from './common-fields.ts';
import type { FormDefinition, NewRecord, Values } from './form-definition.ts';

export const waitlistForm: FormDefinition = {
  name: 'waitlist',
  heading: 'Coming Soon.' satisfies UntilOpening,
  lead: 'Sign up for early access' satisfies UntilOpening,
  labelField: 'favoriteBrand',
  garment: 2,
  reasons: [
    'No resellers, no ads, no tracking.',
    'You pick your favorite brands and get a feed made for you.',
    'Your data goes only to the brand you engage with.',
  ],
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
  note: 'By joining you confirm that you are 18+ and consent to the collection of your email and preferences.',
  thanks: "Thank you! We've added you to the list.",
  next: { to: '/feedback', label: 'Tell us what you think' },
  failure,
  disclosure: {
    purpose:
      ', and put you on the list for early access' satisfies UntilOpening,
    storedText:
      'This device also keeps your email, so that the feedback form knows it.',
  },
  dialogLabel: 'Waitlist',
  reportLabel: 'sign-ups',
  remembersEmail: true,
};

/** Returns the second record of a sign-up, which counts the favorite brands. */
export function createBrandVote({
  email = '',
  favoriteBrand: brand = '',
}: Values): NewRecord {
  return { collection: 'favoriteBrand', fields: { email, brand } };
}
