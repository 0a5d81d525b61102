import {
  type DBSchema,
  type IDBPDatabase,
  type IDBPTransaction,
  type StoreNames,
  wrap,
} from 'idb';
import { onFreeze, whenResumed } from './page-freeze.ts';
import { type Timers, withTimeout } from './timeout.ts';

// A connection to a database while the page or the worker runs. It opens at the
// first use, and again after the browser has closed it. It never blocks another tab: it
// closes before the browser freezes the page, and when another tab upgrades or deletes the
// database. Opening and each transaction have a time limit, so that nothing waits forever.

type Mode = 'readonly' | 'readwrite';

/** A transaction that sees all stores of the schema. */
export type Transaction<
  Schema extends DBSchema,
  M extends Mode,
> = IDBPTransaction<Schema, StoreNames<Schema>[], M>;

type Work<Schema extends DBSchema, M extends Mode, T> = (
  tx: Transaction<Schema, M>,
) => Promise<T>;

interface ConnectionOptions<Schema extends DBSchema> {
  /** Of the database. */
  name: string;
  stores: StoreNames<Schema>[];
  /** Creates the stores in a new database. */
  createStores(database: IDBDatabase): void;
  /** Called when a write has committed, and before another tab deletes the database. */
  onChange?: () => void;
  platform?: DatabasePlatform;
}

/** What a connection uses of a browser. */
export interface DatabasePlatform extends Timers {
  /**
   * Opens the database in the version that it has, and creates it in version 1. Throws
   * if the browser lacks or forbids IndexedDB.
   */
  openDatabase(name: string): IDBOpenDBRequest;
  /** Calls the listener when the browser is about to freeze the page. */
  onFreeze(listener: () => void): void;
  /** Returns undefined, or in a frozen page a promise that resolves when it resumes. */
  whenResumed(): Promise<void> | undefined;
}

export const browserDatabasePlatform: DatabasePlatform = {
  openDatabase: (name) => indexedDB.open(name),
  setTimeout: (work, milliseconds) => setTimeout(work, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer),
  onFreeze,
  whenResumed,
};

const openTimeout = 5000;
/** Only a failing disk or browser makes a transaction take longer. */
const transactionTimeout = 10_000;
/** A browser may close the connection at any time, so each transaction tries thrice. */
const maxTries = 3;
/** A power cut must not undo what the page has confirmed. */
const strictDurability = { durability: 'strict' } as const;

export function createConnection<Schema extends DBSchema>({
  name,
  stores,
  createStores,
  onChange = () => undefined,
  platform = browserDatabasePlatform,
}: ConnectionOptions<Schema>) {
  type Database = IDBPDatabase<Schema>;

  let currentConnection: Promise<Database> | undefined;
  const activeTransactions = new Set<Pick<IDBTransaction, 'abort'>>();

  platform.onFreeze(disconnect);

  function read<T>(work: Work<Schema, 'readonly', T>): Promise<T> {
    return run('readonly', work);
  }

  /** Stores everything that the work writes, or nothing if the work fails. */
  async function write<T>(
    work: Work<Schema, 'readwrite', T>,
    options: IDBTransactionOptions = strictDurability,
  ): Promise<T> {
    const result = await run('readwrite', work, options);
    onChange();
    return result;
  }

  /**
   * Runs the work in a transaction, on a new connection if the browser has closed
   * the old one ('connection is closing', 'connection to server lost'). The work
   * may run several times.
   */
  async function run<M extends Mode, T>(
    mode: M,
    work: Work<Schema, M, T>,
    options?: IDBTransactionOptions,
  ): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      const resumption = platform.whenResumed();
      if (resumption) await resumption;

      currentConnection ??= connect();
      const connection = currentConnection;
      try {
        return await transact(await connection, mode, work, options);
      } catch (error) {
        const isLost = isConnectionLost(error);
        if (isLost || error instanceof TimeoutError) drop(connection);
        if (!isLost || tries === maxTries) throw error;
      }
    }
  }

  function connect(): Promise<Database> {
    const opening = open(() => drop(connection));
    // Opening never settles if another tab blocks an upgrade.
    const connection = limitTime(openTimeout, opening).catch((error) => {
      drop(connection);
      // Nobody uses a connection that opens too late.
      opening.then((database) => database.close()).catch(() => undefined);
      throw error;
    });
    return connection;
  }

  async function open(onClosed: () => void): Promise<Database> {
    // Opens any version, because a newer release may have been rolled back.
    const request = platform.openDatabase(name);
    request.onupgradeneeded = () => createStores(request.result);
    const database = (await wrap(request)) as unknown as Database;

    const unwrapped = request.result;
    // An upgrade or a deletion waits for this connection to close.
    unwrapped.onversionchange = () => {
      unwrapped.close();
      onClosed();
      onChange();
    };
    // No call of `onChange` here. A failing disk closes each new connection, and a
    // listener that reads would open the next one.
    unwrapped.onclose = onClosed;
    return database;
  }

  async function transact<M extends Mode, T>(
    database: Database,
    mode: M,
    work: Work<Schema, M, T>,
    options?: IDBTransactionOptions,
  ): Promise<T> {
    const tx = database.transaction(stores, mode, options);
    // A failed request rejects `done` too, before the code below awaits `done`.
    tx.done.catch(() => undefined);
    activeTransactions.add(tx);

    async function runWork(): Promise<T> {
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

  /** Makes the next transaction connect, unless another one has done so already. */
  function drop(connection: Promise<Database>): void {
    if (currentConnection === connection) currentConnection = undefined;
    // A connection that hangs would block another tab.
    connection.then((database) => database.close()).catch(() => undefined);
  }

  /**
   * Aborts all transactions and closes the connection. In a frozen page, both would
   * block other tabs. `run` repeats the work after the page has resumed.
   */
  function disconnect(): void {
    for (const tx of activeTransactions) abort(tx);
    if (currentConnection) drop(currentConnection);
  }

  function limitTime<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
    return withTimeout(milliseconds, promise, createTimeoutError, platform);
  }

  return { read, write };
}

/** The name is AbortError if the browser, or `disconnect`, has aborted a transaction. */
function isConnectionLost(error: unknown): boolean {
  return (
    error instanceof DOMException &&
    ['InvalidStateError', 'UnknownError', 'AbortError'].includes(error.name)
  );
}

function abort(tx: Pick<IDBTransaction, 'abort'>): void {
  try {
    tx.abort();
  } catch {
    // The transaction has ended or is being committed.
  }
}

class TimeoutError extends Error {}

function createTimeoutError(): Error {
  return new TimeoutError('The database did not answer in time');
}
