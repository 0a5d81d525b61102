import { hasTexts, toTexts } from '../boot/join-texts.ts';
import type { Values } from '../form-definitions/form-definition.ts';
import type { FormName } from '../form-definitions/forms.ts';

/** The text of one window's form. */
export interface Draft {
  id: string;
  /** Everything that the form shows, except for a remembered email. */
  typed: Values;
  /** What was submitted last, and was not accepted yet as far as this window knows. */
  submitted?: { id: string; values: Values } | undefined;
  /** The mark of the last "Forget me" before the draft was saved. */
  mark?: string | undefined;
  /** Counts the changes, because the copies in two storages may differ. */
  revision: number;
}

/** A form's name, with the id of the submission that the form edits, if any. */
export type DraftName = FormName | `${FormName}-${string}`;

export type NamedDraft = readonly [DraftName, Draft];

export function getDraftName(form: FormName, editedId?: string): DraftName {
  return editedId ? `${form}-${editedId}` : form;
}

export function createDraft(id: string): Draft {
  return { id, typed: {}, revision: 0 };
}

/** Returns a stored draft. Undefined if it is empty, or if another script has written it. */
export function parseDraft(
  text: string,
  createId: () => string,
): Draft | undefined {
  try {
    const stored = Object(JSON.parse(text));
    const typed = toTexts(stored.typed);
    const { id: submittedId, values } = Object(stored.submitted);
    const submitted =
      typeof submittedId === 'string'
        ? { id: submittedId, values: toTexts(values) }
        : undefined;
    if (!hasTexts(typed) && !submitted) return undefined;

    const draft = {
      typed,
      submitted,
      mark: typeof stored.mark === 'string' ? stored.mark : undefined,
      revision: Number(stored.revision) || 0,
    };
    if (typeof stored.id === 'string') return { ...draft, id: stored.id };

    // Before drafts had ids (decision 0035), a draft got one only when it was submitted.
    const isUnchanged = submitted && areSameValues(submitted.values, typed);
    return { ...draft, id: isUnchanged ? submitted.id : createId() };
  } catch {
    return undefined;
  }
}

/**
 * The id under which to submit `typed`. A text that has changed since its id was handed
 * over gets another id, because the server may have the text under that id. The unchanged
 * text keeps the id, so that submitting it again changes nothing on the server.
 */
export function chooseId(
  { id, submitted }: Draft,
  typed: Values,
  createId: () => string,
): string {
  if (!submitted) return id;
  if (areSameValues(submitted.values, typed)) return submitted.id;
  return id === submitted.id ? createId() : id;
}

/** Whether a server gets the same values. A missing text counts as blank. */
function areSameValues(a: Values, b: Values): boolean {
  const names = Object.keys({ ...a, ...b });
  return names.every(
    (name) => (a[name] ?? '').trim() === (b[name] ?? '').trim(),
  );
}
