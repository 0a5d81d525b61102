import {
  addLink,
  ChunkFailure,
  refetchFile,
  withFailureCause,
} from './script-files.ts';
import { createSignal } from './signal.ts';

// All code that a page loads on demand is loaded here, and all that the page knows
// about such code is in `chunks`. A chunk loads once. After a failure, the next call
// downloads its files again past every cache, and then loads it.

interface Chunk {
  /** The module, while it loads and after it has loaded. */
  module?: Promise<unknown> | undefined;
  /** The download of the files, which does not run them. */
  download?: Promise<unknown> | undefined;
  /** Why the newest load has failed, if it has. */
  failure?: unknown;
}

const chunks = new Map<string, Chunk>();
const failedSheets = new Set<string>();
const { subscribe, notify } = createSignal();

/** Calls the listener when a chunk has failed to load. */
export const onChunkFailure = subscribe;

/** Whether the server no longer has the chunk, so that only a page load brings it. */
export function isChunkMissing(name: string): boolean {
  const { failure } = getOrCreateChunk(name);
  return failure instanceof ChunkFailure && failure.kind === 'missing';
}

/**
 * Loads code on demand, once. Rejects with a ChunkFailure; a later call tries
 * again. The name is the module's path in src without its extension, as in
 * `loadChunk('app/notices', () => import('./notices.tsx'))`.
 */
export function loadChunk<T>(name: string, load: () => Promise<T>): Promise<T> {
  const chunk = getOrCreateChunk(name);
  chunk.module ??= tryToLoad(name, chunk, load);
  return chunk.module as Promise<T>;
}

/** Downloads a chunk and its imports without running them. Rejects on failure. */
export function prefetchChunk(name: string): Promise<unknown> {
  const chunk = getOrCreateChunk(name);
  chunk.download ??= preloadFiles(listFiles(name)).catch((error: unknown) => {
    chunk.download = undefined;
    throw error;
  });
  return chunk.download;
}

function getOrCreateChunk(name: string): Chunk {
  const chunk = chunks.get(name) ?? {};
  chunks.set(name, chunk);
  return chunk;
}

async function tryToLoad<T>(
  name: string,
  chunk: Chunk,
  load: () => Promise<T>,
): Promise<T> {
  const files = listFiles(name);
  // There is no address in development. Adding the same listener again changes nothing.
  const [address] = files;
  if (address) document.addEventListener('error', recordFailedSheet, true);

  const isRetry = address !== undefined && chunk.failure !== undefined;
  // Otherwise the browser would find each import only after it has loaded the importer.
  if (!isRetry) prefetchChunk(name).catch(() => undefined);
  const modulePromise = isRetry ? reloadChunk<T>(address, files) : load();
  // The files in the order in which they run: the chunk after its imports.
  const filesAsRun = [...files].reverse();

  try {
    const module = await withFailureCause(filesAsRun, modulePromise);
    chunk.failure = undefined;
    return module;
  } catch (error) {
    chunk.failure = error;
    chunk.module = undefined;
    notify();
    throw error;
  }
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
  const sheets = [...failedSheets].map((href) => addLink('stylesheet', href));
  failedSheets.clear();
  // The code works without its styles.
  await Promise.allSettled(sheets);

  const url = new URL(address, location.origin).href;
  return import(/* @vite-ignore */ url).catch(
    () => import(/* @vite-ignore */ `${url}?retry=${Date.now()}`),
  );
}

function recordFailedSheet({ target }: Event): void {
  const link = target as HTMLLinkElement;
  if (link.rel === 'stylesheet') failedSheets.add(link.href);
}

async function preloadFiles(files: readonly string[]): Promise<void> {
  const rel = 'modulepreload';
  const canPreload = document.createElement('link').relList.supports(rel);
  if (files.length === 0 || !canPreload) throw new Error('No preload');

  await Promise.all(files.map((file) => addLink(rel, file)));
}

/** Returns the path of the chunk, then those of its imports. Empty in development. */
function listFiles(name: string): readonly string[] {
  if (typeof __CHUNK_FILES__ === 'undefined') return [];
  return __CHUNK_FILES__[name] ?? [];
}
