import type { ListedFile } from './manifest.ts';
import { openCache } from './open-cache.ts';

/** Milliseconds before the next request for a file that a proxy has altered. */
const retryAfter = 60 * 60 * 1000;
const recordPath = '/altered';

/** Returns the key of the cache entry that records when altered content arrived. */
export function alteredKeyOf({ address }: ListedFile): string {
  return new URL(`${recordPath}?${encodeURIComponent(address)}`, address).href;
}

export async function recordAltered(file: ListedFile): Promise<void> {
  const cache = await openCache();
  await cache.put(alteredKeyOf(file), new Response(String(Date.now())));
}

export async function forgetAltered(file: ListedFile): Promise<void> {
  const cache = await openCache();
  await cache.delete(alteredKeyOf(file));
}

/** Whether no request in the last hour returned altered content. */
export async function isDue(file: ListedFile): Promise<boolean> {
  const cache = await openCache();
  const record = await cache.match(alteredKeyOf(file));
  if (!record) return true;
  const age = Date.now() - Number(await record.text());
  // The age is negative if the clock was set back.
  return age < 0 || age >= retryAfter;
}

export async function listAltered(): Promise<string[]> {
  const cache = await openCache();
  const records = await cache.keys(recordPath, { ignoreSearch: true });
  return records.map(({ url }) =>
    decodeURIComponent(new URL(url).search.slice(1)),
  );
}
