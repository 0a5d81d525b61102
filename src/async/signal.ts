export function createSignal() {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify(): void {
      for (const listener of listeners) {
        try {
          listener();
        } catch (error) {
          // One listener's fault must not stop the others, nor look like the caller's.
          console.error(error);
        }
      }
    },
  };
}

/** A value, and a signal for its changes, as `useSyncExternalStore` needs them. */
export function createStore<T>(initial: T) {
  const { subscribe, notify } = createSignal();
  let value = initial;
  return {
    subscribe,
    get: () => value,
    set(next: T): void {
      value = next;
      notify();
    },
  };
}
