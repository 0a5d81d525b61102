import type { EventEmitter } from 'node:events';
import { vi } from 'vitest';

/** Milliseconds after which a test stops waiting, and says what it waited for. */
const timeout = 60_000;

/** Repeats a check until it passes. Fails with the last error of the check. */
export function waitFor<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout });
}

/** Waits for an event. If there is none, the error says what should have happened. */
export function waitForEvent(
  emitter: EventEmitter,
  event: string,
  description: string,
): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`Within a minute, ${description} did not happen`));
    }, timeout);
    emitter.once(event, (...args: unknown[]) => {
      clearTimeout(timer);
      resolve(args);
    });
  });
}
