import { PrecacheController } from 'workbox-precaching';
import { notFound } from '../routes.ts';

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string; revision: string | null }[];
};

const cacheName = 'pear-files';
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
    const response = await fetchInto(cache, url, key);
    if (!isGood(url, response)) throw new Error(`${response.status}: ${url}`);
  }
}

function isPicture(url: string): boolean {
  return /\.(png|svg)$/.test(url);
}

/** Hosting may answer the 404 page with its status; anything else is 200. */
async function keepGood({
  request,
  response,
}: {
  request: Request;
  response: Response;
}): Promise<Response | null> {
  return isGood(new URL(request.url).pathname, response) ? response : null;
}

function isGood(path: string, { status, type }: Response): boolean {
  const expected = status === 200 || (path === notFound.path && status === 404);
  return expected && type !== 'opaque';
}

async function fetchInto(
  cache: Cache,
  url: string,
  key: string,
): Promise<Response> {
  const response = await fetch(url, { credentials: 'same-origin' });
  if (isGood(url, response)) await cache.put(key, response.clone());
  return response;
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
 * evicted the copy, or never fetched it to save data.
 */
export async function fromCache(path: string): Promise<Response> {
  const cache = await caches.open(cacheName);
  const key = controller.getCacheKeyForURL(path);
  const copy = await cache.match(key ?? path);
  if (copy) return copy;
  return key ? fetchInto(cache, path, key) : fetch(path);
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
