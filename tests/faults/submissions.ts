import { type FormName, forms } from '../../src/forms/forms.ts';
import type { Values } from '../../src/forms/validate.ts';
import { recordsOf } from '../../src/outbox/records.ts';
import { createSubmission } from '../../src/outbox/submission.ts';
import type { CollectionName } from '../support/records.ts';

/** What a visitor has submitted, as the tests know it. */
export interface Submitted {
  form: FormName;
  values: Values;
  /** Known where the tests themselves have made it. */
  id?: string;
}

/** Where each form is, and what tells its submissions apart. */
export const pathOf = (form: FormName) => `/${form}`;
export const emailOf = ({ values }: Submitted) => values.email ?? '';

/** Values for every field of a form that no other submission has. */
export function valuesFor(form: FormName, number: number): Values {
  const all: Values = {
    favoriteBrand: `Skeinwell ${number}`,
    email: `ada-${number}@example.com`,
    name: `Ada Example ${number}`,
    company: `Lopewell ${number}`,
    message: `Message ${number}: zażółć, 🍐, "quoted".`,
  };
  const names = forms[form].fields.map(({ name }) => name);
  return Object.fromEntries(names.map((name) => [name, all[name] ?? '']));
}

/** The records that a submission must have become, without their ids. */
export function recordsFor({ form, values }: Submitted) {
  return recordsOf(createSubmission('', form, values, 0)) as {
    collection: CollectionName;
    fields: Values;
  }[];
}
