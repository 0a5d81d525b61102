import type { NewRecord, Values } from './form-definition.ts';
import { findCollection } from './forms.ts';
import { createBrandVote } from './waitlist.ts';

/**
 * Returns the records of a submission, including fields that this version does not
 * know. Throws if this version does not know the form.
 */
export function createRecords(form: string, values: Values): NewRecord[] {
  const collection = findCollection(form);
  if (!collection) throw new Error(`Unknown form: ${form}`);
  const record = { collection, fields: values };
  return form === 'waitlist' ? [record, createBrandVote(values)] : [record];
}
