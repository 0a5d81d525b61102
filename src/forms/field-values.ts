import { checkedValue } from '../form-definitions/common-fields.ts';
import type { Values } from './validate.ts';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export const fieldSelector = 'input, select, textarea';

export function readValues(form: HTMLFormElement): Values {
  const entries = findFields(form).map((field) => [field.name, getText(field)]);
  return Object.fromEntries(entries);
}

/** Returns the values that the visitor has changed from the initial values. */
export function findChangedValues(form: HTMLFormElement, initial: Values = {}) {
  const entries = findFields(form)
    .filter((field) => !field.matches('[readonly]'))
    .map((field) => [field.name, getText(field)] as const)
    .filter(([name, value]) => value !== (initial[name] ?? ''));
  return Object.fromEntries(entries);
}

/** Sets the values of the fields that are empty. */
export function fillIn(form: HTMLFormElement, values: Values): void {
  for (const field of findFields(form)) {
    const value = values[field.name];
    if (value && !getText(field)) setText(field, value);
  }
}

export function clearFields(): void {
  for (const field of findFilledFields()) {
    setText(field, '');
    // The forms' `onInput` saves the draft and updates the counters.
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

export function findFilledFields(): Field[] {
  return findFields(document).filter(
    (field) => getText(field) && !field.matches('[readonly]'),
  );
}

export function focusField(form: HTMLFormElement, name: string): void {
  form.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
}

function findFields(root: ParentNode): Field[] {
  return [...root.querySelectorAll<Field>(fieldSelector)];
}

function getText(field: Field): string {
  if (!isCheckbox(field)) return field.value;
  return field.checked ? checkedValue : '';
}

function setText(field: Field, text: string): void {
  if (isCheckbox(field)) field.checked = text !== '';
  else field.value = text;
}

function isCheckbox(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox';
}
