import { draftPrefix } from '../boot/early-input.ts';
import { createId } from '../submissions/outbox.ts';
import { getForgetMark } from '../visitor/forget-mark.ts';
import {
  type StoredDraft,
  visitorDatabase,
} from '../visitor/visitor-database.ts';
import {
  type Draft,
  type DraftName,
  type NamedDraft,
  parseDraft,
} from './draft-format.ts';
import { listFormerKeys } from './former-drafts.ts';

// What each transaction reads or writes of the installed app's drafts. Each page of the
// app counts their age, and deletes those that have expired.

const day = 24 * 60 * 60 * 1000;
const maxAge = 7 * day;

/** Returns all drafts, or those with this name, the one that was seen last first. */
export async function listDrafts(name?: DraftName): Promise<StoredDraft[]> {
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

/** Deletes drafts and saves others, so that a text never stands beside its successor. */
export function changeDrafts(
  deletedIds: Iterable<string>,
  savedDrafts: Iterable<NamedDraft>,
): Promise<void> {
  return visitorDatabase.write(async (tx) => {
    const store = tx.objectStore('drafts');
    for (const id of deletedIds) await store.delete(id);
    for (const [name, draft] of savedDrafts) {
      await store.put(createRecord(name, draft));
    }
  });
}

/** Saves each draft that the disk lacks, or has in an earlier state. */
export async function saveNewerDrafts(
  drafts: readonly NamedDraft[],
): Promise<void> {
  if (drafts.length === 0) return;

  await visitorDatabase.write(async (tx) => {
    const store = tx.objectStore('drafts');
    for (const [name, draft] of drafts) {
      const stored = await store.get(draft.id);
      const isNewer = !stored || draft.revision > stored.revision;
      const isForgotten = draft.mark !== getForgetMark();
      if (isNewer && !isForgotten) await store.put(createRecord(name, draft));
    }
  });
}

function createRecord(name: DraftName, draft: Draft): StoredDraft {
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
 * Counts the age of each draft. Deletes expired ones, unless a window holds them. Times
 * before `trustedSince` prove no age.
 */
export async function deleteExpiredDrafts(
  heldIds: readonly string[],
  trustedSince: number,
): Promise<void> {
  if ((await listDrafts()).length === 0) return;

  await visitorDatabase.write(async (tx) => {
    const store = tx.objectStore('drafts');
    for (const draft of await store.getAll()) {
      const aged = countAge(draft, Date.now(), trustedSince);
      const isExpired = aged.age > maxAge && !heldIds.includes(draft.id);
      if (isExpired) await store.delete(draft.id);
      else await store.put(aged);
    }
  });
}

/**
 * Adds the time since the last count. A clock that is wrong or is corrected adds at most
 * a day, and nothing if device-clock.ts has noticed it.
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

/** Moves the app's former drafts from localStorage to this database. */
export async function moveFormerDrafts(): Promise<void> {
  for (const key of listFormerKeys()) {
    const name = key.slice(draftPrefix.length) as DraftName;
    const draft = parseDraft(localStorage.getItem(key) ?? '', createId);
    const mark = getForgetMark();
    if (draft) await changeDrafts([], [[name, { ...draft, mark }]]);
    localStorage.removeItem(key);
  }
}
