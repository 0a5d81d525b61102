import { getAlteredKey } from './altered-files.ts';
import { files } from './listed-files.ts';
import {
  cacheName,
  openCache,
  readRecord,
  writeRecord,
} from './offline-cache.ts';

declare const self: ServiceWorkerGlobalScope;

const olderClientsKey = '/older-clients';

/** Records the open windows, which still need the files of an older version. */
export async function recordOlderClients(): Promise<void> {
  const clients = await self.clients.matchAll({
    type: 'window',
    includeUncontrolled: true,
  });
  const ids = clients.map(({ id }) => id);
  await writeRecord(olderClientsKey, ids);

  await deleteOlderFiles();
}

/** Deletes the files of older versions when no window uses an older version. */
export async function deleteOlderFiles(): Promise<void> {
  // Keep all files while a newer worker installs or waits, because both share the cache.
  const { installing, waiting } = self.registration;
  if (installing || waiting) return;

  const ids = await readRecord<string[]>(olderClientsKey);
  if (!ids) return;
  const openClients = await Promise.all(ids.map((id) => self.clients.get(id)));
  if (openClients.some(Boolean)) return;

  const currentKeys = new Set(
    [...files.values()].flatMap((file) => [file.key, getAlteredKey(file)]),
  );
  const cache = await openCache();
  for (const request of await cache.keys()) {
    if (!currentKeys.has(request.url)) await cache.delete(request);
  }
  for (const name of await caches.keys()) {
    if (name !== cacheName) await caches.delete(name);
  }
}
