import { email, filledRule, message, name } from './common-fields.ts';
import type { FormDefinition } from './form-definition.ts';

export const feedbackForm: FormDefinition = {
  name: 'feedback',
  heading: "We'd love to hear from you",
  lead: 'Tell us what works, what does not and what is missing.',
  labelField: 'name',
  garment: 1,
  fields: [name, email, message],
  rules: [
    filledRule,
    {
      fields: ['email'],
      check: 'email',
      message: 'Please enter a valid email address.',
    },
  ],
  submitLabel: 'Submit',
  thanks: 'Thank you for your feedback! We appreciate your thoughts.',
  failure: 'Something went wrong. Please try again later.',
  disclosure: {
    purpose: '',
    storedText:
      'If you joined the waitlist on this device, the email you gave there is filled in for you.',
  },
  dialogLabel: 'Feedback',
  reportLabel: 'feedback',
  showsRememberedEmail: true,
};
