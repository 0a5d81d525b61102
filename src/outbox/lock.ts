import { lockName } from './messages.ts';

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

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}
