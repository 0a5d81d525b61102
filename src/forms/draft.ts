import { earlyPrefix, takeEarlyInput } from '../boot/early-input.ts';
import type { FormName } from '../form-definitions/forms.ts';
import { createId } from '../submissions/outbox.ts';
import type { Values } from './validate.ts';

interface Draft {
  /** Values that differ from the form's initial values. */
  typed: Values;
  submitted?: { id: string; values: Values };
}

/** A form's name, with the id of the message that the form edits, if any. */
export type DraftName = FormName | `${FormName}-${string}`;

const prefix = 'pear-draft-';
const maxAge = 7 * 24 * 60 * 60 * 1000;
/** Drafts that could not be stored, because storage is full or forbidden. */
const unstoredDrafts = new Map<DraftName, Draft>();

export function getDraftName(form: FormName, editedId?: string): DraftName {
  return editedId ? `${form}-${editedId}` : form;
}

export function readDraft(name: DraftName): Draft {
  let draft = unstoredDrafts.get(name);
  try {
    draft ??= readUnlessExpired(getDraftStorage(), prefix + name);
    // A tab that moved into the installed app has earlier drafts in sessionStorage.
    draft ??= readUnlessExpired(sessionStorage, prefix + name);
  } catch {
    // The browser forbids storage.
  }
  return draft ?? { typed: {} };
}

/** Stores a draft, or deletes it if the draft is empty. */
export function saveDraft(name: DraftName, draft: Draft): void {
  const isEmpty = Object.keys(draft.typed).length === 0 && !draft.submitted;
  unstoredDrafts.delete(name);
  try {
    const storage = getDraftStorage();
    storage.removeItem(prefix + name);
    sessionStorage.removeItem(prefix + name);
    const savedAt = storage === localStorage ? Date.now() : undefined;
    const text = JSON.stringify({ ...draft, at: savedAt });
    if (!isEmpty) storage.setItem(prefix + name, text);
  } catch {
    if (!isEmpty) unstoredDrafts.set(name, draft);
  }
}

export function deleteDraft(name: DraftName): void {
  saveDraft(name, { typed: {} });
}

export function adoptEarlyInput(form: FormName, name: DraftName): void {
  const earlyInput = toTexts(takeEarlyInput(form));
  // Without early input, saving would only delay the draft's expiry.
  if (Object.keys(earlyInput).length === 0) return;
  const { typed, ...draft } = readDraft(name);
  saveDraft(name, { ...draft, typed: { ...typed, ...earlyInput } });
}

/**
 * Returns the id to submit these values under. Resubmitting the same values
 * reuses their id, because the response to the first submission may be lost.
 */
export function getSubmissionId(name: DraftName, values: Values): string {
  const { typed, submitted } = readDraft(name);
  const isRepeat = JSON.stringify(submitted?.values) === JSON.stringify(values);
  if (submitted && isRepeat) return submitted.id;
  const id = createId();
  saveDraft(name, { typed, submitted: { id, values } });
  return id;
}

export function hasDrafts(): boolean {
  return unstoredDrafts.size > 0 || listKeys().length > 0;
}

export function deleteAllDrafts(): void {
  unstoredDrafts.clear();
  for (const { storage, key } of listKeys()) storage.removeItem(key);
}

/** An installed app loses its sessionStorage when the system kills the app. */
function getDraftStorage(): Storage {
  const isInstalled = matchMedia('(display-mode: standalone)').matches;
  return isInstalled ? localStorage : sessionStorage;
}

/** Returns the key of each stored draft, with the storage that contains it. */
function listKeys() {
  try {
    return [sessionStorage, localStorage].flatMap((storage) =>
      Object.keys(storage)
        .filter((key) => key.startsWith(prefix) || key.startsWith(earlyPrefix))
        .map((key) => ({ storage, key })),
    );
  } catch {
    return [];
  }
}

function readUnlessExpired(storage: Storage, key: string): Draft | undefined {
  const text = storage.getItem(key);
  if (text === null) return undefined;
  try {
    const { typed, submitted, at: savedAt = Date.now() } = JSON.parse(text);
    // A time in the future is possible, because the clock may have been wrong.
    if (Math.abs(Date.now() - savedAt) <= maxAge) {
      const { id, values } = Object(submitted);
      return typeof id === 'string'
        ? { typed: toTexts(typed), submitted: { id, values: toTexts(values) } }
        : { typed: toTexts(typed) };
    }
  } catch {
    // Another script has written an invalid value.
  }
  storage.removeItem(key);
  return undefined;
}

/** Returns only the properties that are strings. Other scripts may write storage. */
function toTexts(stored: unknown): Values {
  const entries = Object.entries(Object(stored));
  const textEntries = entries.filter(([, text]) => typeof text === 'string');
  return Object.fromEntries(textEntries) as Values;
}

// Runs on every page, so that the drafts of other pages' forms expire as well.
for (const { storage, key } of listKeys()) readUnlessExpired(storage, key);
