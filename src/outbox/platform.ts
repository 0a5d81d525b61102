import {
  browserDatabasePlatform,
  type DatabasePlatform,
} from '../async/indexed-db.ts';
import { requestLock } from '../async/request-lock.ts';

/** What the outbox uses of a browser. A test passes its own. */
export interface Platform extends DatabasePlatform {
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

  logError(line: string): void;
}

export type Channel = Pick<BroadcastChannel, 'postMessage' | 'onmessage'>;

/** Reads each global when it is used, because a browser may throw at the access. */
export const browserPlatform: Platform = {
  ...browserDatabasePlatform,
  requestLock: async (name, options, work) =>
    requestLock(navigator.locks, name, options, work),
  openChannel: (name) => new BroadcastChannel(name),

  now: () => Date.now(),
  elapsed: () => performance.now(),
  random: () => Math.random(),

  logError: (line) => console.error(line),
};
