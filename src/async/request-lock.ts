import { wait } from './timeout.ts';

/** How often a lock is requested if the page is paused each time. */
const maxRequests = 5;

/**
 * Requests a Web Lock. If the page is paused when its turn comes, for example because it
 * opens a window that a debugger holds, Chromium rejects the request without calling
 * `work`. The request is then repeated when the page goes on.
 */
export async function requestLock<T>(
  locks: Pick<LockManager, 'request'>,
  name: string,
  options: LockOptions,
  work: (lock: Lock | null) => T | Promise<T>,
): Promise<T> {
  let hasBegun = false;
  function begin(lock: Lock | null): T | Promise<T> {
    hasBegun = true;
    return work(lock);
  }

  for (let requests = 1; ; requests += 1) {
    try {
      return (await locks.request(name, options, begin)) as T;
    } catch (error) {
      // A refusal by the browser is a DOMException, which has another name.
      const wasPaused = !hasBegun && Object(error).name === 'Error';
      if (!wasPaused || requests === maxRequests) throw error;
    }
    // A paused page runs no timers.
    await wait(0);
  }
}
