export interface Deferred<T = void> {
  promise: Promise<T>;
  /** Has an effect only the first time. */
  resolve: (value: T) => void;
}

/** Creates a promise, and the function that resolves it. */
export function createDeferred<T = void>(): Deferred<T> {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolvePromise) => {
    resolve = resolvePromise;
  });
  return { promise, resolve };
}
