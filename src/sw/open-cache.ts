/** Older releases stored unverified files in the cache 'pear-files'. */
export const cacheName = 'pear-offline';

export function openCache(): Promise<Cache> {
  return caches.open(cacheName);
}
