import { ticked } from '../form-definitions/common-fields.ts';
import type { Values } from './validate.ts';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Matches every kind of field, also kinds that no form has yet. */
export const anyField = 'input, select, textarea';

/** What stands in a form's fields, by name; '' in those left blank. */
export function valuesIn(form: HTMLFormElement): Values {
  const entries = fieldsIn(form).map((field) => [field.name, textOf(field)]);
  return Object.fromEntries(entries);
}

/** What the visitor has put in place of what the form began with. */
export function typedInto(form: HTMLFormElement, before: Values = {}): Values {
  const entries = fieldsIn(form)
    .filter((field) => !field.matches('[readonly]'))
    .map((field) => [field.name, textOf(field)] as const)
    .filter(([name, value]) => value !== (before[name] ?? ''));
  return Object.fromEntries(entries);
}

/** Puts values into the fields that are blank. */
export function fillIn(form: HTMLFormElement, values: Values): void {
  for (const field of fieldsIn(form)) {
    const value = values[field.name];
    if (value && !textOf(field)) setText(field, value);
  }
}

/** Empties what the visitor has filled in anywhere on the page. */
export function emptyFields(): void {
  for (const field of filledIn()) {
    setText(field, '');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** The fields of the page that hold something of the visitor's own. */
export function filledIn(): Field[] {
  const all = document.querySelectorAll<Field>(anyField);
  return [...all].filter(
    (field) => textOf(field) && !field.matches('[readonly]'),
  );
}

export function focusField(form: HTMLFormElement, name: string): void {
  fieldsIn(form)
    .find((field) => field.name === name)
    ?.focus();
}

function fieldsIn(form: HTMLFormElement): Field[] {
  return [...form.querySelectorAll<Field>(anyField)];
}

function textOf(field: Field): string {
  if (!isCheckbox(field)) return field.value;
  return field.checked ? ticked : '';
}

function setText(field: Field, text: string): void {
  if (isCheckbox(field)) field.checked = text !== '';
  else field.value = text;
}

function isCheckbox(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox';
}
