import { forms, isFormName } from '../descriptions/forms.ts';
import type { Submission } from '../outbox/submission.ts';

/** What the form is called here; a newer version may have others. */
export function nameOf(form: string): string {
  return isFormName(form) ? forms[form].inDialog : form;
}

/** The form's name, and each field with what was filled in. */
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

/** A newer version may have fields that are unknown here. */
function labelFrom(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Gives whether the text is on the clipboard; the browser may refuse it. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
