import {
  type DBSchema,
  type IDBPDatabase,
  type IDBPTransaction,
  openDB,
} from 'idb';
import { withTimeout } from '../async/timeout.ts';
import {
  isReadable,
  isRepeat,
  requeue,
  type Submission,
} from './submission.ts';

/** Proof of delivery: that it was, and when; nothing of what it said. */
interface Receipt {
  id: string;
  at: number;
}

interface Schema extends DBSchema {
  submissions: { key: string; value: Submission; indexes: { form: string } };
  receipts: { key: string; value: Receipt; indexes: { at: number } };
}

type Database = IDBPDatabase<Schema>;
type Transaction = IDBPTransaction<
  Schema,
  ('submissions' | 'receipts')[],
  'readwrite'
>;

const openWithin = 5000;
const receiptsKept = 200;
/** Dropped many at a time, or each delivery would pay for it. */
const receiptsTolerated = 250;
/** Where there is no room left; a page on screen needs the newest only. */
const receiptsKeptWhenFull = 20;
/** On disk before it resolves: a power cut must not undo a thank-you. */
const strict = { durability: 'strict' } as const;

let opening: Promise<Database> | undefined;

function open(): Promise<Database> {
  opening ??= openAnew();
  return opening;
}

function openAnew(): Promise<Database> {
  const database = openDB<Schema>('pear', 1, {
    upgrade(db) {
      db.createObjectStore('submissions', { keyPath: 'id' }).createIndex(
        'form',
        'form',
      );
      db.createObjectStore('receipts', { keyPath: 'id' }).createIndex(
        'at',
        'at',
      );
    },
    // A newer version waits for us: let it go on, and open anew when needed.
    blocking: (_current, _blocked, event) => {
      forget();
      (event.target as IDBDatabase).close();
    },
    terminated: forget,
  });
  const late = () => new Error('The database did not open in time');
  // An upgrade that another tab blocks would otherwise never settle.
  return withTimeout(openWithin, database, late).catch((error: unknown) => {
    forget();
    throw error;
  });
}

function forget(): void {
  opening = undefined;
}

/**
 * Browsers close databases under their users ('connection is closing',
 * 'connection to server lost'): then the work is done anew on a new handle, and
 * no handle that was lost is kept. All work given here can be repeated.
 */
async function withDatabase<T>(
  work: (db: Database) => Promise<T>,
  tries = 3,
): Promise<T> {
  const used = open();
  try {
    return await work(await used);
  } catch (error) {
    if (!isLostHandle(error)) throw error;
    // Others may have a new one already.
    if (opening === used) forget();
    if (tries === 1) throw error;
    return withDatabase(work, tries - 1);
  }
}

function isLostHandle(error: unknown): boolean {
  const name = error instanceof DOMException ? error.name : '';
  return ['InvalidStateError', 'UnknownError', 'AbortError'].includes(name);
}

/** What is written in one transaction is on disk, or not there at all. */
function write<T>(
  work: (tx: Transaction) => Promise<T>,
  options: IDBTransactionOptions = strict,
): Promise<T> {
  return withDatabase(async (db) => {
    const stores = ['submissions' as const, 'receipts' as const];
    const tx = db.transaction(stores, 'readwrite', options);
    // It fails with its requests, and those are awaited first.
    tx.done.catch(() => undefined);
    const result = await work(tx);
    await tx.done;
    return result;
  });
}

/**
 * Keeps a submission, durably, and gives the id it is known by: that of an
 * equal one already waiting, if there is one. `replaces` names a submission
 * whose text was edited into this one; it goes in the same transaction. Where
 * it has gone before (sent, discarded, or edited elsewhere) nothing is kept,
 * and undefined given: it could arrive twice.
 */
export function add(
  submission: Submission,
  replaces?: string,
): Promise<string | undefined> {
  return write(async (tx) => {
    const submissions = tx.objectStore('submissions');
    const { id, form, createdAt } = submission;
    const waiting = await submissions.index('form').getAll(form);
    const twin = waiting.find(
      (other) => isReadable(other) && isRepeat(other, submission),
    );
    if (twin) {
      // Asked for again: what waits long, or was refused, is due now.
      if (twin.state === 'failed') {
        await submissions.put(requeue(twin, createdAt));
      }
    } else if (await tx.objectStore('receipts').getKey(id)) {
      // Delivered, and its sender has not heard of it.
      return id;
    } else if (replaces && !(await submissions.getKey(replaces))) {
      return undefined;
    } else {
      await submissions.put(submission);
    }
    if (replaces && replaces !== twin?.id) await submissions.delete(replaces);
    return twin?.id ?? id;
  });
}

export function list(): Promise<Submission[]> {
  return withDatabase((db) => db.getAll('submissions'));
}

/** The ids of all that waits, oldest first. */
export async function keys(): Promise<string[]> {
  const submissions = await list();
  return submissions
    .sort((a, b) => a.createdAt - b.createdAt)
    .map(({ id }) => id);
}

export function read(id: string): Promise<Submission | undefined> {
  return withDatabase((db) => db.get('submissions', id));
}

/** Replaces a submission, unless it is gone. */
export async function update(submission: Submission): Promise<void> {
  await change(submission.id, () => submission);
}

/** Changes a submission in one transaction; gives it, or undefined if gone. */
export function change(
  id: string,
  transition: (found: Submission) => Submission,
): Promise<Submission | undefined> {
  return write(async (tx) => {
    const submissions = tx.objectStore('submissions');
    const found = await submissions.get(id);
    const changed = found && transition(found);
    if (changed) await submissions.put(changed);
    return changed;
  });
}

/** Turns a submission into its receipt, also on a disk that is full. */
export async function settle(id: string, now: number): Promise<void> {
  try {
    await settleOnce(id, now);
  } catch {
    await keepReceipts(receiptsKeptWhenFull);
    await settleOnce(id, now);
  }
}

/** A power cut may undo it: then it is sent again, which changes nothing. */
async function settleOnce(id: string, now: number): Promise<void> {
  await write(
    async (tx) => {
      await tx.objectStore('submissions').delete(id);
      await tx.objectStore('receipts').put({ id, at: now });
      await dropReceipts(tx, receiptsKept, receiptsTolerated);
    },
    { durability: 'relaxed' },
  );
}

function keepReceipts(count: number): Promise<void> {
  return write((tx) => dropReceipts(tx, count));
}

/** Drops the oldest, down to the number kept, where there are too many. */
async function dropReceipts(
  tx: Transaction,
  kept: number,
  tolerated = kept,
): Promise<void> {
  const receipts = tx.objectStore('receipts');
  const found = await receipts.count();
  if (found <= tolerated) return;
  const oldest = await receipts.index('at').getAllKeys(null, found - kept);
  for (const id of oldest) await receipts.delete(id);
}

export function discard(id: string): Promise<void> {
  return write((tx) => tx.objectStore('submissions').delete(id));
}

/** Whether a submission is known to have been delivered. */
export function hasReceipt(id: string): Promise<boolean> {
  return withDatabase(
    async (db) => (await db.getKey('receipts', id)) !== undefined,
  );
}
