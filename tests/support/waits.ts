import { type EventEmitter, once } from 'node:events';
import { vi } from 'vitest';
import { limitWait, waitLimit } from './wait-limit.ts';

/** Repeats a check until it passes. Fails with the last error of the check. */
export function waitFor<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: waitLimit });
}

/** Lets posted messages, promises, and the tasks of the database and of locks run. */
export async function runTasks(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1)
    await new Promise((resolve) => setImmediate(resolve));
}

/** Waits for an event. If there is none, the error says what should have happened. */
export function waitForEvent(
  emitter: EventEmitter,
  event: string,
  description: string,
): Promise<unknown[]> {
  return limitWait(once(emitter, event), description);
}
