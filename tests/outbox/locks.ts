interface Options {
  ifAvailable?: boolean;
  steal?: boolean;
  signal?: AbortSignal;
}
type Work = (lock: object | null) => unknown;

/** Web Locks as far as the outbox uses them, with waiting, abort and steal. */
export function createLocks() {
  /** How each name's holder is told that it has lost it. */
  const holders = new Map<string, (reason: Error) => void>();
  const queues = new Map<string, Set<() => void>>();

  function run(name: string, work: Work) {
    return new Promise((resolve, reject) => {
      holders.set(name, reject);
      Promise.resolve()
        .then(() => work({ name }))
        .then(resolve, reject)
        .finally(() => {
          if (holders.get(name) !== reject) return;
          holders.delete(name);
          const [next] = queues.get(name) ?? [];
          next?.();
        });
    });
  }

  /** Waits for the holder to end, in the order of asking. */
  function turn(name: string, signal?: AbortSignal) {
    const queue = queues.get(name) ?? new Set();
    queues.set(name, queue);
    return new Promise<void>((resolve, reject) => {
      const take = () => {
        queue.delete(take);
        resolve();
      };
      queue.add(take);
      signal?.addEventListener('abort', () => {
        queue.delete(take);
        reject(signal.reason);
      });
    });
  }

  return {
    async request(name: string, options: Options, work: Work) {
      const { ifAvailable, steal, signal } = options;
      const lose = holders.get(name);
      if (ifAvailable && lose) return work(null);
      if (steal) lose?.(new DOMException('Stolen', 'AbortError'));
      else if (lose) await turn(name, signal);
      return run(name, work);
    },
  };
}
