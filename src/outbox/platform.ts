import { onFreeze, whenResumed } from '../async/page-freeze.ts';

/** What the outbox uses of a browser. A test passes its own. */
export interface Platform {
  /** Opens the database in the version that it has, and creates it in version 1. */
  openDatabase(name: string): IDBOpenDBRequest;
  /** Rejects in a browser that lacks or refuses Web Locks. */
  requestLock<T>(
    name: string,
    options: LockOptions,
    work: (lock: Lock | null) => Promise<T>,
  ): Promise<T>;
  /** Throws in a browser that lacks or forbids BroadcastChannel. */
  openChannel(name: string): Channel;

  /** The time of the device's clock, which may be wrong. */
  now(): number;
  /** Milliseconds since the page or the worker has started. */
  elapsed(): number;
  /** A number from 0 to 1. */
  random(): number;
  setTimeout(work: () => void, milliseconds: number): Timer;
  clearTimeout(timer: Timer | undefined): void;

  /** Calls the listener when the browser is about to freeze the page. */
  onFreeze(listener: () => void): void;
  /** Returns undefined, or in a frozen page a promise that resolves when it resumes. */
  whenResumed(): Promise<void> | undefined;

  logError(line: string): void;
}

export type Channel = Pick<BroadcastChannel, 'postMessage' | 'onmessage'>;

/** A number in a browser, and an object in Node. */
export type Timer = ReturnType<typeof setTimeout>;

/** Reads each global when it is used, because a browser may throw at the access. */
export const browserPlatform: Platform = {
  openDatabase: (name) => indexedDB.open(name),
  requestLock: async (name, options, work) =>
    navigator.locks.request(name, options, work),
  openChannel: (name) => new BroadcastChannel(name),

  now: () => Date.now(),
  elapsed: () => performance.now(),
  random: () => Math.random(),
  setTimeout: (work, milliseconds) => setTimeout(work, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer),

  onFreeze,
  whenResumed,

  logError: (line) => console.error(line),
};
