import type { RecordDraft } from '../firebase/outcome.ts';
import type { Submission } from './submission.ts';

type ToRecords = (values: Submission['values']) => RecordDraft[];

/**
 * A form's values go into its record as they are, under their own names: an
 * older worker sends a newer page's message whole, and a newer worker sends an
 * older page's message without the fields that page did not have.
 */
const toRecords: Record<string, ToRecords> = {
  waitlist: (values) => [
    { collection: 'waitlist', fields: values },
    {
      collection: 'favoriteBrand',
      fields: { email: values.email ?? '', brand: values.favoriteBrand ?? '' },
    },
  ],
  brandSignup: (values) => [{ collection: 'brandContact', fields: values }],
  careers: (values) => [{ collection: 'careers', fields: values }],
  feedback: (values) => [{ collection: 'feedback', fields: values }],
};

/** The documents a submission becomes, written as one atomic batch. */
export function recordsOf({ form, values }: Submission): RecordDraft[] {
  const convert = toRecords[form];
  if (!convert) throw new Error(`Unknown form: ${form}`);
  return convert(values);
}
