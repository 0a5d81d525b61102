import type { Platform } from './platform.ts';

/** Milliseconds before a lock is stolen. Most holders release it within 20 s. */
const maxWait = 40_000;

export type Locks = ReturnType<typeof createLocks>;

/**
 * Each submission has two Web Locks. One is held while the submission is sent, deleted
 * or replaced. The other is held by the page that edits it, until the page closes.
 */
export function createLocks(name: string, platform: Platform) {
  /**
   * Runs the work while no other tab and no worker sends, deletes or begins to
   * edit the submission. Steals the lock of a frozen holder. Runs the work
   * without a lock if the browser lacks or refuses Web Locks.
   */
  async function hold<T>(id: string, work: () => Promise<T>): Promise<T> {
    const waitController = new AbortController();
    const timer = platform.setTimeout(() => waitController.abort(), maxWait);
    let result: Promise<T> | undefined;

    function begin(): Promise<T> {
      platform.clearTimeout(timer);
      result ??= work();
      return result;
    }

    async function request(options: LockOptions): Promise<void> {
      await platform.requestLock(`${name}-outbox-${id}`, options, begin);
    }

    await request({ signal: waitController.signal })
      .catch(async () => {
        if (waitController.signal.aborted) await request({ steal: true });
      })
      .catch(() => undefined);
    // Starts the work without a lock, unless the work has already started.
    return begin();
  }

  /** Acquires several locks in sorted order, to avoid a deadlock. */
  function holdAll<T>(
    ids: readonly string[],
    work: () => Promise<T>,
  ): Promise<T> {
    const wrapInLock = (inner: () => Promise<T>, id: string) => () =>
      hold(id, inner);
    return [...ids].sort().reduceRight(wrapInLock, work)();
  }

  /**
   * Prevents delivery of a submission until the page releases the lock or closes.
   * Steals the lock from another page that edits the submission. Resolves with the
   * function that releases the lock. Calls `onEnd` if the lock is released or stolen.
   * Without Web Locks the submission may be sent during the edit.
   */
  function takeEdit(
    id: string,
    onEnd: (release: () => Promise<void>) => void = () => undefined,
  ): Promise<() => Promise<void>> {
    return new Promise((resolve) => {
      let signalRelease: () => void = () => undefined;
      const releasePromise = new Promise<void>((resolve) => {
        signalRelease = resolve;
      });

      async function release(): Promise<void> {
        signalRelease();
        await lockRequest;
      }

      function keepLock(): Promise<void> {
        resolve(release);
        return releasePromise;
      }

      const lockRequest: Promise<void> = platform
        .requestLock(getEditLockName(id), { steal: true }, keepLock)
        // Another page has stolen the lock, or the browser refuses locks.
        .catch(() => resolve(release))
        .then(() => onEnd(release));
    });
  }

  function isEdited(id: string): Promise<boolean> {
    const isHeldElsewhere = async (lock: Lock | null) => lock === null;
    return platform
      .requestLock(getEditLockName(id), { ifAvailable: true }, isHeldElsewhere)
      .catch(() => false);
  }

  function getEditLockName(id: string): string {
    return `${name}-edit-${id}`;
  }

  return { hold, holdAll, takeEdit, isEdited };
}
