import { unsent as words } from '../content/unsent.ts';
import type { Submission } from '../outbox/submission.ts';

/** The form's name, and each of its labels with what was filled in. */
export function textOf({
  form,
  values,
}: Pick<Submission, 'form' | 'values'>): string {
  const lines = Object.entries(values).map(
    ([name, value]) => `${labelOf(name)}: ${value}`,
  );
  return [words.formNames[form] ?? form, ...lines].join('\n');
}

/** Also of fields that only a newer version has: 'Favorite brand'. */
function labelOf(name: string): string {
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
