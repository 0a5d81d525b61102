import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import {
  isReadable,
  isRepeat,
  release,
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

const openWithin = 5000;
const receiptsKept = 200;
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
  return within(openWithin, database).catch((error: unknown) => {
    forget();
    throw error;
  });
}

function forget(): void {
  opening = undefined;
}

/** An upgrade that another tab blocks would otherwise never settle. */
function within<T>(limit: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('The database did not open in time')),
      limit,
    );
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Browsers close databases under their users ('connection is closing',
 * 'connection to server lost'): then the work is done once more on a new
 * handle. All work given here can be repeated.
 */
async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  try {
    return await work(await open());
  } catch (error) {
    if (!isLostHandle(error)) throw error;
    forget();
    return work(await open());
  }
}

function isLostHandle(error: unknown): boolean {
  const name = error instanceof DOMException ? error.name : '';
  return ['InvalidStateError', 'UnknownError', 'AbortError'].includes(name);
}

/**
 * Keeps a submission, durably, and gives the id it is known by: that of an
 * equal one already waiting, if there is one. `replaces` names a submission
 * whose text was edited into this one; it goes in the same transaction.
 */
export function add(
  submission: Submission,
  replaces?: string,
): Promise<string> {
  return withDatabase(async (db) => {
    const tx = db.transaction('submissions', 'readwrite', strict);
    const waiting = await tx.store.index('form').getAll(submission.form);
    const twin = waiting.find(
      (other) => isReadable(other) && isRepeat(other, submission),
    );
    if (twin && (twin.state === 'failed' || twin.heldUntil)) {
      await tx.store.put(requeue(release(twin), submission.createdAt));
    }
    if (!twin) await tx.store.put(submission);
    if (replaces && replaces !== twin?.id) await tx.store.delete(replaces);
    await tx.done;
    return twin?.id ?? submission.id;
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
  return withDatabase(async (db) => {
    const tx = db.transaction('submissions', 'readwrite', strict);
    const found = await tx.store.get(id);
    const changed = found && transition(found);
    if (changed) await tx.store.put(changed);
    await tx.done;
    return changed;
  });
}

/** Turns a submission into its receipt. */
export function settle(id: string, now: number): Promise<void> {
  return withDatabase(async (db) => {
    const tx = db.transaction(['submissions', 'receipts'], 'readwrite', strict);
    const receipts = tx.objectStore('receipts');
    await tx.objectStore('submissions').delete(id);
    await receipts.put({ id, at: now });
    if ((await receipts.count()) > receiptsKept) {
      const oldest = await receipts.index('at').openKeyCursor();
      if (oldest) await receipts.delete(oldest.primaryKey);
    }
    await tx.done;
  });
}

export function discard(id: string): Promise<void> {
  return withDatabase(async (db) => {
    const tx = db.transaction('submissions', 'readwrite', strict);
    await tx.store.delete(id);
    await tx.done;
  });
}

/** Whether a submission is known to have been delivered. */
export function hasReceipt(id: string): Promise<boolean> {
  return withDatabase(
    async (db) => (await db.getKey('receipts', id)) !== undefined,
  );
}
