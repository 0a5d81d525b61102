import { draftPrefix } from '../boot/early-input.ts';
import { getForgetMark } from '../visitor/forget-mark.ts';
import {
  type StoredDraft,
  visitorDatabase,
} from '../visitor/visitor-database.ts';
import { type Draft, listFormerKeys, parseDraft } from './draft.ts';

// The drafts of the installed app in IndexedDB. Each page of the app counts their age, and
// deletes those that have expired.

const day = 24 * 60 * 60 * 1000;
const maxAge = 7 * day;
/** Prefix of the id of a draft of the last release, which had no ids. */
const formerPrefix = 'former-';

/** Returns all drafts, or those with this name, the one that was seen last first. */
export async function listDrafts(name?: string): Promise<StoredDraft[]> {
  const drafts = await visitorDatabase.read((tx) =>
    tx.objectStore('drafts').getAll(),
  );
  return drafts
    .filter((draft) => name === undefined || draft.name === name)
    .sort((a, b) => b.seenAt - a.seenAt);
}

export function readDraft(id: string): Promise<StoredDraft | undefined> {
  return visitorDatabase.read((tx) => tx.objectStore('drafts').get(id));
}

export function saveDraft(name: string, draft: Draft): Promise<unknown> {
  return visitorDatabase.write((tx) =>
    tx.objectStore('drafts').put(createRecord(name, draft)),
  );
}

/** Deletes a draft, and stores the one that contains its text. */
export function replaceDraft(
  id: string,
  name: string,
  draft: Draft,
): Promise<unknown> {
  return visitorDatabase.write(async (tx) => {
    const store = tx.objectStore('drafts');
    await store.delete(id);
    await store.put(createRecord(name, draft));
  });
}

export function deleteDraft(id: string): Promise<void> {
  return visitorDatabase.write((tx) => tx.objectStore('drafts').delete(id));
}

function createRecord(name: string, draft: Draft): StoredDraft {
  const { id, typed, submitted, mark, revision } = draft;
  return {
    id,
    name,
    typed,
    revision,
    age: 0,
    seenAt: Date.now(),
    ...(submitted && { submitted }),
    ...(mark !== undefined && { mark }),
  };
}

/**
 * Counts the age of each draft. Deletes expired ones, unless a window shows them. Times
 * before `trustedSince` prove no age.
 */
export async function deleteExpiredDrafts(
  shownIds: readonly string[],
  trustedSince: number,
): Promise<void> {
  if ((await listDrafts()).length === 0) return;

  await visitorDatabase.write(async (tx) => {
    const store = tx.objectStore('drafts');
    for (const draft of await store.getAll()) {
      const aged = countAge(draft, Date.now(), trustedSince);
      const isExpired = aged.age > maxAge && !shownIds.includes(draft.id);
      if (isExpired) await store.delete(draft.id);
      else await store.put(aged);
    }
  });
}

/**
 * Adds the time since the last count, at most a day. So a clock that was wrong or is
 * corrected ages a draft by no more than a day, and a jump that was noticed by nothing.
 */
export function countAge(
  draft: StoredDraft,
  now: number,
  trustedSince: number,
): StoredDraft {
  const elapsed = now - draft.seenAt;
  const isTrusted = draft.seenAt >= trustedSince && elapsed > 0;
  const age = draft.age + (isTrusted ? Math.min(elapsed, day) : 0);
  return { ...draft, age, seenAt: now };
}

// --- The last release, which kept the drafts of the installed app in localStorage ---

export function isOfFormerRelease({ id }: StoredDraft): boolean {
  return id.startsWith(formerPrefix);
}

/** Moves the drafts of the last release to the disk. A window may still use that release. */
export async function moveFormerDrafts(): Promise<void> {
  for (const key of listFormerKeys()) {
    const name = key.slice(draftPrefix.length);
    const text = localStorage.getItem(key) ?? '';
    // The same id each time, so that a window of that release leaves one draft only.
    const draft = parseDraft(text, () => formerPrefix + name);
    const mark = getForgetMark();
    if (draft) await saveDraft(name, { ...draft, mark });
    localStorage.removeItem(key);
  }
}
