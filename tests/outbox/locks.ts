type Work = (lock: { name: string } | null) => unknown;
interface Request {
  owner: object;
  begin(): void;
  lose(reason: Error): void;
}

/** Creates a fake of Web Locks, with exclusive locks, for several processes. */
export function createLocks() {
  /** The requests of each lock, in order. The first request holds the lock. */
  const queues = new Map<string, Request[]>();
  /** Former holders that still run after another process stole their lock. */
  const robbed = new Map<Request, string>();
  const stolen = new Set<string>();

  function leave(queue: Request[], request: Request) {
    robbed.delete(request);
    const place = queue.indexOf(request);
    if (place >= 0) queue.splice(place, 1);
    if (place === 0) queue[0]?.begin();
  }

  /** Releases all locks of a process that was killed. */
  function release(owner: object) {
    for (const queue of queues.values()) {
      const owned = queue.filter((request) => request.owner === owner);
      for (const request of owned.reverse()) leave(queue, request);
    }
    for (const request of robbed.keys())
      if (request.owner === owner) robbed.delete(request);
  }

  /** Returns the processes that still run after the lock was stolen from them. */
  function robbedOf(name: string): Set<object> {
    const found = [...robbed].filter(([, lost]) => lost === name);
    return new Set(found.map(([{ owner }]) => owner));
  }

  /** Returns a LockManager for one process. */
  function locksOf(owner: object = {}) {
    function request(name: string, options: LockOptions, work: Work) {
      const { ifAvailable, steal, signal } = options;
      const queue = queues.get(name) ?? [];
      queues.set(name, queue);
      return new Promise((resolve, reject) => {
        const added: Request = {
          owner,
          lose: reject,
          begin: () =>
            void Promise.resolve({ name })
              .then(work)
              .then(resolve, reject)
              .finally(() => leave(queue, added)),
        };
        if (ifAvailable && queue.length > 0) return resolve(work(null));
        const loser = steal && queue.shift();
        if (loser) {
          loser.lose(new DOMException('Stolen', 'AbortError'));
          robbed.set(loser, name);
          stolen.add(name);
        }
        if (steal) queue.unshift(added);
        else queue.push(added);
        if (queue[0] === added) added.begin();
        signal?.addEventListener('abort', () => {
          if (queue.indexOf(added) <= 0) return;
          leave(queue, added);
          reject(signal.reason);
        });
      });
    }
    return { request };
  }

  return { locksOf, robbedOf, stolen, release };
}
