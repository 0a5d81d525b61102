import type { RecordDraft } from '../firebase/outcome.ts';
import { collections, isFormName } from '../form-definitions/forms.ts';
import type { Submission } from './submission.ts';

/**
 * A form's values go into its record as they are: an older worker sends a newer
 * page's message whole, and a newer worker sends an older page's without the
 * fields that page did not have.
 */
export function recordsOf({ form, values }: Submission): RecordDraft[] {
  if (!isFormName(form)) throw new Error(`Unknown form: ${form}`);
  const record = { collection: collections[form], fields: values };
  return form === 'waitlist' ? [record, voteOf(values)] : [record];
}

/** Each sign-up counts for its brand, too. */
function voteOf({ email = '', favoriteBrand = '' }: Submission['values']) {
  const fields = { email, brand: favoriteBrand };
  return { collection: 'favoriteBrand', fields };
}
