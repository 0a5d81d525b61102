// What each transaction reads or writes. All of them see both stores.

import type {
  ReadTransaction,
  ReceiptRecord,
  WriteTransaction,
} from './database.ts';
import {
  fromRecord,
  isReadable,
  isTwin,
  requeue,
  type Submission,
  toRecord,
} from './submission.ts';

/** The number of receipts and tombstones that are kept. */
const maxEntries = 200;
/** Prefix of a tombstone's id. A release without tombstones takes it for a receipt's id. */
const tombstonePrefix = 'gone ';

export interface Content {
  /** All submissions, unreadable ones included, oldest first. */
  submissions: Submission[];
  /** The ids of all receipts. */
  deliveredIds: string[];
  /** The number of tombstones. */
  tombstoneCount: number;
}

export async function readStores(tx: ReadTransaction): Promise<Content> {
  const records = await tx.objectStore('submissions').getAll();
  const submissions = records
    .map(fromRecord)
    // A damaged record may have no time.
    .sort((a, b) => (a.createdAt || 0) - (b.createdAt || 0));
  return { submissions, ...(await readEntries(tx)) };
}

async function readEntries(
  tx: ReadTransaction,
): Promise<Omit<Content, 'submissions'>> {
  const keys = await tx.objectStore('receipts').getAllKeys();
  const deliveredIds = keys.filter((key) => !isTombstone(key));
  return { deliveredIds, tombstoneCount: keys.length - deliveredIds.length };
}

/** Returns the submissions that this version can read, oldest first. */
export async function listReadable(tx: ReadTransaction): Promise<Submission[]> {
  const { submissions } = await readStores(tx);
  return submissions.filter(isReadable);
}

/** A damaged record may have a number as its key. */
function isTombstone(key: unknown): boolean {
  return String(key).startsWith(tombstonePrefix);
}

export async function readSubmission(
  tx: ReadTransaction,
  id: string,
): Promise<Submission | undefined> {
  const record = await tx.objectStore('submissions').get(id);
  return record && fromRecord(record);
}

export async function isEmpty(tx: ReadTransaction): Promise<boolean> {
  return (await tx.objectStore('submissions').count()) === 0;
}

async function hasSubmission(
  tx: ReadTransaction,
  id: string,
): Promise<boolean> {
  return (await tx.objectStore('submissions').getKey(id)) !== undefined;
}

async function hasEntry(tx: ReadTransaction, key: string): Promise<boolean> {
  return (await tx.objectStore('receipts').getKey(key)) !== undefined;
}

export function hasReceipt(tx: ReadTransaction, id: string): Promise<boolean> {
  return hasEntry(tx, id);
}

function hasTombstone(tx: ReadTransaction, id: string): Promise<boolean> {
  return hasEntry(tx, tombstonePrefix + id);
}

/** Whether a submission with this id is stored, or was sent, discarded or replaced. */
export async function hasTrace(
  tx: ReadTransaction,
  id: string,
): Promise<boolean> {
  return (
    (await hasSubmission(tx, id)) ||
    (await hasReceipt(tx, id)) ||
    (await hasTombstone(tx, id))
  );
}

/** What the outbox knows of a text that is submitted, and the id that the text has. */
export type Match =
  | { kind: 'new'; id: string }
  /** An equal submission is unsent. */
  | { kind: 'twin'; id: string; twin: Submission }
  /** An earlier submit of the same id, or its twin, was delivered. */
  | { kind: 'delivered'; id: string }
  /** Another text has the id, or the submission to replace may have been sent. */
  | { kind: 'conflict'; id: string };

/** What a page knows, although its disk could not store it. */
export interface Knowledge {
  /** Ids of submissions that were delivered. */
  idsWithoutReceipt: ReadonlySet<string>;
  /** Ids of submissions that were replaced. */
  withdrawnIds: ReadonlySet<string>;
}

/**
 * Finds out, in this order:
 * - 'conflict', if this text is new, but what it replaces is gone,
 * - 'twin', if an equal submission is unsent,
 * - 'delivered', if an earlier submit of this id was delivered,
 * - 'conflict', if another unsent text has this id,
 * - what became of the twin that stood for an earlier submit of this id, if one did,
 * - 'new'.
 */
export async function findMatch(
  tx: ReadTransaction,
  submission: Submission,
  replaces: string | undefined,
  knowledge: Knowledge,
): Promise<Match> {
  const { id } = submission;
  const { idsWithoutReceipt } = knowledge;

  const isReplaceable =
    replaces === undefined ||
    ((await hasSubmission(tx, replaces)) && !idsWithoutReceipt.has(replaces));
  const wasSubmittedBefore =
    idsWithoutReceipt.has(id) || (await hasTrace(tx, id));
  if (!isReplaceable && !wasSubmittedBefore) return { kind: 'conflict', id };

  const twin = await findTwin(tx, submission, knowledge);
  if (twin) return { kind: 'twin', id: twin.id, twin };

  if (await wasDelivered(tx, id, knowledge)) return { kind: 'delivered', id };
  if (await hasSubmission(tx, id)) return { kind: 'conflict', id };

  const formerTwinId = await readFormerTwinId(tx, id);
  if (formerTwinId === undefined) return { kind: 'new', id };
  if (await wasDelivered(tx, formerTwinId, knowledge)) {
    return { kind: 'delivered', id: formerTwinId };
  }
  // Its receipt may be deleted, or could not be stored. Sent again, it changes nothing.
  const isUntraced = !(await hasTrace(tx, formerTwinId));
  return { kind: 'new', id: isUntraced ? formerTwinId : id };
}

