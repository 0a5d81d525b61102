import { email, failure, filledRule, message, name } from './common-fields.ts';
import type { FormDefinition } from './form-definition.ts';

export const careersForm: FormDefinition = {
  name: 'careers',
  heading: 'Have a question or want to join the team?',
  lead: 'Leave a few lines. We write back to the email you give.',
  labelField: 'name',
  garment: 3,
  fields: [
    name,
    email,
    { ...message, placeholder: 'Why do you want to join us?' },
  ],
  rules: [filledRule],
  submitLabel: 'Submit',
  thanks: 'Thank you for contacting us! We will get back to you soon.',
  failure,
  disclosure: {
    purpose: ', and write back to that email',
    erasureText:
      'To have it erased, say so in this form and give the same email.',
  },
  dialogLabel: 'Careers & contact',
  reportLabel: 'careers',
};
