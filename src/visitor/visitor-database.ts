import type { DBSchema, IDBPDatabase, IDBPTransaction } from 'idb';
import { openDB } from 'idb';
import { onFreeze, whenResumed } from '../async/page-freeze.ts';
import { withTimeout } from '../async/timeout.ts';

// A database beside the outbox's, for what must reach the disk although it was not
// submitted. Web Storage is written late: after a killed process it has an earlier state.

/** A draft of a window that started as the installed app. */
export interface StoredDraft {
  id: string;
  /** The name of its form, with the id of the submission that the form edits, if any. */
  name: string;
  typed: Readonly<Record<string, string>>;
  submitted?: { id: string; values: Readonly<Record<string, string>> };
  /** The mark of the last "Forget me" before the draft was saved. */
  mark?: string;
  revision: number;
  /** Milliseconds that this device has seen pass since the last change. */
  age: number;
  /** The time at which `age` was counted. */
  seenAt: number;
}

interface Schema extends DBSchema {
  drafts: { key: string; value: StoredDraft };
  marks: { key: string; value: { name: string; mark: string } };
}

type Transaction<Mode extends IDBTransactionMode> = IDBPTransaction<
  Schema,
  ('drafts' | 'marks')[],
  Mode
>;

export type Work<Mode extends IDBTransactionMode, T> = (
  tx: Transaction<Mode>,
) => Promise<T>;

/** Milliseconds after which a blocked upgrade or a failing disk counts as an error. */
const timeout = 5000;

let databasePromise: Promise<IDBPDatabase<Schema>> | undefined;

// A frozen page would block the transactions of other tabs.
onFreeze(closeConnection);

/** Runs the work in a transaction. Rejects if the database does not answer in time. */
export async function run<Mode extends 'readonly' | 'readwrite', T>(
  mode: Mode,
  work: Work<Mode, T>,
): Promise<T> {
  await whenResumed();
  let tx: Transaction<Mode> | undefined;
  let hasEnded = false;

  async function transact(): Promise<T> {
    databasePromise ??= openDatabase();
    const database = await databasePromise;
    if (hasEnded) throw createTimeoutError();
    tx = database.transaction(['drafts', 'marks'], mode, {
      durability: 'strict',
    });
    // A failed request rejects `done` too, before the code below awaits `done`.
    tx.done.catch(() => undefined);
    const result = await work(tx);
    await tx.done;
    return result;
  }

  try {
    return await withTimeout(timeout, transact(), createTimeoutError);
  } catch (error) {
    // The next call opens a new connection, because the browser may have closed this one.
    closeConnection();
    abort(tx);
    throw error;
  } finally {
    hasEnded = true;
  }
}

function openDatabase(): Promise<IDBPDatabase<Schema>> {
  // Opens any version, because a newer release may have been rolled back.
  return openDB<Schema>('pear-visitor', undefined, {
    upgrade(database) {
      database.createObjectStore('drafts', { keyPath: 'id' });
      database.createObjectStore('marks', { keyPath: 'name' });
    },
    // An upgrade or a deletion waits for this connection to close.
    blocking: closeConnection,
    terminated: closeConnection,
  });
}

function closeConnection(): void {
  databasePromise?.then((database) => database.close()).catch(() => undefined);
  databasePromise = undefined;
}

function abort(tx: Pick<IDBTransaction, 'abort'> | undefined): void {
  try {
    tx?.abort();
  } catch {
    // The transaction has ended.
  }
}

function createTimeoutError(): Error {
  return new Error('The database did not answer in time');
}
