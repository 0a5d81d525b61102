export function createSignal() {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify(): void {
      for (const listener of listeners) listener();
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
