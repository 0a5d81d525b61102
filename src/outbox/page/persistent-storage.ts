import type { PagePlatform } from './page-platform.ts';

/** Asks the browser not to delete the outbox when the disk is full. */
export function createPersistentStorage(
  platform: Pick<PagePlatform, 'getWindow'>,
) {
  /** False after a request, and in Firefox, where a request would prompt the visitor. */
  let mayRequest = !('mozInnerScreenX' in platform.getWindow());

  function request(): void {
    if (!mayRequest) return;

    mayRequest = false;
    const { storage } = platform.getWindow().navigator;
    storage?.persist?.().catch(() => undefined);
  }

  return { request };
}
