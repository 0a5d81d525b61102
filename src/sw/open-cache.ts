/** The names of the caches of all releases begin with this. */
export const cachePrefix = 'pear-';
/** Not 'pear-files', where older releases stored unverified files. */
export const cacheName = `${cachePrefix}offline`;

export function openCache(): Promise<Cache> {
  return caches.open(cacheName);
}