async function wasDelivered(
  tx: ReadTransaction,
  id: string,
  { idsWithoutReceipt }: Knowledge,
): Promise<boolean> {
  return idsWithoutReceipt.has(id) || hasReceipt(tx, id);
}

/** A failing disk may still have a submission that was delivered or replaced, which is no twin. */
async function findTwin(
  tx: ReadTransaction,
  submission: Submission,
  { idsWithoutReceipt, withdrawnIds }: Knowledge,
): Promise<Submission | undefined> {
  const formIndex = tx.objectStore('submissions').index('form');
  const records = await formIndex.getAll(submission.form);
  return records
    .map(fromRecord)
    .filter(
      (other) =>
        isReadable(other) &&
        !idsWithoutReceipt.has(other.id) &&
        !withdrawnIds.has(other.id),
    )
    .find((other) => isTwin(other, submission));
}

/** Returns the id of the twin that stood for an earlier submit of this id, if one did. */
async function readFormerTwinId(
  tx: ReadTransaction,
  id: string,
): Promise<string | undefined> {
  const tombstone = await tx.objectStore('receipts').get(tombstonePrefix + id);
  return tombstone?.twin;
}

/** Stores a submission that is new, and deletes the submission that it replaces. */
export async function addSubmission(
  tx: WriteTransaction,
  submission: Submission,
  replaces: string | undefined,
  knowledge: Knowledge,
): Promise<Match> {
  const match = await findMatch(tx, submission, replaces, knowledge);
  if (match.kind === 'conflict') return match;

  const submissions = tx.objectStore('submissions');
  if (match.kind === 'new') {
    await submissions.put(toRecord({ ...submission, id: match.id }));
  }
  if (match.kind === 'twin') await keepTwin(tx, match.twin, submission);
  if (replaces !== undefined && replaces !== match.id) {
    await discardSubmission(tx, replaces, submission.createdAt);
  }
  return match;
}

/** Lets the twin, which is unsent already, stand for the new submission. */
async function keepTwin(
  tx: WriteTransaction,
  twin: Submission,
  { id, createdAt }: Submission,
): Promise<void> {
  if (twin.state === 'refused') {
    const queued = requeue(twin, createdAt);
    await tx.objectStore('submissions').put(toRecord(queued));
  }
  if (twin.id !== id) await addTombstoneOfTwin(tx, id, twin.id, createdAt);
}

/** No record has this id, so a tombstone shows that its text was submitted. */
export function addTombstoneOfTwin(
  tx: WriteTransaction,
  id: string,
  twinId: string,
  now: number,
): Promise<void> {
  return addEntry(tx, { id: tombstonePrefix + id, at: now, twin: twinId });
}

/** Changes a submission, if it is stored. */
export async function changeSubmission(
  tx: WriteTransaction,
  id: string,
  transition: (submission: Submission) => Submission,
): Promise<void> {
  const submissions = tx.objectStore('submissions');
  const record = await submissions.get(id);
  if (record) await submissions.put(toRecord(transition(fromRecord(record))));
}

export async function replaceWithReceipt(
  tx: WriteTransaction,
  id: string,
  now: number,
): Promise<void> {
  await deleteSubmission(tx, id);
  await addEntry(tx, { id, at: now });
}

/**
 * Deletes a submission. Its tombstone lasts longer than the text, so that an old copy of
 * the text can be recognized.
 */
export async function discardSubmission(
  tx: WriteTransaction,
  id: string,
  now: number,
): Promise<void> {
  if (!(await hasSubmission(tx, id))) return;

  await deleteSubmission(tx, id);
  await addEntry(tx, { id: tombstonePrefix + id, at: now });
}

/** Deletes a submission without a tombstone, for a disk that has no space for one. */
export function deleteSubmission(
  tx: WriteTransaction,
  id: string,
): Promise<void> {
  return tx.objectStore('submissions').delete(id);
}

/** Adds a receipt or a tombstone, as the newest of all. */
async function addEntry(
  tx: WriteTransaction,
  entry: ReceiptRecord,
): Promise<void> {
  await deleteOldEntries(tx, maxEntries - 1);

  const receipts = tx.objectStore('receipts');
  const newest = await receipts.index('at').openKeyCursor(null, 'prev');
  // Older entries may have later times, because a clock may have been ahead.
  const at = newest ? Math.max(entry.at, newest.key + 1) : entry.at;
  await receipts.put({ ...entry, at });
}

export async function deleteOldEntries(
  tx: WriteTransaction,
  keptCount: number,
): Promise<void> {
  const receipts = tx.objectStore('receipts');
  const surplusCount = (await receipts.count()) - keptCount;
  if (surplusCount <= 0) return;

  const oldestIds = await receipts.index('at').getAllKeys(null, surplusCount);
  for (const id of oldestIds) await receipts.delete(id);
}

/** The number of submissions, receipts and tombstones that were deleted. */
export interface DeletionCounts {
  unsent: number;
  receipts: number;
  tombstones: number;
}

/** Deletes these submissions, and all receipts and tombstones. */
export async function forgetSubmissions(
  tx: WriteTransaction,
  ids: readonly string[],
): Promise<DeletionCounts> {
  const submissions = tx.objectStore('submissions');
  const { deliveredIds, tombstoneCount } = await readEntries(tx);

  const oldCount = await submissions.count();
  for (const id of ids) await submissions.delete(id);
  const newCount = await submissions.count();
  await tx.objectStore('receipts').clear();

  return {
    unsent: oldCount - newCount,
    receipts: deliveredIds.length,
    tombstones: tombstoneCount,
  };
}

/** Whether a transaction has failed because the disk has no space. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
