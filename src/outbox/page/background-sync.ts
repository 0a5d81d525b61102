import { createStore } from '../../async/signal.ts';
import type { PagePlatform } from './page-platform.ts';

/** Registers Background Sync, which delivers without an open page. */
export function createBackgroundSync(
  tag: string,
  platform: Pick<PagePlatform, 'getWindow'>,
) {
  const isRegistered = createStore(false);

  /** Never settles if `ready` or `register` stays pending. */
  async function request(): Promise<void> {
    try {
      const { serviceWorker } = platform.getWindow().navigator;
      const { sync } = await serviceWorker.ready;
      await sync?.register(tag);
      isRegistered.set(sync !== undefined);
    } catch {
      isRegistered.set(false);
    }
  }

  return { isRegistered, request };
}
