export function wait(milliseconds: number): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** A number in a browser, and an object in Node. */
export type Timer = ReturnType<typeof setTimeout>;

export interface Timers {
  setTimeout(work: () => void, milliseconds: number): Timer;
  clearTimeout(timer: Timer | undefined): void;
}

/** Settles like the promise, or rejects with `createError()` after the time limit. */
export function withTimeout<T>(
  milliseconds: number,
  promise: Promise<T>,
  createError: () => Error,
  timers: Timers = globalThis,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const rejectLate = () => reject(createError());
    const timer = timers.setTimeout(rejectLate, milliseconds);
    promise.then(resolve, reject).finally(() => timers.clearTimeout(timer));
  });
}
