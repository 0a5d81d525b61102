import { createStore } from '../../async/signal.ts';

/** Registers Background Sync, which delivers without an open page. */
export function createBackgroundSync(
  tag: string,
  getNavigator: () => Navigator,
) {
  const isRegistered = createStore(false);

  /** Never settles if `ready` or `register` stays pending. */
  async function request(): Promise<void> {
    try {
      const { sync } = await getNavigator().serviceWorker.ready;
      await sync?.register(tag);
      isRegistered.set(sync !== undefined);
    } catch {
      isRegistered.set(false);
    }
  }

  return { isRegistered, request };
}
