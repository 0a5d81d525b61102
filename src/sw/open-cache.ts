/** Not 'pear-files', where older releases stored unverified files. */
export const cacheName = 'pear-offline';

export function openCache(): Promise<Cache> {
  return caches.open(cacheName);
}
