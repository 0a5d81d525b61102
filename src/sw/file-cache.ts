import { withTimeout } from '../async/timeout.ts';
import { notFoundRoute } from '../routes.ts';
import { isDue, recordAlteredFile } from './altered-files.ts';
import { createHeaders, restoreHeaders } from './file-headers.ts';
import {
  files,
  isImmutable,
  isVerified,
  type ListedFile,
} from './listed-files.ts';
import { openCache } from './offline-cache.ts';

const diskTimeout = 5000;

/** Whether the address names a file of this version or of an older one. */
export function isSiteFile(url: URL): boolean {
  return files.has(url.href) || url.pathname.startsWith('/static/');
}

/** Returns the cached file, or the network's answer if the disk is slow. */
export async function getFile(
  path: string,
  request?: Request,
): Promise<Response> {
  const { href: address, pathname } = new URL(path, self.location.href);
  const cachePromise = findCopy(address).then(
    (copy) => copy && restoreHeaders(pathname, copy),
  );
  const cachedFile = await tryDisk(cachePromise);
  if (cachedFile) return cachedFile;

  try {
    return await fetchAndStore(path, request ?? new Request(address));
  } catch (error) {
    // The request has failed, so wait for the disk without a time limit.
    const lateFile = await cachePromise.catch(() => undefined);
    if (lateFile) return lateFile;
    throw error;
  }
}

async function findCopy(address: string): Promise<Response | undefined> {
  const file = files.get(address);
  // Tabs of an older version need its files, which may be in another cache.
  if (!file) return caches.match(address);
  const cache = await openCache();
  return cache.match(file.key);
}

/** Fetches a file, and stores the response if its content is verified. */
export async function fetchAndStore(
  path: string,
  request: Request,
): Promise<Response> {
  const file = files.get(new URL(path, self.location.href).href);
  const response = await fetch(request);
  if (!file) return response;

  const outcome = await tryDisk(store(file, response.clone()));
  if (outcome === undefined || outcome === 'stored') return response;

  // The HTTP cache keeps immutable files for a year, even those with wrong content.
  const mayBeFromCache = isImmutable(file) && request.cache !== 'reload';
  if (!mayBeFromCache || !(await tryDisk(isDue(file)))) return response;

  const newResponse = await fetch(file.address, { cache: 'reload' });
  const newOutcome = await tryDisk(store(file, newResponse.clone()));
  if (newOutcome === 'altered') await tryDisk(recordAlteredFile(file));
  return newResponse;
}

/** 'foreign' means a web page in place of a file, 'altered' other wrong content. */
export type StoreOutcome = 'stored' | 'foreign' | 'altered';

/** Stores verified content. Rejects for an error status or a disk error. */
export async function store(
  file: ListedFile,
  response: Response,
): Promise<StoreOutcome> {
  const { status, headers, redirected } = response;
  const { pathname } = new URL(file.address);
  // Hosting may answer a request for the 404 page with the status 404.
  const isNotFoundPage = status === 404 && pathname === notFoundRoute.path;
  if (status !== 200 && !isNotFoundPage)
    throw new TypeError(`status ${status} at ${file.address}`);

  const bytes = await response.arrayBuffer();
  // A redirected response cannot answer a navigation.
  if (!redirected && (await isVerified(file, bytes))) {
    await putInCache(file, bytes);
    return 'stored';
  }

  const isPage = headers.get('content-type')?.startsWith('text/html');
  const isFilePath = pathname.includes('.');
  return isPage && isFilePath ? 'foreign' : 'altered';
}

/** Stores verified content with the headers of the build, not of the response. */
export async function putInCache(
  file: ListedFile,
  bytes: BufferSource,
): Promise<void> {
  const headers = createHeaders(new URL(file.address).pathname);
  const cache = await openCache();
  await cache.put(file.key, new Response(bytes, { headers }));
}

/** Whether the cache has the file. Deletes a copy that has other content. */
export async function isStored(file: ListedFile): Promise<boolean> {
  const cache = await openCache();
  const cachedFile = await cache.match(file.key);
  if (!cachedFile) return false;

  const bytes = await cachedFile.arrayBuffer();
  if (await isVerified(file, bytes)) return true;
  await cache.delete(file.key);
  return false;
}

/** Resolves with undefined if a failing disk makes the work fail or hang. */
export function tryDisk<T>(work: Promise<T>): Promise<T | undefined> {
  const createError = () => new Error('The cache did not answer in time');
  return withTimeout(diskTimeout, work, createError).catch(() => undefined);
}
