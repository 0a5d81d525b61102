import { editLockPrefix, lockName } from './messages.ts';

/** A holder sends for 20 s at the most; after this it must be frozen. */
const longestWait = 40_000;

/**
 * Runs the work while nobody else delivers, in any tab or in the worker.
 * Correctness rests on the ids; the lock only saves needless requests, so
 * where there are no locks, or the holder is frozen, the work goes ahead.
 */
export async function exclusively<T>(work: () => Promise<T>): Promise<T> {
  const { locks } = navigator;
  if (!locks) return work();
  const wait = AbortSignal.timeout(longestWait);
  try {
    return await locks.request(lockName, { signal: wait }, work);
  } catch (error) {
    if (!wait.aborted || !isTimeout(error)) throw error;
    return locks.request(lockName, { steal: true }, work);
  }
}

/**
 * Keeps a submission from being sent until the given function is called, or
 * the page is gone: a lock needs no renewal, which a sleeping device would miss.
 * Whoever holds it already loses it. Where there are no locks nothing is kept.
 */
export function hold(id: string): Promise<() => Promise<void>> {
  return new Promise((held) => {
    const { locks } = navigator;
    if (!locks) return held(async () => undefined);
    const holding: Promise<void> = locks
      .request(editLockPrefix + id, { steal: true }, () => {
        return new Promise<void>((letGo) => {
          held(() => {
            letGo();
            return holding;
          });
        });
      })
      // Another page has it now; or none may have locks here.
      .catch(() => held(async () => undefined));
  });
}

/** Whether some page holds the submission. */
export async function isHeld(id: string): Promise<boolean> {
  const { locks } = navigator;
  if (!locks) return false;
  const options = { ifAvailable: true };
  return locks.request(editLockPrefix + id, options, (lock) => lock === null);
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}
