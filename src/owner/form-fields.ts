import { checkedValue } from '../form-definitions/common-fields.ts';
import type { Field, Values } from '../form-definitions/form-definition.ts';
import { forms } from '../form-definitions/forms.ts';
import { createRecords } from '../form-definitions/records.ts';

const allFields: readonly Field[] = Object.values(forms).flatMap(
  (form) => form.fields,
);

/** Returns the names of all forms' fields that a condition selects, each once. */
function listFields(isListed: (field: Field) => boolean): readonly string[] {
  return [...new Set(allFields.filter(isListed).map(({ name }) => name))];
}

export const longTextFields = listFields(({ type }) => type === 'multiline');

/** The fields that ask for a link, such as a website. */
export const linkFields = listFields(
  ({ autocomplete }) => autocomplete === 'url',
);

/** The fields that together are the name of a person, in the order of the forms. */
const namePartFields = listFields(({ autocomplete }) =>
  /^(given|additional|family)-name$/.test(autocomplete),
);

/** All fields with a name of a person. A release had `name`, whatever forms have today. */
export const nameFields: readonly string[] = ['name', ...namePartFields];

/** Returns the whole name of a person, or ''. */
export function getName(fields: Readonly<Record<string, string>>): string {
  const parts = namePartFields.flatMap((field) => fields[field] ?? []);
  return parts.length > 0 ? parts.join(' ') : (fields.name ?? '');
}

/** The names of the checkboxes that ask for mail, by collection. */
const mailCheckboxes: ReadonlyMap<string, readonly string[]> = new Map(
  Object.values(forms).flatMap(({ name, fields }) => {
    const boxes = fields.flatMap((field: Field) =>
      field.type === 'checkbox' && field.asksForMail ? field.name : [],
    );
    // The vote of a sign-up is a record without the answer, which counts as a no.
    const records = createRecords(name, {});
    return records.map(({ collection }) => [collection, boxes] as const);
  }),
);

/** Whether the visitor has allowed mail, as far as the form asks for it. */
export function allowsMail(collection: string, fields: Values): boolean {
  const boxes = mailCheckboxes.get(collection) ?? [];
  return (
    boxes.length === 0 || boxes.some((box) => fields[box] === checkedValue)
  );
}
