import { syncTag } from '../submissions/outbox-name.ts';

declare const self: ServiceWorkerGlobalScope;

/** Unregisters this worker and deletes its caches. Open pages then deliver the outbox. */
export function unregister(onDone = async () => {}): void {
  // gone-site.ts looks for this text in the script of any release.
  Object.assign(self, { syncTag });
  self.addEventListener('install', () => {
    void self.skipWaiting();
    // Do not wait for `activate`, which a busy older worker delays.
    void removeWorker();
  });
  self.addEventListener('activate', (event) =>
    event.waitUntil(removeWorker().then(onDone)),
  );
}

/** Unregisters this worker, and deletes all caches or those that the filter names. */
export async function removeWorker(
  isDeleted: (cacheName: string) => boolean = () => true,
): Promise<void> {
  const unregistration = self.registration.unregister();
  const names = (await caches.keys()).filter(isDeleted);
  for (const name of names) await caches.delete(name);
  await unregistration;
}
