import { createSignal } from '../async/signal.ts';
import { syncTag } from './messages.ts';

const { subscribe, notify } = createSignal();

export { subscribe as onSyncChange };

let isRegistered = false;

export function isSyncRegistered(): boolean {
  return isRegistered;
}

/** May never settle, because `ready` and `register` may not. */
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
