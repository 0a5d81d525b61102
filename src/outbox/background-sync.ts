import { createStore } from '../async/signal.ts';
import { syncTag } from './messages.ts';

/** Whether Background Sync is registered, which delivers without an open page. */
export const syncState = createStore(false);

/** Registers Background Sync. Never settles if `ready` or `register` stays pending. */
export async function requestSync(): Promise<void> {
  try {
    const { sync } = await navigator.serviceWorker.ready;
    await sync?.register(syncTag);
    syncState.set(sync !== undefined);
  } catch {
    syncState.set(false);
  }
}
