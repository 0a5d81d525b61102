import { PrecacheController } from 'workbox-precaching';
import { withTimeout } from '../async/timeout.ts';
import { notFound } from '../routes.ts';

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string; revision: string | null }[];
};

const cacheName = 'pear-files';
const answersWithin = 5000;
/** Lists the windows that were open when this version took over. */
const olderClients = '/older-clients';

const controller = new PrecacheController({
  cacheName,
  plugins: [{ cacheWillUpdate: keepGood }],
});
const entries = self.__WB_MANIFEST;
controller.addToCacheList(entries);

/** Fetches what is not cached yet; an interrupted install resumes. */
export async function install(event: ExtendableEvent): Promise<void> {
  if (navigator.connection?.saveData) await installWithoutPictures();
  else await controller.install(event);
}

/** Pictures are cached when they are first shown. */
async function installWithoutPictures(): Promise<void> {
  const cache = await caches.open(cacheName);
  for (const { url } of entries) {
    if (isPicture(url)) continue;
    const key = controller.getCacheKeyForURL(url);
    if (!key || (await cache.match(key))) continue;
    await fetchAndKeep(url, key);
    if (!(await cache.match(key))) throw new Error(`Not stored: ${url}`);
  }
}

function isPicture(url: string): boolean {
  return /\.(png|svg)$/.test(url);
}

async function keepGood({
  request,
  response,
}: {
  request: Request;
  response: Response;
}): Promise<Response | null> {
  return storable(new URL(request.url).pathname, response);
}

/**
 * Hosting may answer the 404 page with its status and with `Vary: *`, which no
 * cache takes; anything else is 200.
 */
function storable(path: string, response: Response): Response | null {
  const { status, type, body } = response;
  if (type === 'opaque') return null;
  if (path !== notFound.path) return status === 200 ? response : null;
  if (status !== 200 && status !== 404) return null;
  const headers = new Headers(response.headers);
  headers.delete('vary');
  return new Response(body, { status, headers });
}

/** What can't be kept is given all the same. */
async function fetchAndKeep(url: string, key: string): Promise<Response> {
  const response = await fetch(url, { credentials: 'same-origin' });
  const copy = storable(url, response.clone());
  if (copy) await inTime(withCache((cache) => cache.put(key, copy)));
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
  return (
    controller.getCacheKeyForURL(url.href) !== undefined ||
    url.pathname.startsWith('/static/')
  );
}

/**
 * Gives a file from the cache. The network stands in where the browser has
 * evicted the copy, can't read it in time, or never fetched it to save data.
 */
export async function fromCache(path: string): Promise<Response> {
  const key = controller.getCacheKeyForURL(path);
  const copy = withCache((cache) => cache.match(key ?? path));
  const kept = await inTime(copy);
  if (kept) return kept;
  const fetched = key ? fetchAndKeep(path, key) : fetch(path);
  return fetched.catch(async (error) => {
    // Offline a slow disk is waited for.
    const late = await copy.catch(() => undefined);
    if (late) return late;
    throw error;
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
  const current = new Set(controller.getURLsToCacheKeys().values());
  for (const request of await cache.keys()) {
    if (!current.has(request.url)) await cache.delete(request);
  }
}
