const lockName = 'pear-outbox';
/** With a submission's id: the lock of the page that edits it. */
const editLockPrefix = 'pear-edit-';
/** Most holders end within 20 s. Two at once do no harm: the id is the same. */
const longestWait = 40_000;

/**
 * Runs the work while nobody else delivers, in any tab or in the worker. It saves
 * needless requests, since what is sent twice has the same id, and forgetting
 * waits for what is being sent.
 */
export function whileNobodyDelivers<T>(work: () => Promise<T>): Promise<T> {
  return exclusively(lockName, work);
}

/**
 * Runs the work while nobody else sends this submission, discards it, replaces it
 * or begins to edit it: or what the page says was discarded could still arrive.
 */
export function whileNobodySends<T>(
  id: string,
  work: () => Promise<T>,
): Promise<T> {
  return exclusively(`${lockName}-${id}`, work);
}

/** Where there are no locks, or the holder is frozen, the work goes ahead. */
async function exclusively<T>(
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const { locks } = navigator;
  if (!locks) return work();
  const wait = new AbortController();
  const limit = setTimeout(() => wait.abort(), longestWait);
  const begin = () => {
    clearTimeout(limit);
    return work();
  };
  try {
    return await locks.request(name, { signal: wait.signal }, begin);
  } catch (error) {
    if (!wait.signal.aborted) throw error;
    return locks.request(name, { steal: true }, work);
  } finally {
    clearTimeout(limit);
  }
}

/**
 * Keeps a submission from being sent until the given function is called, or
 * the page is gone: a lock needs no renewal, which a sleeping device would
 * miss. It is taken from whoever holds it; `onEnd` is called when this hold
 * ends, however it does. Where there are no locks nothing is held back.
 */
export function hold(
  id: string,
  onEnd: () => void = () => undefined,
): Promise<() => Promise<void>> {
  const { locks } = navigator;
  return new Promise((held) => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const end = async () => {
      release();
      await holding;
    };
    const take = () => {
      held(end);
      return released;
    };
    const options = { steal: true };
    const request = locks
      ? locks.request(editLockPrefix + id, options, take)
      : take();
    const holding: Promise<void> = request
      // Another page has taken it, or this browser forbids locks here.
      .catch(() => held(end))
      .then(onEnd);
  });
}

/** Whether some page edits the submission. */
export async function isHeld(id: string): Promise<boolean> {
  const { locks } = navigator;
  if (!locks) return false;
  const options = { ifAvailable: true };
  return locks.request(editLockPrefix + id, options, (lock) => lock === null);
}
