import { createStore } from '../async/signal.ts';
import { syncTag } from './messages.ts';

/** Whether the browser has accepted to deliver without an open page. */
export const isSyncRegistered = createStore(false);

/** May never settle, because `ready` and `register` may not. */
export async function requestSync(): Promise<void> {
  try {
    const { sync } = await navigator.serviceWorker.ready;
    await sync?.register(syncTag);
    isSyncRegistered.set(sync !== undefined);
  } catch {
    isSyncRegistered.set(false);
  }
}
