import { unsent as words } from '../content/unsent.ts';
import type { Submission } from '../outbox/submission.ts';

/** The form's name, and each field with what was filled in. */
export function textOf({
  form,
  values,
}: Pick<Submission, 'form' | 'values'>): string {
  const lines = Object.entries(values).map(
    ([name, value]) => `${labelOf(name)}: ${value}`,
  );
  return [words.formNames[form] ?? form, ...lines].join('\n');
}

/** From the name, as a newer version may have fields that are unknown here. */
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
