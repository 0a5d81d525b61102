/**
 * Holds only bytes that the build produced. Earlier releases stored unchecked
 * files in 'pear-files', so this cache has another name.
 */
export const cacheName = 'pear-offline';

export function openCache(): Promise<Cache> {
  return caches.open(cacheName);
}
