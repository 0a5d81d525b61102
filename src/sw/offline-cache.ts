// The worker's one cache. It contains the site's files, and beside them the small
// records that the worker must remember when the browser stops it.

/** The names of the caches of all releases begin with this. */
export const cachePrefix = 'pear-';
/** Not 'pear-files', where older releases stored unverified files. */
export const cacheName = `${cachePrefix}offline`;

export function openCache(): Promise<Cache> {
  return caches.open(cacheName);
}

/** Returns the value that `writeRecord` has stored, or undefined. */
export async function readRecord<T>(key: string): Promise<T | undefined> {
  const cache = await openCache();
  const record = await cache.match(key);
  return record?.json();
}

export async function writeRecord(key: string, value: unknown): Promise<void> {
  const cache = await openCache();
  await cache.put(key, new Response(JSON.stringify(value)));
}
