import { createDeferred, type Deferred } from '../async/deferred.ts';
import { requestLock } from '../async/request-lock.ts';

const lockPrefix = 'pear-draft-';
/** Milliseconds after which a page that was about to leave counts as staying. */
const leaveTimeout = 1000;

/** The parts of the browser that locks need. */
export interface LockPlatform {
  locks: Pick<LockManager, 'request' | 'query'> | undefined;
  events: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
}

export type DraftLocks = ReturnType<typeof createDraftLocks>;

/** A lock that this page has requested, until the browser has released it. */
interface OwnLock {
  granted: Deferred<boolean>;
  released: Deferred;
  isReleased: boolean;
}

/**
 * Creates the locks by which each draft belongs to one window. The browser releases the
 * locks of a window that was closed or killed.
 *
 * A page that holds a lock does not enter the back-forward cache: Firefox decides so
 * before `pagehide`, and Chromium evicts the page later. Therefore `beforeunload` releases
 * the locks, and the page requests them again if it stays or comes back. `onLost` gets the id
 * of each requested lock that another window holds.
 */
export function createDraftLocks(
  { locks, events }: LockPlatform,
  onLost: (id: string) => void,
) {
  const ownLocks = new Map<string, OwnLock>();
  let suspendedIds: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Requests the lock of a draft. Resolves with false if another window holds the lock,
   * or if the browser lacks or refuses Web Locks.
   */
  function hold(id: string): Promise<boolean> {
    const knownLock = ownLocks.get(id);
    if (knownLock && !knownLock.isReleased) return knownLock.granted.promise;

    watchUnload();
    const granted = createDeferred<boolean>();
    const released = createDeferred();
    const ownLock = { granted, released, isReleased: false };
    ownLocks.set(id, ownLock);
    void keepUntilReleased(id, ownLock);
    return granted.promise;
  }

  /** Resolves when the browser has released the lock, or has not granted it. */
  async function keepUntilReleased(
    id: string,
    ownLock: OwnLock,
  ): Promise<void> {
    const { granted, released } = ownLock;
    function handleAnswer(lock: Lock | null): Promise<void> | undefined {
      if (!lock) onLost(id);
      granted.resolve(lock !== null);
      return lock ? released.promise : undefined;
    }

    try {
      const options = { ifAvailable: true };
      if (locks)
        await requestLock(locks, lockPrefix + id, options, handleAnswer);
    } catch {
      // Some browsers refuse locks, for example in a private window.
    }
    // The browser may lack or refuse locks. Otherwise this has no effect.
    granted.resolve(false);
    if (ownLocks.get(id) === ownLock) ownLocks.delete(id);
  }

  function release(id: string): void {
    const ownLock = ownLocks.get(id);
    if (!ownLock) return;
    ownLock.isReleased = true;
    ownLock.released.resolve();
  }

  function listUnreleased(): string[] {
    const unreleased = [...ownLocks].filter(([, lock]) => !lock.isReleased);
    return unreleased.map(([id]) => id);
  }

  function watchUnload(): void {
    events.addEventListener('beforeunload', suspend);
    events.addEventListener('pagehide', suspend);
  }

  function suspend(): void {
    suspendedIds.push(...listUnreleased());
    for (const id of suspendedIds) release(id);
    // Without a lock, the listener would only keep older browsers from caching the page.
    events.removeEventListener('beforeunload', suspend);
    clearTimeout(timer);
    timer = setTimeout(resume, leaveTimeout);
  }

  /** Requests the locks again if the visitor has stayed on the page, or comes back. */
  async function resume(): Promise<void> {
    clearTimeout(timer);
    const ids = suspendedIds;
    suspendedIds = [];
    for (const id of ids) await hold(id);
  }

  /** Returns the ids of the drafts that any window holds, this one included. */
  async function listHeld(): Promise<string[]> {
    try {
      const { held = [] } = (await locks?.query()) ?? {};
      return held
        .map(({ name = '' }) => name)
        .filter((name) => name.startsWith(lockPrefix))
        .map((name) => name.slice(lockPrefix.length));
    } catch {
      return [];
    }
  }

  return {
    hold,
    release,
    releaseAll(): void {
      suspendedIds = [];
      for (const id of ownLocks.keys()) release(id);
    },
    resume,
    listHeld,
    /** Returns the ids of the drafts that other windows hold. */
    async listElsewhere(): Promise<string[]> {
      // The browser may answer with a lock that this page releases meanwhile.
      const ownIds = new Set(ownLocks.keys());
      return (await listHeld()).filter((id) => !ownIds.has(id));
    },
  };
}
