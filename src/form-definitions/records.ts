import type { NewRecord, Values } from './form-definition.ts';
import { collections, isFormName } from './forms.ts';
import { createBrandVote } from './waitlist.ts';

/**
 * Returns the records of a submission, including fields that this version does not
 * know. Throws if this version does not know the form.
 */
export function createRecords(form: string, values: Values): NewRecord[] {
  if (!isFormName(form)) throw new Error(`Unknown form: ${form}`);
  const record = { collection: collections[form], fields: values };
  return form === 'waitlist' ? [record, createBrandVote(values)] : [record];
}
