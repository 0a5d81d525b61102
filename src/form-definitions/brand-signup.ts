import { email, failure, name } from './common-fields.ts';
import type { FormDefinition } from './form-definition.ts';

export const brandSignupForm: FormDefinition = {
  name: 'brandSignup',
  heading: 'Contact',
  lead: 'Interested in partnering with pear?',
  labelField: 'company',
  garment: 0,
  fields: [
    name,
    email,
    {
      name: 'company',
      label: 'Company',
      type: 'text',
      maxLength: 100,
      autocomplete: 'organization',
    },
  ],
  rules: [
    { fields: ['name'], check: 'filled', message: 'You must add a name.' },
    { fields: ['email'], check: 'filled', message: 'Please enter an email.' },
    {
      fields: ['company'],
      check: 'filled',
      message: 'You must enter a company name.',
    },
  ],
  submitLabel: 'Connect',
  thanks:
    "Thank you! We've added your contact details to our queue. We'll be in touch.",
  failure,
  disclosure: {
    purpose: ', to talk with you about a partnership',
  },
  dialogLabel: 'Brand contact',
  reportLabel: 'brands',
};
