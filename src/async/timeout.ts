/** Settles as the promise does, or rejects with `late()` once time is up. */
export function withTimeout<T>(
  milliseconds: number,
  promise: Promise<T>,
  late: () => Error,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
