type LockCallback = (lock: { name: string } | null) => unknown;
interface LockRequest {
  owner: object;
  begin(): void;
  lose(reason: Error): void;
}

/** Creates a fake of Web Locks, with exclusive locks, for several processes. */
export function createLocks() {
  /** The requests of each lock, in order. The first request holds the lock. */
  const queues = new Map<string, LockRequest[]>();
  /** Former holders that still run after another process stole their lock. */
  const formerHolders = new Map<LockRequest, string>();
  const stolenLockNames = new Set<string>();

  function dequeue(queue: LockRequest[], request: LockRequest) {
    formerHolders.delete(request);
    const index = queue.indexOf(request);
    if (index >= 0) queue.splice(index, 1);
    if (index === 0) queue[0]?.begin();
  }

  /** Releases all locks of a process that was killed. */
  function releaseLocks(owner: object) {
    for (const queue of queues.values()) {
      const ownRequests = queue.filter((request) => request.owner === owner);
      for (const request of ownRequests.reverse()) dequeue(queue, request);
    }
  }

  /** Returns the processes that still run after the lock was stolen from them. */
  function findFormerOwners(name: string): Set<object> {
    const matchingEntries = [...formerHolders].filter(
      ([, lost]) => lost === name,
    );
    return new Set(matchingEntries.map(([{ owner }]) => owner));
  }

  /** Returns a LockManager for one process. */
  function createLockManager(owner: object = {}) {
    function request(name: string, options: LockOptions, work: LockCallback) {
      const { ifAvailable, mode, steal, signal } = options;
      const queue = queues.get(name) ?? [];
      queues.set(name, queue);
      return new Promise((resolve, reject) => {
        const lockRequest: LockRequest = {
          owner,
          lose: reject,
          begin: () =>
            void Promise.resolve({ name })
              .then(work)
              .then(resolve, reject)
              .finally(() => dequeue(queue, lockRequest)),
        };
        if (ifAvailable && queue.length > 0) return resolve(work(null));
        // Nobody waits for a shared lock, which is held for a moment only.
        if (mode === 'shared') return resolve(work({ name }));
        const formerHolder = steal && queue.shift();
        if (formerHolder) {
          formerHolder.lose(new DOMException('Stolen', 'AbortError'));
          formerHolders.set(formerHolder, name);
          stolenLockNames.add(name);
        }
        if (steal) queue.unshift(lockRequest);
        else queue.push(lockRequest);
        if (queue[0] === lockRequest) lockRequest.begin();
        signal?.addEventListener('abort', () => {
          if (queue.indexOf(lockRequest) <= 0) return;
          dequeue(queue, lockRequest);
          reject(signal.reason);
        });
      });
    }
    return { request };
  }

  return { createLockManager, findFormerOwners, stolenLockNames, releaseLocks };
}
