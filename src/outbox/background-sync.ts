import { createSignal } from '../async/signal.ts';
import { syncTag } from './messages.ts';

const { subscribe, notify } = createSignal();

export { subscribe as onSyncChange };

let isRegistered = false;

/** Whether the browser has promised to wake the worker with no page open. */
export function isSyncRegistered(): boolean {
  return isRegistered;
}

/** A worker may never come, and `register` never settle: then pages deliver. */
export async function requestSync(): Promise<void> {
  try {
    const { sync } = await navigator.serviceWorker.ready;
    await sync?.register(syncTag);
    isRegistered = sync !== undefined;
  } catch {
    isRegistered = false;
  }
  notify();
}
