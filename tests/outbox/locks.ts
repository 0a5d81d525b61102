interface Options {
  ifAvailable?: boolean;
  steal?: boolean;
  signal?: AbortSignal;
}
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
  const holders = new Map<string, Asked>();
  const queues = new Map<string, Asked[]>();

  function hold(name: string, asked: Asked) {
    holders.set(name, asked);
    asked.begin();
  }

  function free(name: string, asked: Asked) {
    // Else it has been stolen.
    if (holders.get(name) !== asked) return;
    holders.delete(name);
    const next = queues.get(name)?.shift();
    if (next) hold(name, next);
  }

  function release(owner: object) {
    for (const [name, queue] of queues) {
      queues.set(
        name,
        queue.filter((asked) => asked.owner !== owner),
      );
    }
    for (const [name, asked] of holders) {
      if (asked.owner === owner) free(name, asked);
    }
  }

  function request(owner: object, name: string, options: Options, work: Work) {
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
            .finally(() => free(name, asked)),
      };
      const holder = holders.get(name);
      if (steal) {
        holder?.lose(new DOMException('Stolen', 'AbortError'));
        hold(name, asked);
      } else if (!holder) {
        hold(name, asked);
      } else if (ifAvailable) {
        resolve(work(null));
      } else {
        queue.push(asked);
        signal?.addEventListener('abort', () => {
          const place = queue.indexOf(asked);
          if (place === -1) return;
          queue.splice(place, 1);
          reject(signal.reason);
        });
      }
    });
  }

  /** As one page or worker sees them. */
  function locksOf(owner: object = {}) {
    return {
      request: (name: string, options: Options, work: Work) =>
        request(owner, name, options, work),
    };
  }

  return { locksOf, release };
}

export type Locks = ReturnType<ReturnType<typeof createLocks>['locksOf']>;
