declare const self: ServiceWorkerGlobalScope;

/**
 * The emergency exit: a worker that removes itself and its files. The outbox
 * stays, and the pages deliver it themselves.
 */
export function withdraw(then = async () => {}): void {
  self.addEventListener('install', () => {
    void self.skipWaiting();
    // As long as the old worker is busy, this one does not become active.
    void leave();
  });
  self.addEventListener('activate', (event) =>
    event.waitUntil(leave().then(then)),
  );
}

async function leave(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}
