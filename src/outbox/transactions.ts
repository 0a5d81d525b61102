// What each transaction reads or writes. All of them see both stores.

import type {
  ReadTransaction,
  ReceiptRecord,
  WriteTransaction,
} from './database.ts';
import {
  fromRecord,
  isDuplicate,
  isReadable,
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
  /** The number of submissions that were discarded or replaced. */
  tombstoneCount: number;
}

export async function readStores(tx: ReadTransaction): Promise<Content> {
  const records = await tx.objectStore('submissions').getAll();
  const keys = await tx.objectStore('receipts').getAllKeys();

  const submissions = records
    .map(fromRecord)
    .sort((a, b) => a.createdAt - b.createdAt);
  const deliveredIds = keys.filter((key) => !isTombstone(key));
  const tombstoneCount = keys.length - deliveredIds.length;
  return { submissions, deliveredIds, tombstoneCount };
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

export async function hasReceipt(
  tx: ReadTransaction,
  id: string,
): Promise<boolean> {
  return (await tx.objectStore('receipts').getKey(id)) !== undefined;
}

function hasTombstone(tx: ReadTransaction, id: string): Promise<boolean> {
  return hasReceipt(tx, tombstonePrefix + id);
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

export type AddResult =
  /** The outbox has the submission, or a receipt of it from an earlier submit. */
  | { kind: 'accepted'; id: string }
  /** An equal submission waits under this id. */
  | { kind: 'duplicate'; id: string }
  /** Nothing was stored. */
  | { kind: 'conflict' };

/**
 * Stores a submission, unless an equal one waits or this one was delivered. Deletes the
 * submission to replace.
 */
export async function addSubmission(
  tx: WriteTransaction,
  submission: Submission,
  replaces: string | undefined,
): Promise<AddResult> {
  const { id, createdAt } = submission;
  if (replaces && !(await canReplace(tx, replaces, id))) {
    return { kind: 'conflict' };
  }

  const duplicate = await findDuplicate(tx, submission);
  const deliveredId = await findDeliveredId(tx, id);
  if (duplicate) await keepDuplicate(tx, duplicate, submission);
  else if (!deliveredId) {
    if (await hasSubmission(tx, id)) return { kind: 'conflict' };
    await tx.objectStore('submissions').put(toRecord(submission));
  }

  const storedId = duplicate?.id ?? deliveredId ?? id;
  if (replaces && replaces !== storedId) {
    await discardSubmission(tx, replaces, createdAt);
  }
  return { kind: duplicate ? 'duplicate' : 'accepted', id: storedId };
}

/**
 * Whether the submission is in the outbox, so its text was not sent, or an earlier submit
 * under the same id has replaced it.
 */
async function canReplace(
  tx: WriteTransaction,
  replaces: string,
  id: string,
): Promise<boolean> {
  return (await hasSubmission(tx, replaces)) || (await hasTrace(tx, id));
}

async function findDuplicate(
  tx: WriteTransaction,
  submission: Submission,
): Promise<Submission | undefined> {
  const formIndex = tx.objectStore('submissions').index('form');
  const records = await formIndex.getAll(submission.form);
  return records
    .map(fromRecord)
    .find((other) => isReadable(other) && isDuplicate(other, submission));
}

/** Lets the equal submission, which waits already, stand for the new one. */
async function keepDuplicate(
  tx: WriteTransaction,
  duplicate: Submission,
  { id, createdAt }: Submission,
): Promise<void> {
  if (duplicate.state === 'refused') {
    const queued = requeue(duplicate, createdAt);
    await tx.objectStore('submissions').put(toRecord(queued));
  }
  // No record has the new id, so a tombstone shows that it was submitted.
  if (duplicate.id !== id) {
    const tombstone = { id: tombstonePrefix + id, at: createdAt };
    await addEntry(tx, { ...tombstone, twin: duplicate.id });
  }
}

/** Returns the id under which an earlier submit of this id was delivered, if it was. */
async function findDeliveredId(
  tx: WriteTransaction,
  id: string,
): Promise<string | undefined> {
  if (await hasReceipt(tx, id)) return id;
  const tombstone = await tx.objectStore('receipts').get(tombstonePrefix + id);
  const twinId = tombstone?.twin;
  return twinId && (await hasReceipt(tx, twinId)) ? twinId : undefined;
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

/** Adds a receipt or a tombstone. */
async function addEntry(
  tx: WriteTransaction,
  entry: ReceiptRecord,
): Promise<void> {
  // Older receipts may have later times, because a clock may have been ahead.
  await deleteOldEntries(tx, maxEntries - 1);
  await tx.objectStore('receipts').put(entry);
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
  const { deliveredIds, tombstoneCount } = await readStores(tx);

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
