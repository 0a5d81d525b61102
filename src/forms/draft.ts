import { earlyPrefix, takeEarlyInput } from '../boot/early-input.ts';
import type { FormName } from '../form-definitions/forms.ts';
import { newId } from '../outbox/submission.ts';
import type { Values } from './validate.ts';

/** What is kept of a form that its visitor has not been thanked for. */
interface Draft {
  /** What differs from what the form began with. */
  typed: Values;
  /** What was submitted last, and the id that these words keep. */
  submitted?: { id: string; values: Values };
}

/** The form's name, with the id of what is edited there, if anything. */
export type DraftName = FormName | `${FormName}-${string}`;

const prefix = 'pear-draft-';
const longestAge = 7 * 24 * 60 * 60 * 1000;
/** Where storage is full or forbidden: for this page only. */
const here = new Map<DraftName, Draft>();

export function draftOf(form: FormName, edits: string | undefined): DraftName {
  return edits ? `${form}-${edits}` : form;
}

export function readDraft(draft: DraftName): Draft {
  const kept = here.get(draft);
  if (kept) return kept;
  try {
    for (const storage of storages()) {
      const found = readStored(storage, prefix + draft);
      if (found) return found;
    }
  } catch {
    // Storage may be forbidden.
  }
  return { typed: {} };
}

/** Keeps it across a reload; nothing where it is empty. */
export function keepDraft(draft: DraftName, kept: Draft): void {
  const isEmpty = Object.keys(kept.typed).length === 0 && !kept.submitted;
  here.delete(draft);
  try {
    const [storage] = storages();
    const expiring = isInstalled() ? { ...kept, at: Date.now() } : kept;
    for (const one of storages()) one.removeItem(prefix + draft);
    if (!isEmpty) storage.setItem(prefix + draft, JSON.stringify(expiring));
  } catch {
    if (!isEmpty) here.set(draft, kept);
  }
}

export function dropDraft(draft: DraftName): void {
  keepDraft(draft, { typed: {} });
}

/** Makes what was typed before the page's code ran part of the draft. */
export function adoptEarlyInput(form: FormName, draft: DraftName): void {
  const early = textsOf(takeEarlyInput(form));
  // The time of the draft is that of its last change.
  if (Object.keys(early).length === 0) return;
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

/** Whether any form has a draft, or was typed into early. */
export function hasDrafts(): boolean {
  return here.size > 0 || stored().length > 0;
}

export function forgetDrafts(): void {
  here.clear();
  for (const [storage, key] of stored()) storage.removeItem(key);
}

/** Systems kill installed apps, and their tab's storage goes with them. */
function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches;
}

/** Where drafts are kept, first, and where else the version before kept them. */
function storages(): [Storage, ...Storage[]] {
  return isInstalled() ? [localStorage, sessionStorage] : [sessionStorage];
}

/** All drafts with their storages, also those of the installed app in a tab. */
function stored(): [Storage, string][] {
  try {
    return [sessionStorage, localStorage].flatMap((storage) =>
      Object.keys(storage)
        .filter((key) => key.startsWith(prefix) || key.startsWith(earlyPrefix))
        .map((key): [Storage, string] => [storage, key]),
    );
  } catch {
    return [];
  }
}

/** Returns a draft; removes one that is damaged or has expired. */
function readStored(storage: Storage, key: string): Draft | undefined {
  const text = storage.getItem(key);
  if (text === null) return undefined;
  try {
    const found = Object(JSON.parse(text));
    // Either way: the clock may have been wrong.
    const age = Math.abs(Date.now() - (found.at ?? Date.now()));
    const { id, values } = found.submitted ?? {};
    if (age <= longestAge) {
      // An earlier version kept nothing but what was typed.
      const typed = textsOf(found.typed ?? found);
      if (typeof id !== 'string') return { typed };
      return { typed, submitted: { id, values: textsOf(values) } };
    }
  } catch {
    // It is not ours.
  }
  storage.removeItem(key);
  return undefined;
}

/** Leaves out what is no text: other scripts may write to the storage. */
function textsOf(found: unknown): Values {
  const entries = Object.entries(Object(found));
  const texts = entries.filter(([, text]) => typeof text === 'string');
  return Object.fromEntries(texts) as Values;
}

for (const [storage, key] of stored()) readStored(storage, key);
