import type { DBSchema, IDBPDatabase, IDBPTransaction } from 'idb';
import { openDB } from 'idb';
import { onFreeze, whenResumed } from '../async/page-freeze.ts';
import { withTimeout } from '../async/timeout.ts';
import { broadcastChange } from './broadcast.ts';
import type { OutboxRecord } from './submission.ts';

interface Schema extends DBSchema {
  submissions: { key: string; value: OutboxRecord; indexes: { form: string } };
  receipts: {
    key: string;
    /** Proof of a submission's delivery, with the time but without the values. */
    value: { id: string; at: number };
    indexes: { at: number };
  };
}

type Mode = 'readonly' | 'readwrite';
export type Transaction<M extends Mode> = IDBPTransaction<
  Schema,
  ('submissions' | 'receipts')[],
  M
>;
type TransactionWork<M extends Mode, T> = (tx: Transaction<M>) => Promise<T>;

const openTimeout = 5000;
/** Only a failing disk or browser makes a transaction take longer. */
const transactionTimeout = 10_000;
/** A power cut must not undo a submission that the page has confirmed. */
const strictDurability = { durability: 'strict' } as const;

let databasePromise: Promise<IDBPDatabase<Schema>> | undefined;
const activeTransactions = new Set<Pick<IDBTransaction, 'abort'>>();

onFreeze(endConnection);

function openDatabase(): Promise<IDBPDatabase<Schema>> {
  // Opens any version, because a newer release may have been rolled back.
  const database = openDB<Schema>('pear', undefined, {
    upgrade(db) {
      const keyPath = 'id';
      const submissions = db.createObjectStore('submissions', { keyPath });
      submissions.createIndex('form', 'form');
      const receipts = db.createObjectStore('receipts', { keyPath });
      receipts.createIndex('at', 'at');
    },
    // An upgrade or a deletion waits for this connection to close.
    blocking: (_current, _blocked, event) => {
      (event.target as IDBDatabase).close();
      dropConnection();
      // If the database is being deleted, pages must read the outbox again.
      broadcastChange();
    },
    // No broadcast here. A failing disk terminates each new connection, so each
    // broadcast would cause a read, and each read another broadcast.
    terminated: dropConnection,
  });
  // Opening never settles if another tab blocks an upgrade.
  return withTimeout(openTimeout, database, createError).catch((error) => {
    dropConnection();
    throw error;
  });
}

function dropConnection(): void {
  databasePromise = undefined;
}

/**
 * Aborts all transactions and closes the connection, because a frozen page would
 * block other tabs by both. `run` repeats the work after the page has resumed.
 */
function endConnection(): void {
  for (const transaction of activeTransactions) abort(transaction);
  databasePromise?.then((database) => database.close()).catch(() => undefined);
  dropConnection();
}

function abort(transaction: Pick<IDBTransaction, 'abort'>): void {
  try {
    transaction.abort();
  } catch {
    // The transaction has ended or is being committed.
  }
}

function createError(): Error {
  return new Error('The database did not answer in time');
}

export function read<T>(work: TransactionWork<'readonly', T>): Promise<T> {
  return run('readonly', work);
}

/** Stores everything that the work writes, or nothing if the work fails. */
export function write<T>(
  work: TransactionWork<'readwrite', T>,
  options: IDBTransactionOptions = strictDurability,
): Promise<T> {
  return run('readwrite', work, options);
}

/**
 * Runs the work in a transaction, on a new connection if the browser has closed
 * the old one ('connection is closing', 'connection to server lost'). The work
 * may run several times.
 */
async function run<M extends Mode, T>(
  mode: M,
  work: TransactionWork<M, T>,
  options?: IDBTransactionOptions,
  tries = 3,
): Promise<T> {
  const resumption = whenResumed();
  if (resumption) await resumption;
  databasePromise ??= openDatabase();
  const awaitedPromise = databasePromise;
  try {
    return await transact(await awaitedPromise, mode, work, options);
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    // A concurrent transaction may have opened a new connection already.
    if (databasePromise === awaitedPromise) dropConnection();
    if (tries === 1) throw error;
    return run(mode, work, options, tries - 1);
  }
}

function isConnectionLost(error: unknown): boolean {
  return (
    error instanceof DOMException &&
    ['InvalidStateError', 'UnknownError', 'AbortError'].includes(error.name)
  );
}

async function transact<M extends Mode, T>(
  db: IDBPDatabase<Schema>,
  mode: M,
  work: TransactionWork<M, T>,
  options?: IDBTransactionOptions,
): Promise<T> {
  const tx = db.transaction(['submissions', 'receipts'], mode, options);
  // A failed request rejects `done` too, before the code below awaits `done`.
  tx.done.catch(() => undefined);
  activeTransactions.add(tx);
  async function runWork() {
    const result = await work(tx);
    await tx.done;
    return result;
  }
  try {
    return await withTimeout(transactionTimeout, runWork(), createError);
  } catch (error) {
    // Otherwise the browser would commit what the work has already written.
    abort(tx);
    throw error;
  } finally {
    activeTransactions.delete(tx);
  }
}
