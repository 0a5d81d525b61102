import { earlyPrefix, takeEarlyInput } from '../boot/early-input.ts';
import type { FormName } from '../descriptions/forms.ts';
import { newId } from '../outbox/submission.ts';
import type { Values } from './validate.ts';

/** What this tab keeps of a form that its visitor has not been thanked for. */
interface Draft {
  /** What differs from what the form began with. */
  typed: Values;
  /** What was submitted last, and the id that these words keep. */
  submitted?: { id: string; values: Values };
}

/** The form's name, with the id of what is edited there, if anything. */
export type DraftName = FormName | `${FormName}-${string}`;

const prefix = 'pear-draft-';
/** Where storage is full or forbidden: for this page only. */
const here = new Map<DraftName, Draft>();

export function draftOf(form: FormName, edits: string | undefined): DraftName {
  return edits ? `${form}-${edits}` : form;
}

export function readDraft(draft: DraftName): Draft {
  const kept = here.get(draft);
  if (kept) return kept;
  try {
    const found = JSON.parse(sessionStorage.getItem(prefix + draft) ?? '{}');
    // The version before kept nothing but what was typed.
    return found.typed ? found : { typed: found };
  } catch {
    return { typed: {} };
  }
}

/** Keeps it for this tab, also across a reload; nothing where it is empty. */
export function keepDraft(draft: DraftName, kept: Draft): void {
  const isEmpty = Object.keys(kept.typed).length === 0 && !kept.submitted;
  here.delete(draft);
  try {
    if (isEmpty) sessionStorage.removeItem(prefix + draft);
    else sessionStorage.setItem(prefix + draft, JSON.stringify(kept));
  } catch {
    if (!isEmpty) here.set(draft, kept);
  }
}

export function dropDraft(draft: DraftName): void {
  keepDraft(draft, { typed: {} });
}

/** Makes what was typed before the page's code ran part of the draft. */
export function adoptEarlyInput(form: FormName, draft: DraftName): void {
  const early = takeEarlyInput(form);
  const { typed, ...kept } = readDraft(draft);
  keepDraft(draft, { ...kept, typed: { ...typed, ...early } });
}

/**
 * The id to submit these words under. They keep it until the visitor is thanked
 * for them, also in the page that is loaded next: the answer to the first
 * submit may have been lost.
 */
export function idFor(draft: DraftName, values: Values): string {
  const kept = readDraft(draft);
  const { submitted } = kept;
  const words = JSON.stringify(values);
  if (submitted && JSON.stringify(submitted.values) === words) {
    return submitted.id;
  }
  const id = newId();
  keepDraft(draft, { ...kept, submitted: { id, values } });
  return id;
}

/** Whether any form of this tab has a draft, or was typed into early. */
export function hasDrafts(): boolean {
  return here.size > 0 || storedKeys().length > 0;
}

export function forgetDrafts(): void {
  here.clear();
  for (const key of storedKeys()) sessionStorage.removeItem(key);
}

function storedKeys(): string[] {
  try {
    return Object.keys(sessionStorage).filter(
      (key) => key.startsWith(prefix) || key.startsWith(earlyPrefix),
    );
  } catch {
    return [];
  }
}
