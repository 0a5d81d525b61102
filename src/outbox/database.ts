import {
  type DBSchema,
  type IDBPDatabase,
  type IDBPTransaction,
  wrap,
} from 'idb';
import { withTimeout } from '../async/timeout.ts';
import type { Platform } from './platform.ts';
import type { OutboxRecord } from './submission.ts';

interface Schema extends DBSchema {
  submissions: { key: string; value: OutboxRecord; indexes: { form: string } };
  /** Receipts, and tombstones, whose ids begin with `tombstonePrefix`. */
  receipts: {
    key: string;
    /** Proof of a submission's end, with the time but without the values. */
    value: { id: string; at: number };
    indexes: { at: number };
  };
}

type Connection = IDBPDatabase<Schema>;
type Mode = 'readonly' | 'readwrite';
type Transaction<M extends Mode> = IDBPTransaction<
  Schema,
  ('submissions' | 'receipts')[],
  M
>;
export type ReadTransaction = Transaction<'readonly'> | WriteTransaction;
export type WriteTransaction = Transaction<'readwrite'>;
type Work<M extends Mode, T> = (tx: Transaction<M>) => Promise<T>;

const openTimeout = 5000;
/** Only a failing disk or browser makes a transaction take longer. */
const transactionTimeout = 10_000;
/** A browser may close the connection at any time, so each transaction tries thrice. */
const maxTries = 3;
/** A power cut must not undo a submission that the page has confirmed. */
const strictDurability = { durability: 'strict' } as const;

export type Database = ReturnType<typeof createDatabase>;

/** Opens the database on first use. Announces each write, and a deletion. */
export function createDatabase(
  name: string,
  platform: Platform,
  announce: () => void,
) {
  let connectionPromise: Promise<Connection> | undefined;
  const activeTransactions = new Set<Pick<IDBTransaction, 'abort'>>();

  platform.onFreeze(endConnection);

  function read<T>(work: Work<'readonly', T>): Promise<T> {
    return run('readonly', work);
  }

  /** Stores everything that the work writes, or nothing if the work fails. */
  async function write<T>(
    work: Work<'readwrite', T>,
    options: IDBTransactionOptions = strictDurability,
  ): Promise<T> {
    const result = await run('readwrite', work, options);
    announce();
    return result;
  }

  /**
   * Runs the work in a transaction, on a new connection if the browser has closed
   * the old one ('connection is closing', 'connection to server lost'). The work
   * may run several times.
   */
  async function run<M extends Mode, T>(
    mode: M,
    work: Work<M, T>,
    options?: IDBTransactionOptions,
  ): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      const resumption = platform.whenResumed();
      if (resumption) await resumption;

      connectionPromise ??= connect();
      const usedPromise = connectionPromise;
      try {
        return await transact(await usedPromise, mode, work, options);
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
        // A concurrent transaction may have opened a new connection already.
        if (connectionPromise === usedPromise) dropConnection();
        if (tries === maxTries) throw error;
      }
    }
  }

  function connect(): Promise<Connection> {
    const opening = open();
    // Opening never settles if another tab blocks an upgrade.
    return limitTime(openTimeout, opening).catch((error) => {
      dropConnection();
      // Nobody uses a connection that opens too late.
      opening.then((connection) => connection.close()).catch(() => undefined);
      throw error;
    });
  }

  async function open(): Promise<Connection> {
    // Opens any version, because a newer release may have been rolled back.
    const request = platform.openDatabase(name);
    request.onupgradeneeded = () => createObjectStores(request.result);
    const connection = (await wrap(request)) as unknown as Connection;

    const { result: database } = request;
    // An upgrade or a deletion waits for this connection to close.
    database.onversionchange = () => {
      database.close();
      dropConnection();
      // If the database is being deleted, pages must read the outbox again.
      announce();
    };
    // No announcement here. A failing disk terminates each new connection, so each
    // announcement would cause a read, and each read another announcement.
    database.onclose = dropConnection;
    return connection;
  }

  async function transact<M extends Mode, T>(
    connection: Connection,
    mode: M,
    work: Work<M, T>,
    options?: IDBTransactionOptions,
  ): Promise<T> {
    const stores: ('submissions' | 'receipts')[] = ['submissions', 'receipts'];
    const tx = connection.transaction(stores, mode, options);
    // A failed request rejects `done` too, before the code below awaits `done`.
    tx.done.catch(() => undefined);
    activeTransactions.add(tx);

    async function runWork() {
      const result = await work(tx);
      await tx.done;
      return result;
    }

    try {
      return await limitTime(transactionTimeout, runWork());
    } catch (error) {
      // Otherwise the browser would commit what the work has already written.
      abort(tx);
      throw error;
    } finally {
      activeTransactions.delete(tx);
    }
  }

  function dropConnection(): void {
    connectionPromise = undefined;
  }

  /**
   * Aborts all transactions and closes the connection, because a frozen page would
   * block other tabs by both. `run` repeats the work after the page has resumed.
   */
  function endConnection(): void {
    for (const transaction of activeTransactions) abort(transaction);
    connectionPromise
      ?.then((connection) => connection.close())
      .catch(() => undefined);
    dropConnection();
  }

  function limitTime<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
    return withTimeout(milliseconds, promise, createTimeoutError, platform);
  }

  return { read, write };
}

function createObjectStores(database: IDBDatabase): void {
  const keyPath = 'id';
  const submissions = database.createObjectStore('submissions', { keyPath });
  submissions.createIndex('form', 'form');
  const receipts = database.createObjectStore('receipts', { keyPath });
  receipts.createIndex('at', 'at');
}

export function isDiskFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

function isConnectionLost(error: unknown): boolean {
  return (
    error instanceof DOMException &&
    ['InvalidStateError', 'UnknownError', 'AbortError'].includes(error.name)
  );
}

function abort(transaction: Pick<IDBTransaction, 'abort'>): void {
  try {
    transaction.abort();
  } catch {
    // The transaction has ended or is being committed.
  }
}

function createTimeoutError(): Error {
  return new Error('The database did not answer in time');
}
