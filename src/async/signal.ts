/** Tells whoever has subscribed that something has changed. */
export function createSignal() {
  const listeners = new Set<() => void>();
  return {
    /** Returns a function that ends the subscription. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    notify(): void {
      for (const listener of listeners) listener();
    },
  };
}
