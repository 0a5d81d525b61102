declare const self: ServiceWorkerGlobalScope;

/** The emergency exit: the outbox stays, and pages deliver it themselves. */
export function unregister(then = async () => {}): void {
  self.addEventListener('install', () => {
    void self.skipWaiting();
    // Already here: while the old worker is busy, this one does not take over.
    void leave();
  });
  self.addEventListener('activate', (event) =>
    event.waitUntil(leave().then(then)),
  );
}

async function leave(): Promise<void> {
  const left = self.registration.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
  await left;
}
