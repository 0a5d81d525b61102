import { forms, isFormName } from '../form-definitions/forms.ts';
import type { Submission } from '../outbox/submission.ts';

/** Characters of each field that an entry shows. */
const shown = 60;

/** What the form is called here; a newer version may have others. */
export function nameOf(form: string): string {
  return isFormName(form) ? forms[form].inDialog : form;
}

export function textOf({
  form,
  values,
}: Pick<Submission, 'form' | 'values'>): string {
  const fields = isFormName(form) ? forms[form].fields : [];
  const lines = Object.entries(values).map(([name, value]) => {
    const field = fields.find((one) => one.name === name);
    return `${field?.label ?? labelFrom(name)}: ${value}`;
  });
  return [nameOf(form), ...lines].join('\n');
}

/** The last field first: a message tells more than the name above it. */
export function firstWordsOf({ values }: Pick<Submission, 'values'>): string[] {
  return Object.values(values).reverse().map(shorten);
}

function shorten(text: string): string {
  const begin = text.slice(0, 4 * shown).replace(/\s+/g, ' ');
  // By characters: an emoji must not be cut in two.
  const letters = [...begin.trim()];
  if (letters.length <= shown) return letters.join('');
  return `${letters.slice(0, shown).join('').trimEnd()}…`;
}

/** From the name, as a newer version may have fields that are unknown here. */
function labelFrom(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
