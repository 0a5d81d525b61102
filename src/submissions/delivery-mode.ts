import { useSyncExternalStore } from 'react';
import { onChunkFailure } from '../async/load-chunk.ts';
import { needsReload } from './missing-code.ts';
import { outbox } from './outbox.ts';

/** What deliveries wait for: nothing, the network, an open page or a reload. */
export type DeliveryMode = 'online' | 'offline' | 'open page' | 'reload';

export function useDeliveryMode(): DeliveryMode {
  return useSyncExternalStore(subscribe, findDeliveryMode, () => 'open page');
}

function findDeliveryMode(): DeliveryMode {
  const willSync = outbox.backgroundSync.isRegistered.get();
  if (!willSync) return needsReload() ? 'reload' : 'open page';
  return navigator.onLine ? 'online' : 'offline';
}

function subscribe(listener: () => void): () => void {
  const { serviceWorker } = navigator;
  const unsubscribeFunctions = [
    outbox.backgroundSync.isRegistered.subscribe(listener),
    onChunkFailure(listener),
  ];
  serviceWorker?.addEventListener('controllerchange', listener);
  addEventListener('online', listener);
  addEventListener('offline', listener);

  return () => {
    for (const unsubscribe of unsubscribeFunctions) unsubscribe();
    serviceWorker?.removeEventListener('controllerchange', listener);
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
