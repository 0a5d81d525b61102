import { createStore } from '../async/signal.ts';
import { broadcastChange, idsWithoutReceipt } from './broadcast.ts';
import * as database from './database.ts';
import {
  fromRecord,
  isDuplicate,
  isReadable,
  requeue,
  type Submission,
  toRecord,
} from './submission.ts';

/** Whether this page's last submission could be stored. */
export const writability = createStore(true);

const maxReceipts = 200;
/** Prefix of the key of a mark, which the store keeps among the receipts. */
const markPrefix = 'gone ';
/** An open page needs only the newest receipts. */
const maxReceiptsOnFullDisk = 20;

/**
 * Stores a submission and returns its id, or the id of a waiting duplicate.
 * Deletes the submission to replace. Returns undefined and stores nothing if
 * that submission is not in the outbox, because its text may have been sent.
 */
export function add(submission: Submission, replaces?: string) {
  return database.write(async (tx) => {
    const submissions = tx.objectStore('submissions');
    const { id, form, createdAt } = submission;
    const records = await submissions.index('form').getAll(form);
    const duplicate = records
      .map(fromRecord)
      .find((other) => isReadable(other) && isDuplicate(other, submission));
    const receiptKey = await tx.objectStore('receipts').getKey(id);
    if (duplicate?.state === 'refused') {
      await submissions.put(toRecord(requeue(duplicate, createdAt)));
    } else if (!duplicate && !receiptKey) {
      if (replaces && !(await submissions.getKey(replaces))) return undefined;
      await submissions.put(toRecord(submission));
    }
    const storedId = duplicate?.id ?? id;
    if (replaces && replaces !== storedId) await deleteAndMark(tx, replaces);
    return storedId;
  });
}

/** Returns all submissions, oldest first, and the ids of all receipts. */
export function readStores() {
  return database.read(async (tx) => {
    const records = await tx.objectStore('submissions').getAll();
    const keys = await tx.objectStore('receipts').getAllKeys();
    const submissions = records
      .map(fromRecord)
      .sort((a, b) => a.createdAt - b.createdAt);
    const deliveredIds = keys.filter((key) => !key.startsWith(markPrefix));
    return {
      submissions,
      deliveredIds,
      markCount: keys.length - deliveredIds.length,
    };
  });
}

/** Returns all submissions, unreadable ones included, oldest first. */
export async function listAll(): Promise<Submission[]> {
  return (await readStores()).submissions;
}

/** Returns the submissions that this version can read, oldest first. */
export async function listReadable(): Promise<Submission[]> {
  return (await listAll()).filter(isReadable);
}

export async function listIds(): Promise<string[]> {
  return (await listAll()).map(({ id }) => id);
}

export function read(id: string): Promise<Submission | undefined> {
  return database.read(async (tx) => {
    const record = await tx.objectStore('submissions').get(id);
    return record && fromRecord(record);
  });
}

/** Changes a submission in one transaction. Returns undefined if the id is unknown. */
export function change(
  id: string,
  transition: (submission: Submission) => Submission,
): Promise<Submission | undefined> {
  return database.write(async (tx) => {
    const submissions = tx.objectStore('submissions');
    const record = await submissions.get(id);
    const replacement = record && transition(fromRecord(record));
    if (replacement) await submissions.put(toRecord(replacement));
    return replacement;
  });
}

/** Replaces a submission with a receipt. Deletes old receipts on a full disk. */
export async function markDelivered(id: string, now: number): Promise<void> {
  try {
    await replaceWithReceipt(id, now);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    await database.write((tx) => dropReceipts(tx, maxReceiptsOnFullDisk));
    await replaceWithReceipt(id, now).catch(async (nextError: unknown) => {
      if (!isDiskFull(nextError)) throw nextError;
      // Without space for a receipt, the open pages must remember the delivery.
      broadcastChange(id);
      await deleteWithoutMark(id);
    });
  }
}

function isDiskFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

async function replaceWithReceipt(id: string, now: number): Promise<void> {
  await database.write(
    async (tx) => {
      await tx.objectStore('submissions').delete(id);
      // Older receipts may have later times, because a clock may have been ahead.
      await dropReceipts(tx, maxReceipts - 1);
      await tx.objectStore('receipts').put({ id, at: now });
    },
    // If a power cut undoes this, the submission is sent again, which is harmless.
    { durability: 'relaxed' },
  );
}

async function dropReceipts(
  tx: database.Transaction<'readwrite'>,
  max: number,
): Promise<void> {
  const receipts = tx.objectStore('receipts');
  const surplusCount = (await receipts.count()) - max;
  if (surplusCount <= 0) return;
  const oldestIds = await receipts.index('at').getAllKeys(null, surplusCount);
  for (const id of oldestIds) await receipts.delete(id);
}

/**
 * Deletes a submission. Its mark lasts longer than the text, so that an old copy of
 * the text can be recognized. Releases without marks read only receipts of their own.
 */
export async function discard(id: string): Promise<void> {
  try {
    await database.write((tx) => deleteAndMark(tx, id));
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    await deleteWithoutMark(id);
  }
}

function deleteWithoutMark(id: string): Promise<void> {
  return database.write((tx) => tx.objectStore('submissions').delete(id));
}

async function deleteAndMark(
  tx: database.Transaction<'readwrite'>,
  id: string,
): Promise<void> {
  const submissions = tx.objectStore('submissions');
  if ((await submissions.getKey(id)) === undefined) return;

  await submissions.delete(id);
  await dropReceipts(tx, maxReceipts - 1);
  await tx.objectStore('receipts').put({ id: markPrefix + id, at: Date.now() });
}

/** Returns those of the ids that were submitted: stored, sent, discarded or replaced. */
export async function findHandedOver(
  ids: readonly string[],
): Promise<Set<string>> {
  return database.read(async (tx) => {
    const submissions = tx.objectStore('submissions');
    const receipts = tx.objectStore('receipts');
    const handedOver = new Set<string>();
    for (const id of ids) {
      const isKnown =
        idsWithoutReceipt.has(id) ||
        (await submissions.getKey(id)) !== undefined ||
        (await receipts.getKey(id)) !== undefined ||
        (await receipts.getKey(markPrefix + id)) !== undefined;
      if (isKnown) handedOver.add(id);
    }
    return handedOver;
  });
}

/** Deletes these submissions and all receipts. Returns the number of each. */
export function deleteSubmissions(ids: readonly string[]) {
  return database.write(async (tx) => {
    const submissions = tx.objectStore('submissions');
    const receipts = tx.objectStore('receipts');
    const oldCount = await submissions.count();
    for (const id of ids) await submissions.delete(id);
    const deletedCount = oldCount - (await submissions.count());
    const keys = await receipts.getAllKeys();
    const markCount = keys.filter((key) => key.startsWith(markPrefix)).length;
    const counts = {
      unsent: deletedCount,
      receipts: keys.length - markCount,
      marks: markCount,
    };
    await receipts.clear();
    return counts;
  });
}

export type DeletionCounts = Awaited<ReturnType<typeof deleteSubmissions>>;

export async function hasReceipt(id: string): Promise<boolean> {
  const { deliveredIds } = await readStores();
  return idsWithoutReceipt.has(id) || deliveredIds.includes(id);
}
