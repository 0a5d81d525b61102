import {
  type DBSchema,
  type IDBPDatabase,
  type IDBPTransaction,
  openDB,
} from 'idb';
import { withTimeout } from '../async/timeout.ts';
import { broadcastChange } from './broadcast.ts';
import type { Stored } from './submission.ts';

interface Schema extends DBSchema {
  submissions: { key: string; value: Stored; indexes: { form: string } };
  receipts: {
    key: string;
    /** Proof of delivery: that it was, and when; nothing of what it said. */
    value: { id: string; at: number };
    indexes: { at: number };
  };
}

type Database = IDBPDatabase<Schema>;
type Mode = 'readonly' | 'readwrite';
export type Transaction<M extends Mode> = IDBPTransaction<
  Schema,
  ('submissions' | 'receipts')[],
  M
>;

const opensWithin = 5000;
/** A transaction that takes longer has stopped: the disk or the browser. */
const endsWithin = 10_000;
/** On disk before it resolves: a power cut must not undo a thank-you. */
const strict = { durability: 'strict' } as const;

let opening: Promise<Database> | undefined;

function open(): Promise<Database> {
  // Of whatever version: a later release may have been here, and rolled back.
  const database = openDB<Schema>('pear', undefined, {
    upgrade(db) {
      const keyPath = 'id';
      const submissions = db.createObjectStore('submissions', { keyPath });
      submissions.createIndex('form', 'form');
      const receipts = db.createObjectStore('receipts', { keyPath });
      receipts.createIndex('at', 'at');
    },
    // A newer version waits for us, or a deletion. The next use opens it anew.
    blocking: (_current, _blocked, event) => {
      (event.target as IDBDatabase).close();
      dropConnection();
      // The visitor may have cleared what was kept.
      broadcastChange();
    },
    // Not announced: on a failing disk each new handle ends too, and whoever
    // reads again at each change would never stop.
    terminated: dropConnection,
  });
  // An upgrade that another tab blocks would otherwise never settle.
  return withTimeout(opensWithin, database, late).catch((error: unknown) => {
    dropConnection();
    throw error;
  });
}

function dropConnection(): void {
  opening = undefined;
}

function late(): Error {
  return new Error('The database did not answer in time');
}

export function read<T>(
  work: (tx: Transaction<'readonly'>) => Promise<T>,
): Promise<T> {
  return withDatabase((db) => transact(db, 'readonly', work));
}

/** What is written in one transaction is on disk, or not there at all. */
export function write<T>(
  work: (tx: Transaction<'readwrite'>) => Promise<T>,
  options: IDBTransactionOptions = strict,
): Promise<T> {
  return withDatabase((db) => transact(db, 'readwrite', work, options));
}

/**
 * Browsers close databases under their users ('connection is closing',
 * 'connection to server lost'): then the work is done anew on a new handle. All
 * work can be repeated; `clear` may then count fewer than it removed.
 */
async function withDatabase<T>(
  work: (db: Database) => Promise<T>,
  tries = 3,
): Promise<T> {
  opening ??= open();
  const used = opening;
  try {
    return await work(await used);
  } catch (error) {
    if (!isLostHandle(error)) throw error;
    // Others may have a new one already.
    if (opening === used) dropConnection();
    if (tries === 1) throw error;
    return withDatabase(work, tries - 1);
  }
}

function isLostHandle(error: unknown): boolean {
  return (
    error instanceof DOMException &&
    ['InvalidStateError', 'UnknownError', 'AbortError'].includes(error.name)
  );
}

async function transact<M extends Mode, T>(
  db: Database,
  mode: M,
  work: (tx: Transaction<M>) => Promise<T>,
  options?: IDBTransactionOptions,
): Promise<T> {
  const stores = ['submissions' as const, 'receipts' as const];
  const tx = db.transaction(stores, mode, options);
  // It fails with its requests, and those are awaited first.
  tx.done.catch(() => undefined);
  async function finish() {
    const result = await work(tx).catch((error: unknown) => {
      // Else the part that was done would be committed.
      abort(tx);
      throw error;
    });
    await tx.done;
    return result;
  }
  return withTimeout(endsWithin, finish(), () => {
    // What was given up must not come to pass later.
    abort(tx);
    return late();
  });
}

function abort(tx: { abort(): void }): void {
  try {
    tx.abort();
  } catch {
    // It is being committed: the id keeps what comes of it from doubling.
  }
}
