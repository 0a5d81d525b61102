import { withTimeout } from '../async/timeout.ts';
import { notFound } from '../routes.ts';

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string; revision: string | null }[];
};

const cacheName = 'pear-files';
const answersWithin = 5000;
const olderClients = '/older-clients';

/**
 * Where the cache has each file of this version, by the file's address. So all
 * versions have called their keys: an update fetches nothing that is there.
 */
const keys = new Map(
  self.__WB_MANIFEST.map(({ url, revision }) => {
    const key = new URL(url, self.location.href);
    const { href } = key;
    if (revision) key.searchParams.set('__WB_REVISION__', revision);
    return [href, key.href];
  }),
);

/**
 * Fetches what is not cached yet, one file after the other; an interrupted
 * install resumes. To save data pictures are cached when they are first shown.
 */
export async function install(): Promise<void> {
  const cache = await caches.open(cacheName);
  for (const [address, key] of keys) {
    const isPicture = /\.(png|svg)$/.test(address);
    if (isPicture && navigator.connection?.saveData) continue;
    if (await cache.match(key)) continue;
    const file = storable(address, await fetchFile(address, key));
    if (!file) throw new Error(`Not a file of this version: ${address}`);
    await cache.put(key, file);
  }
}

/** Past the browser's own cache where the name does not tell the version. */
function fetchFile(address: string, key: string): Promise<Response> {
  const cache = key === address ? 'default' : 'reload';
  return fetch(address, { cache, credentials: 'same-origin' });
}

/**
 * Hosting may answer the 404 page with its status and with `Vary: *`, which no
 * cache takes; anything else is 200.
 */
function storable(address: string, response: Response): Response | undefined {
  const { status, type, redirected, body } = response;
  if (type === 'opaque') return undefined;
  const isNotFound = new URL(address).pathname === notFound.path;
  if (status !== 200 && !(isNotFound && status === 404)) return undefined;
  if (!isNotFound && !redirected) return response;
  // What was redirected once answers no navigation.
  const headers = new Headers(response.headers);
  headers.delete('vary');
  return new Response(body, { status, headers });
}

/** What can't be kept is returned all the same. */
async function fetchAndKeep(address: string, key: string): Promise<Response> {
  const response = await fetchFile(address, key);
  const file = storable(address, response.clone());
  if (file) await inTime(withCache((cache) => cache.put(key, file)));
  return response;
}

async function withCache<T>(use: (cache: Cache) => Promise<T>): Promise<T> {
  return use(await caches.open(cacheName));
}

/** Disks fail and hang: then what comes of it is undefined. */
export function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  const late = () => new Error('The cache did not answer in time');
  return withTimeout(answersWithin, work, late).catch(() => undefined);
}

/** Whether a file is part of this version, or may be of an older one. */
export function isOurs(url: URL): boolean {
  return keys.has(url.href) || url.pathname.startsWith('/static/');
}

/**
 * Returns a file from the cache. The network stands in where the browser has
 * evicted the copy, can't read it in time, or never fetched it to save data.
 */
export async function fromCache(path: string): Promise<Response> {
  const address = new URL(path, self.location.href).href;
  const key = keys.get(address);
  const copy = withCache((cache) => cache.match(key ?? address));
  const kept = await inTime(copy);
  if (kept) return kept;
  const fetched = key ? fetchAndKeep(address, key) : fetch(address);
  return fetched.catch(async (error) => {
    // Offline a slow disk is waited for.
    return (await copy.catch(() => undefined)) ?? Promise.reject(error);
  });
}

/** Lists the windows open at the take-over: their files must stay. */
export async function noteOlderClients(): Promise<void> {
  const windows = await self.clients.matchAll({
    type: 'window',
    includeUncontrolled: true,
  });
  const cache = await caches.open(cacheName);
  const ids = windows.map(({ id }) => id);
  await cache.put(olderClients, new Response(JSON.stringify(ids)));
  await tidy();
}

/** Drops what no open page can need any more: the files of older versions. */
export async function tidy(): Promise<void> {
  // A version that waits has its files in the cache already.
  const { installing, waiting } = self.registration;
  if (installing || waiting) return;
  const cache = await caches.open(cacheName);
  const noted = await cache.match(olderClients);
  if (!noted) return;
  const ids = (await noted.json()) as string[];
  const open = await Promise.all(ids.map((id) => self.clients.get(id)));
  if (open.some(Boolean)) return;
  const current = new Set(keys.values());
  for (const request of await cache.keys()) {
    if (!current.has(request.url)) await cache.delete(request);
  }
}
