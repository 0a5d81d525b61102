type Work = (lock: { name: string } | null) => unknown;
interface Asked {
  owner: object;
  begin(): void;
  lose(reason: Error): void;
}

/**
 * Web Locks as a device has them, exclusive ones alone: requests wait in the order
 * of asking, can be given up and can steal. `release` is what the browser does
 * where a page or worker ends: its locks are free, and it waits for no other.
 */
export function createLocks() {
  /** Who has asked for each; the first one has it. */
  const queues = new Map<string, Asked[]>();
  /** Holders that go on with their work although they have lost the lock. */
  const overtaken = new Map<Asked, string>();
  const stolen = new Set<string>();

  function leave(queue: Asked[], asked: Asked) {
    overtaken.delete(asked);
    const place = queue.indexOf(asked);
    if (place >= 0) queue.splice(place, 1);
    if (place === 0) queue[0]?.begin();
  }

  function release(owner: object) {
    for (const queue of queues.values()) {
      const own = queue.filter((asked) => asked.owner === owner);
      for (const asked of own.reverse()) leave(queue, asked);
    }
    for (const asked of overtaken.keys())
      if (asked.owner === owner) overtaken.delete(asked);
  }

  /** The pages and workers that go on with work for which they lost this lock. */
  function overtakenOf(name: string): Set<object> {
    const found = [...overtaken].filter(([, lost]) => lost === name);
    return new Set(found.map(([{ owner }]) => owner));
  }

  /** As one page or worker sees them. */
  function locksOf(owner: object = {}) {
    function request(name: string, options: LockOptions, work: Work) {
      const { ifAvailable, steal, signal } = options;
      const queue = queues.get(name) ?? [];
      queues.set(name, queue);
      return new Promise((resolve, reject) => {
        const asked: Asked = {
          owner,
          lose: reject,
          begin: () =>
            void Promise.resolve({ name })
              .then(work)
              .then(resolve, reject)
              .finally(() => leave(queue, asked)),
        };
        if (ifAvailable && queue.length > 0) return resolve(work(null));
        if (steal) {
          const loser = queue.shift();
          loser?.lose(new DOMException('Stolen', 'AbortError'));
          if (loser) overtaken.set(loser, name);
          if (loser) stolen.add(name);
          queue.unshift(asked);
        } else {
          queue.push(asked);
        }
        if (queue[0] === asked) asked.begin();
        signal?.addEventListener('abort', () => {
          if (queue.indexOf(asked) <= 0) return;
          leave(queue, asked);
          reject(signal.reason);
        });
      });
    }
    return { request };
  }

  return { locksOf, overtakenOf, stolen, release };
}

export type Locks = ReturnType<ReturnType<typeof createLocks>['locksOf']>;
