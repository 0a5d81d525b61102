const prefix = 'pear-draft-';
/** Milliseconds after which a page that was about to leave counts as staying. */
const leaveTimeout = 1000;

/** The parts of the browser that locks need. */
export interface LockPlatform {
  locks: Pick<LockManager, 'request' | 'query'> | undefined;
  events: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
}

/** A lock that this page holds or has requested. */
interface HeldLock {
  isHeld: Promise<boolean>;
  release(): void;
}

/**
 * Creates the locks by which each draft belongs to one window. The browser releases the
 * locks of a window that was closed or killed.
 *
 * A page that holds a lock does not enter the back-forward cache: Firefox decides so
 * before `pagehide`, and Chromium evicts the page later. So `beforeunload` releases the
 * locks, and the page requests them again if it stays or comes back. `onLost` then gets
 * the id of each draft that another window has taken over.
 */
export function createDraftLocks(
  { locks, events }: LockPlatform,
  onLost: (id: string) => void,
) {
  const heldLocks = new Map<string, HeldLock>();
  /** Ids of the locks that this page holds, or is about to have released. */
  const ownIds = new Set<string>();
  let suspendedIds: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Requests the lock of a draft. Resolves with false if another window holds the lock,
   * or if the browser lacks or refuses Web Locks.
   */
  function hold(id: string): Promise<boolean> {
    const knownLock = heldLocks.get(id);
    if (knownLock) return knownLock.isHeld;

    let release: () => void = () => undefined;
    const releasePromise = new Promise<void>((resolve) => {
      release = resolve;
    });
    const isHeld = new Promise<boolean>((resolve) => {
      const keepUntilReleased = (lock: Lock | null) => {
        resolve(lock !== null);
        if (lock) ownIds.add(id);
        return lock ? releasePromise : undefined;
      };
      const options = { ifAvailable: true };
      // Some browsers refuse locks, for example in a private window.
      requestLock(prefix + id, options, keepUntilReleased)
        .catch(() => undefined)
        .then(() => {
          if (!heldLocks.has(id)) ownIds.delete(id);
          resolve(false);
        });
    });
    heldLocks.set(id, { isHeld, release });
    watchUnload();
    void isHeld.then((isAvailable) => {
      if (!isAvailable) heldLocks.delete(id);
    });
    return isHeld;
  }

  /** Rejects, instead of throwing, if the browser refuses locks. */
  async function requestLock(...args: Parameters<LockManager['request']>) {
    await locks?.request(...args);
  }

  async function queryLocks(): Promise<LockManagerSnapshot> {
    return (await locks?.query()) ?? {};
  }

  function release(id: string): void {
    heldLocks.get(id)?.release();
    heldLocks.delete(id);
  }

  function watchUnload(): void {
    events.addEventListener('beforeunload', suspend);
    events.addEventListener('pagehide', suspend);
  }

  function suspend(): void {
    suspendedIds.push(...heldLocks.keys());
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
    for (const id of ids) {
      if (!(await hold(id))) onLost(id);
    }
  }

  /** Returns the ids of the drafts that any window holds. */
  async function listHeld(): Promise<string[]> {
    const { held = [] } = await queryLocks().catch(() => ({ held: [] }));
    return held
      .map(({ name = '' }) => name)
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(prefix.length));
  }

  return {
    hold,
    release,
    releaseAll(): void {
      suspendedIds = [];
      for (const id of [...heldLocks.keys()]) release(id);
    },
    resume,
    listHeld,
    /** Returns the ids of the drafts that other windows hold. */
    async listElsewhere(): Promise<string[]> {
      // The browser may answer with a lock that this page releases meanwhile.
      const earlierIds = new Set(ownIds);
      const heldIds = await listHeld();
      return heldIds.filter((id) => !ownIds.has(id) && !earlierIds.has(id));
    },
  };
}
