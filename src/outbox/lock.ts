/** Milliseconds before a lock is stolen. Most holders release it within 20 s. */
const maxWait = 40_000;

/**
 * Runs the work while no other tab and no worker sends, deletes or begins to
 * edit the submission. Steals the lock of a frozen holder. Runs the work
 * without a lock if the browser lacks or refuses Web Locks.
 */
export async function withLock<T>(id: string, work: () => Promise<T>) {
  const waitController = new AbortController();
  const timer = setTimeout(() => waitController.abort(), maxWait);
  let result: Promise<T> | undefined;
  const begin = () => {
    clearTimeout(timer);
    result ??= work();
    return result;
  };
  const request = async (options: LockOptions) => {
    await navigator.locks.request(`pear-outbox-${id}`, options, begin);
  };
  await request({ signal: waitController.signal })
    .catch(async () => {
      if (waitController.signal.aborted) await request({ steal: true });
    })
    .catch(() => undefined);
  // Starts the work without a lock, unless the work has already started.
  return begin();
}

/** Acquires several locks in sorted order, to avoid a deadlock. */
export function withLocks<T>(
  ids: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const wrapInLock = (inner: () => Promise<T>, id: string) => () =>
    withLock(id, inner);
  return [...ids].sort().reduceRight(wrapInLock, work)();
}
