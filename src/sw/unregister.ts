declare const self: ServiceWorkerGlobalScope;

/** Unregisters this worker and deletes its caches. Open pages then deliver the outbox. */
export function unregister(onDone = async () => {}): void {
  self.addEventListener('install', () => {
    void self.skipWaiting();
    // Do not wait for `activate`, which a busy older worker delays.
    void removeWorker();
  });
  self.addEventListener('activate', (event) =>
    event.waitUntil(removeWorker().then(onDone)),
  );
}

async function removeWorker(): Promise<void> {
  const unregistration = self.registration.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
  await unregistration;
}
