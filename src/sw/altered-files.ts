import type { ListedFile } from './manifest.ts';
import { openCache } from './open-cache.ts';

/** A file that a proxy alters for good is requested again after this time. */
const retryAfter = 60 * 60 * 1000;
const path = '/altered';

/** What the cache stores the time under at which other bytes came. */
export function recordKeyOf({ address }: ListedFile): string {
  return new URL(`${path}?${encodeURIComponent(address)}`, address).href;
}

export async function recordAltered(file: ListedFile): Promise<void> {
  const cache = await openCache();
  await cache.put(recordKeyOf(file), new Response(String(Date.now())));
}

export async function forgetAltered(file: ListedFile): Promise<void> {
  const cache = await openCache();
  await cache.delete(recordKeyOf(file));
}

/** Whether the file may be requested: it is not known to be altered. */
export async function isDue(file: ListedFile): Promise<boolean> {
  const cache = await openCache();
  const record = await cache.match(recordKeyOf(file));
  if (!record) return true;
  const age = Date.now() - Number(await record.text());
  // The clock may have been set back since.
  return age < 0 || age >= retryAfter;
}

/** Returns the addresses of the files that are known to be altered. */
export async function listAltered(): Promise<string[]> {
  const cache = await openCache();
  const records = await cache.keys(path, { ignoreSearch: true });
  return records.map(({ url }) =>
    decodeURIComponent(new URL(url).search.slice(1)),
  );
}
