import type { RecordDraft } from '../firebase/outcome.ts';
import type { Submission } from './submission.ts';

type ToRecords = (values: Submission['values']) => RecordDraft[];

const toRecords: Record<string, ToRecords> = {
  waitlist: ({ email = '', favoriteBrand = '' }) => [
    { collection: 'waitlist', fields: { email, favoriteBrand } },
    { collection: 'favoriteBrand', fields: { email, brand: favoriteBrand } },
  ],
  brandSignup: ({ name = '', email = '', company = '' }) => [
    { collection: 'brandContact', fields: { name, email, company } },
  ],
  careers: ({ name = '', email = '', message = '' }) => [
    { collection: 'careers', fields: { name, email, message } },
  ],
  feedback: ({ name = '', email = '', message = '' }) => [
    { collection: 'feedback', fields: { name, email, message } },
  ],
};

/** The documents a submission becomes, written as one atomic batch. */
export function recordsOf({ form, values }: Submission): RecordDraft[] {
  const convert = toRecords[form];
  if (!convert) throw new Error(`Unknown form: ${form}`);
  return convert(values);
}
