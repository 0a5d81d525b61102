import type { NewRecord } from '../firebase/outcome.ts';
import { collections, isFormName } from '../form-definitions/forms.ts';
import type { Submission } from './submission.ts';

/** Returns the records to write, including fields that this version does not know. */
export function createRecords({ form, values }: Submission): NewRecord[] {
  if (!isFormName(form)) throw new Error(`Unknown form: ${form}`);
  const record = { collection: collections[form], fields: values };
  if (form !== 'waitlist') return [record];
  const { email = '', favoriteBrand: brand = '' } = values;
  return [record, { collection: 'favoriteBrand', fields: { email, brand } }];
}
