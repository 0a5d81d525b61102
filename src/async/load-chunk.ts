import { withTimeout } from './timeout.ts';

/** Code that could not be loaded: why, and from where. */
export class ChunkFailure extends Error {
  constructor(
    readonly kind: 'missing' | 'timeout' | 'network',
    readonly address: string,
  ) {
    super(`Loading chunk failed (${kind}): ${address}`);
  }
}

const timeLimit = 120_000;
/** How long each file may take to answer whether it exists. */
const answersWithin = 10_000;
const chunks = new Map<string, Promise<unknown>>();
const failed = new Set<string>();
const failedSheets = new Set<string>();

/**
 * Loads code on demand, once. Throws a ChunkFailure; a later call tries again.
 * The name is the module's path in src without its extension, as in
 * `loadChunk('app/notices', () => import('./notices.tsx'))`.
 */
export function loadChunk<T>(name: string, load: () => Promise<T>): Promise<T> {
  const known = chunks.get(name) as Promise<T> | undefined;
  if (known) return known;
  const files = filesOf(name);
  const [address] = files;
  if (address) document.addEventListener('error', recordFailedSheet, true);
  const isRetry = address && failed.has(name);
  const code = isRetry ? loadAgain<T>(address, files) : load();
  // The chunk runs last, after what it imports.
  const chunk = orFailure(files.toReversed(), code);
  chunks.set(name, chunk);
  chunk.catch(() => {
    failed.add(name);
    chunks.delete(name);
  });
  return chunk;
}

/**
 * Replaces the copies that the worker and the HTTP cache have of a chunk's files,
 * and imports the chunk again. Some browsers remember that an address failed, so
 * the chunk alone is then imported under another address: no other file imports
 * it, so nothing runs twice.
 */
async function loadAgain<T>(
  address: string,
  files: readonly string[],
): Promise<T> {
  await Promise.allSettled(files.map(fetchPastCaches));
  // Vite links a style sheet once, whether it loads or not.
  const sheets = [...failedSheets].map((href) => link('stylesheet', href));
  failedSheets.clear();
  // Some may be another page's; and the page is readable without styles.
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

/** Requests a file from the server, and has every cache store the answer. */
export async function fetchPastCaches(file: string): Promise<void> {
  const response = await fetch(file, { cache: 'reload' });
  // An answer that is not read to its end is not stored.
  await response.arrayBuffer();
}

/** Puts a link into the page; throws if the linked file does not load. */
export function link(rel: string, href: string): Promise<unknown> {
  return new Promise((onload, onerror) => {
    const attributes = { rel, href, onload, onerror };
    document.head.appendChild(
      Object.assign(document.createElement('link'), attributes),
    );
  });
}

/**
 * Downloads a chunk without running it, because the network may go later. Throws
 * if the download fails, or if the browser cannot preload.
 */
export async function prefetchChunk(name: string): Promise<void> {
  const rel = 'modulepreload';
  const files = filesOf(name);
  const canPreload = document.createElement('link').relList.supports(rel);
  if (files.length === 0 || !canPreload) throw new Error(`No preload: ${name}`);
  await Promise.all(files.map((file) => link(rel, file)));
}

/**
 * Limits the time that code takes to load. Throws a ChunkFailure, or the error
 * itself if there are no addresses, as in development.
 */
export function orFailure<T>(
  addresses: readonly string[],
  code: Promise<T>,
): Promise<T> {
  const late = () => new ChunkFailure('timeout', addresses.at(-1) ?? '');
  return withTimeout(timeLimit, code, late).catch(async (error: Error) => {
    throw await explain(addresses, error);
  });
}

/** Browsers do not report why a module failed, so the server is asked. */
async function explain(
  addresses: readonly string[],
  error: Error,
): Promise<Error> {
  const last = addresses.at(-1);
  if (!last || error instanceof ChunkFailure) return error;
  for (const address of addresses) {
    const asked = fetch(address, { method: 'HEAD', cache: 'no-store' });
    const answer = withTimeout(answersWithin, asked, () => error);
    const found = await answer.catch(() => null);
    if (found?.status === 404) return new ChunkFailure('missing', address);
  }
  return new ChunkFailure('network', last);
}

declare const __CHUNK_FILES__: Record<string, string[]>;

/**
 * Returns the file of a chunk, and then the files that the chunk imports beyond
 * those of every page. The dev server knows none, and needs none.
 */
function filesOf(name: string): readonly string[] {
  return typeof __CHUNK_FILES__ === 'undefined'
    ? []
    : (__CHUNK_FILES__[name] ?? []);
}
