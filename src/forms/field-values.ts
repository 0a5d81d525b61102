import { joinText } from '../boot/join-texts.ts';
import { checkedValue } from '../form-definitions/common-fields.ts';
import type { Values } from '../form-definitions/form-definition.ts';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export const fieldSelector = 'input, select, textarea';

export function readValues(form: HTMLFormElement): Values {
  return readFields(findFields(form));
}

/** Returns the values that the visitor can change, so not a remembered email. */
export function readEditableValues(form: HTMLFormElement): Values {
  return readFields(findEditableFields(form));
}

function readFields(fields: readonly Field[]): Values {
  return Object.fromEntries(
    fields.map((field) => [field.name, getText(field)]),
  );
}

/** Whether the fields have these texts. A missing text counts as blank. */
export function haveSameTexts(fieldValues: Values, texts: Values): boolean {
  return Object.entries(fieldValues).every(
    ([name, value]) => value === (texts[name] ?? ''),
  );
}

/**
 * Replaces the texts that the form shows by others. If the visitor has changed a field
 * since `shown` was in it, the field gets both texts.
 */
export function fillIn(
  form: HTMLFormElement,
  values: Values,
  shown: Values,
): void {
  for (const field of findEditableFields(form)) {
    const value = values[field.name] ?? '';
    const text = getText(field);
    const isUnchanged = text === (shown[field.name] ?? '');
    const newText = isUnchanged ? value : joinText(value, text);
    // Setting an equal text would move the caret.
    if (newText !== text) setText(field, newText);
  }
}

export function clearFields(): void {
  for (const field of findEditableFields(document)) {
    if (!getText(field)) continue;
    setText(field, '');
    // The forms' `onInput` saves the draft and updates the counters.
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

export function focusField(form: HTMLFormElement, name: string): void {
  form.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
}

function findFields(root: ParentNode): Field[] {
  return [...root.querySelectorAll<Field>(fieldSelector)];
}

function findEditableFields(root: ParentNode): Field[] {
  return findFields(root).filter((field) => !field.matches('[readonly]'));
}

function getText(field: Field): string {
  if (!isCheckbox(field)) return field.value;
  return field.checked ? checkedValue : '';
}

function setText(field: Field, text: string): void {
  if (isCheckbox(field)) {
    field.checked = text !== '';
    return;
  }
  field.value = text;
  // A draft or an edited submission may have an option that only another release has.
  // Without the option, the choice would be blank, and the text would be lost.
  if (isChoice(field) && field.value !== text)
    field.add(new Option(text, text, false, true));
}

function isCheckbox(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox';
}

function isChoice(field: Field): field is HTMLSelectElement {
  return field.type === 'select-one';
}
