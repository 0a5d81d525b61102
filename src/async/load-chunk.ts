import { withTimeout } from './timeout.ts';

export class ChunkFailure extends Error {
  constructor(
    readonly kind: 'missing' | 'timeout' | 'network',
    readonly address: string,
  ) {
    super(`Loading chunk failed (${kind}): ${address}`);
  }
}

const loadTimeout = 120_000;
/** Timeout in milliseconds of each request that diagnoses a failed load. */
const diagnosisTimeout = 10_000;
const chunkPromises = new Map<string, Promise<unknown>>();
const prefetchedChunks = new Set<string>();
const failedChunks = new Set<string>();
const failedSheets = new Set<string>();

/**
 * Loads code on demand, once. Rejects with a ChunkFailure; a later call tries
 * again. The name is the module's path in src without its extension, as in
 * `loadChunk('app/notices', () => import('./notices.tsx'))`.
 */
export function loadChunk<T>(name: string, load: () => Promise<T>): Promise<T> {
  const knownPromise = chunkPromises.get(name) as Promise<T> | undefined;
  if (knownPromise) return knownPromise;
  const files = listFiles(name);
  const [address] = files;
  if (address) document.addEventListener('error', recordFailedSheet, true);
  const isRetry = address && failedChunks.has(name);
  const modulePromise = isRetry ? reloadChunk<T>(address, files) : load();
  // Passes the files in the order in which they run: the chunk after its imports.
  const promise = withFailureCause([...files].reverse(), modulePromise);
  chunkPromises.set(name, promise);
  promise.catch(() => {
    failedChunks.add(name);
    chunkPromises.delete(name);
  });
  return promise;
}

/**
 * Imports a chunk again, bypassing caches. Some browsers remember that an address has
 * failed, so the last attempt uses another address. The chunk still runs only once,
 * because no other chunk imports it.
 */
async function reloadChunk<T>(
  address: string,
  files: readonly string[],
): Promise<T> {
  await Promise.allSettled(files.map(refetchFile));
  // Vite links each style sheet only once, even if the sheet fails to load.
  const requests = [...failedSheets].map((href) => addLink('stylesheet', href));
  failedSheets.clear();
  // The code works without its styles.
  await Promise.allSettled(requests);
  const url = new URL(address, location.origin).href;
  return import(/* @vite-ignore */ url).catch(
    () => import(/* @vite-ignore */ `${url}?retry=${Date.now()}`),
  );
}

function recordFailedSheet({ target }: Event): void {
  const link = target as HTMLLinkElement;
  if (link.rel === 'stylesheet') failedSheets.add(link.href);
}

/** Requests a file from the server, and replaces the copy in every cache. */
export async function refetchFile(file: string): Promise<void> {
  const response = await fetch(file, { cache: 'reload' });
  // Browsers cache a response only after its body was read.
  await response.arrayBuffer();
}

/** Adds a link element. Rejects if the linked file fails to load. */
export function addLink(rel: string, href: string): Promise<unknown> {
  return new Promise((onload, onerror) => {
    const link = document.createElement('link');
    document.head.append(Object.assign(link, { rel, href, onload, onerror }));
  });
}

/** Downloads a chunk and its imports without running them. Rejects on failure. */
export async function prefetchChunk(name: string): Promise<void> {
  // Each view of a form prefetches the same chunk.
  if (prefetchedChunks.has(name)) return;
  const rel = 'modulepreload';
  const files = listFiles(name);
  const canPreload = document.createElement('link').relList.supports(rel);
  if (files.length === 0 || !canPreload) throw new Error(`No preload: ${name}`);
  await Promise.all(files.map((file) => addLink(rel, file)));
  prefetchedChunks.add(name);
}

/**
 * Resolves with the module, or throws a ChunkFailure after an error or a timeout.
 * After an error, requests the files to find its cause, which browsers do not report.
 * If `addresses` is empty, as in development, throws the original error.
 */
export async function withFailureCause<T>(
  addresses: readonly string[],
  modulePromise: Promise<T>,
): Promise<T> {
  const lastAddress = addresses.at(-1) ?? '';
  const createError = () => new ChunkFailure('timeout', lastAddress);
  try {
    return await withTimeout(loadTimeout, modulePromise, createError);
  } catch (error) {
    if (!lastAddress || error instanceof ChunkFailure) throw error;
    for (const address of addresses) {
      const request = fetch(address, { method: 'HEAD', cache: 'no-store' });
      const timedRequest = withTimeout(diagnosisTimeout, request, createError);
      const response = await timedRequest.catch(() => null);
      if (response?.status === 404) throw new ChunkFailure('missing', address);
    }
    throw new ChunkFailure('network', lastAddress);
  }
}

/** Returns the path of the chunk, then those of its imports. Empty in development. */
function listFiles(name: string): readonly string[] {
  if (typeof __CHUNK_FILES__ === 'undefined') return [];
  return __CHUNK_FILES__[name] ?? [];
}
