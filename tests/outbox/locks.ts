/** Web Locks as far as the outbox uses them, with waiting, abort and steal. */
export function createLocks() {
  interface Holder {
    lost: (error: Error) => void;
  }
  const holders = new Map<string, Holder>();
  const queues = new Map<string, (() => void)[]>();

  function next(name: string) {
    holders.delete(name);
    queues.get(name)?.shift()?.();
  }

  function run(name: string, work: (lock: object) => unknown) {
    return new Promise((resolve, reject) => {
      const holder: Holder = { lost: reject };
      holders.set(name, holder);
      const end = () => {
        if (holders.get(name) === holder) next(name);
      };
      Promise.resolve()
        .then(() => work({ name }))
        .then(resolve, reject)
        .finally(end);
    });
  }

  return {
    async request(
      name: string,
      options: {
        ifAvailable?: boolean;
        steal?: boolean;
        signal?: AbortSignal;
      },
      work: (lock: object | null) => unknown,
    ): Promise<unknown> {
      const holder = holders.get(name);
      if (options.ifAvailable && holder) return work(null);
      if (options.steal) {
        holder?.lost(new DOMException('Stolen', 'AbortError'));
        return run(name, work);
      }
      if (!holder) return run(name, work);
      const { signal } = options;
      await new Promise<void>((resolve, reject) => {
        queues.set(name, [...(queues.get(name) ?? []), resolve]);
        signal?.addEventListener('abort', () => {
          const queue = queues.get(name) ?? [];
          queues.set(
            name,
            queue.filter((waiting) => waiting !== resolve),
          );
          reject(signal.reason);
        });
      });
      return run(name, work);
    },
  };
}
