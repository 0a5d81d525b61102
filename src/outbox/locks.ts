import { createDeferred } from '../async/deferred.ts';
import type { Platform } from './platform.ts';

/** Milliseconds before a lock is stolen. Most holders release it within 20 s. */
const maxWait = 40_000;
/** The same for the place in the line, which those before may need for several waits. */
const maxLineWait = 120_000;

export type Locks = ReturnType<typeof createLocks>;

/** Holds a submission back while its visitor edits it. */
export interface EditLock {
  /** Resolves when the lock was released or stolen. Then the submission may be sent. */
  ended: Promise<void>;
  release(): Promise<void>;
}

/**
 * Each submission has three Web Locks:
 *
 * - `outbox`: held while the submission is sent, deleted or replaced.
 * - `line`: held by the first of those that wait for `outbox`.
 * - `edit`: held by the page that edits the submission, at most until the page closes.
 */
export function createLocks(name: string, platform: Platform) {
  /**
   * Runs the work while no other tab and no worker sends, deletes or begins to
   * edit the submission. Of several that wait, only the first requests the lock, so that
   * only one steals it from a frozen holder.
   */
  async function hold<T>(id: string, work: () => Promise<T>): Promise<T> {
    const leaveLine = await waitInLine(id);
    return takeOrSteal(`${name}-outbox-${id}`, maxWait, () => {
      leaveLine();
      return work();
    });
  }

  /** Resolves at the head of the line, with a function that lets the next one advance. */
  function waitInLine(id: string): Promise<() => void> {
    return new Promise((resolve) => {
      void takeOrSteal(`${name}-line-${id}`, maxLineWait, () => {
        const left = createDeferred();
        resolve(left.resolve);
        return left.promise;
      });
    });
  }

  /**
   * Runs the work with a lock. Steals the lock of a frozen holder. Runs the work
   * without a lock if the browser lacks or refuses Web Locks.
   */
  async function takeOrSteal<T>(
    lockName: string,
    limit: number,
    work: () => Promise<T>,
  ): Promise<T> {
    const waitController = new AbortController();
    const timer = platform.setTimeout(() => waitController.abort(), limit);
    let result: Promise<T> | undefined;

    function beginOnce(): Promise<T> {
      platform.clearTimeout(timer);
      result ??= work();
      return result;
    }

    async function request(options: LockOptions): Promise<void> {
      await platform.requestLock(lockName, options, beginOnce);
    }

    async function requestOrSteal(): Promise<void> {
      try {
        await request({ signal: waitController.signal });
      } catch (error) {
        if (!waitController.signal.aborted) throw error;
        // The former holder goes on. That is harmless at the server, which gets the same id.
        await request({ steal: true });
      }
    }

    // Rejects if the work fails, if the browser refuses locks, or if another page has
    // stolen the lock. In the first and the last case the work has begun.
    await requestOrSteal().catch(() => undefined);
    // Returns the running work, or starts it without a lock.
    return beginOnce();
  }

  /** Acquires several locks in sorted order, to avoid a deadlock. */
  function holdAll<T>(
    ids: readonly string[],
    work: () => Promise<T>,
  ): Promise<T> {
    const sortedIds = [...new Set(ids)].sort();

    function holdFrom(index: number): Promise<T> {
      const id = sortedIds[index];
      return id === undefined ? work() : hold(id, () => holdFrom(index + 1));
    }

    return holdFrom(0);
  }

  /**
   * Prevents delivery of a submission until the page releases the lock or closes.
   * Steals the lock from another page that edits the submission. Without Web Locks
   * the submission may be sent during the edit.
   */
  async function takeEdit(id: string): Promise<EditLock> {
    const granted = createDeferred();
    const released = createDeferred();

    const ended = platform
      .requestLock(getEditLockName(id), { steal: true }, () => {
        granted.resolve();
        return released.promise;
      })
      // Another page has stolen the lock, or the browser refuses locks.
      .catch(() => granted.resolve());

    await granted.promise;
    return {
      ended,
      release() {
        released.resolve();
        return ended;
      },
    };
  }

  function isEdited(id: string): Promise<boolean> {
    // In mode 'shared', checks by several tabs and the worker do not block each other.
    const options = { mode: 'shared', ifAvailable: true } as const;
    return platform
      .requestLock(getEditLockName(id), options, async (lock) => lock === null)
      .catch(() => false);
  }

  function getEditLockName(id: string): string {
    return `${name}-edit-${id}`;
  }

  return { hold, holdAll, takeEdit, isEdited };
}
