/** Most holders end within 20 s. Two at once do no harm: the id is the same. */
const longestWait = 40_000;

/**
 * Runs the work while nobody else, in any tab or in the worker, sends this
 * submission, discards it, replaces it or begins to edit it: or what the page
 * says was discarded could still arrive. Where the browser lacks or refuses
 * locks, or the holder is frozen, the work goes ahead.
 */
export async function whileLocked<T>(
  id: string,
  work: () => Promise<T>,
): Promise<T> {
  const wait = new AbortController();
  const limit = setTimeout(() => wait.abort(), longestWait);
  let working: Promise<T> | undefined;
  const begin = () => {
    clearTimeout(limit);
    working ??= work();
    return working;
  };
  const request = async (options: LockOptions) => {
    await navigator.locks.request(`pear-outbox-${id}`, options, begin);
  };
  await request({ signal: wait.signal })
    .catch(async () => {
      if (wait.signal.aborted) await request({ steal: true });
    })
    .catch(() => undefined);
  // The work's own end, whatever became of the lock.
  return begin();
}

/** The same for several; all take them in one order, so nobody waits in a ring. */
export function whileAllLocked<T>(
  ids: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const inner = (next: () => Promise<T>, id: string) => () =>
    whileLocked(id, next);
  return [...ids].sort().reduceRight(inner, work)();
}
