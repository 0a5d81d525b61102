import { type Submitted, submit } from '../outbox/client.ts';
import { newId } from '../outbox/submission.ts';
import { dropDraft, keepDraft, readDraft } from './draft.ts';
import type { Values } from './validate.ts';

/** The words that were submitted last, and their id, by form. */
const last = new Map<string, Values>();

/**
 * Submits what this form holds. The same words keep their id until the visitor
 * is told that they were accepted, also where the page is left or loaded anew
 * before that: the answer to the first may have been lost.
 */
export async function submitOnce(
  form: HTMLFormElement,
  values: Values,
  replaces: string | undefined,
): Promise<Submitted> {
  // `form.name` would be the field of that name.
  const name = form.getAttribute('name') ?? '';
  const submitted = await submit(name, values, {
    id: idFor(name, values),
    replaces,
  });
  if (form.isConnected) forget(name);
  return submitted;
}

function idFor(form: string, values: Values): string {
  const words = JSON.stringify(values);
  const before = last.get(form) ?? readDraft(keptAs(form));
  if (before.id && before.words === words) return before.id;
  const id = newId();
  last.set(form, { words, id });
  keepDraft(keptAs(form), { words, id });
  return id;
}

function forget(form: string): void {
  last.delete(form);
  dropDraft(keptAs(form));
}

/** Beside the form's draft: it goes with it when the visitor is forgotten. */
function keptAs(form: string): string {
  return `${form}-submitted`;
}
