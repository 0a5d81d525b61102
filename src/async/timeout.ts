/** Settles like the promise, or rejects with `createError()` after the time limit. */
export function withTimeout<T>(
  milliseconds: number,
  promise: Promise<T>,
  createError: () => Error,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(createError()), milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
