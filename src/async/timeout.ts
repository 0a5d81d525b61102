export function wait(milliseconds: number): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

interface Timers<Timer> {
  setTimeout(work: () => void, milliseconds: number): Timer;
  clearTimeout(timer: Timer): void;
}

/** Settles like the promise, or rejects with `createError()` after the time limit. */
export function withTimeout<T, Timer = unknown>(
  milliseconds: number,
  promise: Promise<T>,
  createError: () => Error,
  timers: Timers<Timer> = globalThis as unknown as Timers<Timer>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const rejectLate = () => reject(createError());
    const timer = timers.setTimeout(rejectLate, milliseconds);
    promise.then(resolve, reject).finally(() => timers.clearTimeout(timer));
  });
}
