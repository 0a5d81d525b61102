import { withTimeout } from '../async/timeout.ts';
import { notFound } from '../routes.ts';
import { isDue, recordAltered } from './altered-files.ts';
import { files, isBuilt, isImmutable, type ListedFile } from './manifest.ts';
import { openCache } from './open-cache.ts';

declare const self: ServiceWorkerGlobalScope;

const answersWithin = 5000;

/** Whether a file is part of this version, or may be of an older one. */
export function isOurs(url: URL): boolean {
  return files.has(url.href) || url.pathname.startsWith('/static/');
}

/**
 * Returns the stored copy of the file that the path names. The network answers
 * the request if there is no copy, or if the disk does not return it in time.
 */
export async function fromCache(
  path: string,
  request?: Request,
): Promise<Response> {
  const address = new URL(path, self.location.href).href;
  const file = files.get(address);
  const copy = file
    ? openCache().then((cache) => cache.match(file.key))
    : // Tabs of an older version need its files, from whichever cache.
      caches.match(address);
  const stored = await inTime(copy);
  if (stored) return stored;
  const fetched = fetchAndStore(path, request ?? new Request(address));
  return fetched.catch(async (error) => {
    // Offline, a slow disk is the only source.
    return (await copy.catch(() => undefined)) ?? Promise.reject(error);
  });
}

/**
 * Returns the network's answer, and stores it if it is a file of this version.
 * Other bytes are only returned: they may be those of a newer version.
 */
export async function fetchAndStore(
  path: string,
  request: Request,
): Promise<Response> {
  const file = files.get(new URL(path, self.location.href).href);
  const response = await fetch(request);
  if (!file) return response;
  const outcome = await inTime(store(file, response.clone()));
  const isWrong = outcome !== undefined && outcome !== 'stored';
  // The HTTP cache would return the same bytes for a year.
  const isKept = isWrong && isImmutable(file) && request.cache !== 'reload';
  if (!isKept || !(await inTime(isDue(file)))) return response;
  const again = await fetch(file.address, { cache: 'reload' });
  if ((await inTime(store(file, again.clone()))) === 'altered')
    await inTime(recordAltered(file));
  return again;
}

/**
 * What became of a response: 'foreign' is a web page in place of another type of
 * file, such as a captive portal's; 'altered' is any other wrong content.
 */
export type Outcome = 'stored' | 'altered' | 'foreign';

/**
 * Stores a response if it has the bytes that the build produced. Rejects if the
 * status says that there is no such file, or if the disk fails.
 */
export async function store(
  file: ListedFile,
  response: Response,
): Promise<Outcome> {
  const { status, headers, redirected } = response;
  const { pathname } = new URL(file.address);
  // Hosting may answer the 404 page with its own status.
  if (status !== 200 && !(status === 404 && pathname === notFound.path))
    throw new TypeError(`status ${status} at ${file.address}`);
  const bytes = await response.arrayBuffer();
  // A redirected response cannot answer a navigation.
  if (!redirected && (await isBuilt(file, bytes))) {
    await put(file, bytes, headers);
    return 'stored';
  }
  const isPage = headers.get('content-type')?.startsWith('text/html');
  return isPage && pathname.includes('.') ? 'foreign' : 'altered';
}

/** Stores verified bytes with the headers that describe them. */
export async function put(
  file: ListedFile,
  bytes: BufferSource,
  sent: Headers,
): Promise<void> {
  const headers = new Headers(sent);
  for (const name of ['content-encoding', 'content-length', 'etag'])
    headers.delete(name);
  // The Cache API rejects a response with this value.
  if (headers.get('vary') === '*') headers.delete('vary');
  const cache = await openCache();
  await cache.put(file.key, new Response(bytes, { headers }));
}

/** Whether the cache has the right copy; deletes a wrong one. */
export async function isStored(file: ListedFile): Promise<boolean> {
  const cache = await openCache();
  const copy = await cache.match(file.key);
  if (!copy) return false;
  if (await isBuilt(file, await copy.arrayBuffer())) return true;
  await cache.delete(file.key);
  return false;
}

/** Resolves with undefined if the work fails or hangs, as disks do. */
export function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  const late = () => new Error('The cache did not answer in time');
  return withTimeout(answersWithin, work, late).catch(() => undefined);
}
