import type { ListedFile } from './listed-files.ts';
import { openCache, readRecord, writeRecord } from './offline-cache.ts';

/** Milliseconds before the next request for a file that a proxy has altered. */
const retryDelay = 60 * 60 * 1000;
const recordPath = '/altered';

/** Returns the key of the cache entry that records when altered content arrived. */
export function getAlteredKey({ address }: ListedFile): string {
  return new URL(`${recordPath}?${encodeURIComponent(address)}`, address).href;
}

export async function recordAlteredFile(file: ListedFile): Promise<void> {
  await writeRecord(getAlteredKey(file), Date.now());
}

export async function forgetAlteredFile(file: ListedFile): Promise<void> {
  const cache = await openCache();
  await cache.delete(getAlteredKey(file));
}

/** False for an hour after altered content of the file was received. */
export async function isDue(file: ListedFile): Promise<boolean> {
  const recordedAt = await readRecord<number>(getAlteredKey(file));
  if (recordedAt === undefined) return true;

  const age = Date.now() - recordedAt;
  // The age is negative if the clock was set back.
  return age < 0 || age >= retryDelay;
}

export async function listAlteredFiles(): Promise<string[]> {
  const cache = await openCache();
  const records = await cache.keys(recordPath, { ignoreSearch: true });

  const fileNames = records.map(({ url }) => new URL(url).search.slice(1));
  return fileNames.map(decodeURIComponent);
}
