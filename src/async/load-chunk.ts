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
/** So long each file may take to say whether it is there. */
const askLimit = 10_000;
const chunks = new Map<string, Promise<unknown>>();
const failed = new Set<string>();
const failedSheets = new Set<string>();

/**
 * Loads code on demand, once; throws a ChunkFailure, and tries anew when called
 * again. The name is the module's path in src without its ending, as in
 * `loadChunk('app/notices', () => import('./notices.tsx'))`.
 */
export function loadChunk<T>(name: string, load: () => Promise<T>): Promise<T> {
  const known = chunks.get(name) as Promise<T> | undefined;
  if (known) return known;
  const address = addressOf(name);
  if (address) document.addEventListener('error', noteFailedSheet, true);
  const code = failed.has(name) && address ? loadAnew<T>(address) : load();
  const chunk = orFailure(address ? [address] : [], code);
  chunks.set(name, chunk);
  chunk.catch(() => {
    failed.add(name);
    chunks.delete(name);
  });
  return chunk;
}

/**
 * Browsers and caches may remember a failed module by its address, so each new
 * try has another one; what the module imports keeps its own. Vite puts a style
 * sheet into the page once, whether it comes or not.
 */
async function loadAnew<T>(address: string): Promise<T> {
  const sheets = [...failedSheets].map((href) => link('stylesheet', href));
  failedSheets.clear();
  // Some may be another page's; and what fails twice can be read without.
  await Promise.allSettled(sheets);
  return import(/* @vite-ignore */ `${address}?retry=${Date.now()}`);
}

function noteFailedSheet({ target }: Event): void {
  const link = target as HTMLLinkElement;
  if (link.rel === 'stylesheet') failedSheets.add(link.href);
}

/** Puts a link into the page; throws where what it names does not come. */
export function link(rel: string, href: string): Promise<unknown> {
  return new Promise((onload, onerror) => {
    const attributes = { rel, href, onload, onerror };
    document.head.appendChild(
      Object.assign(document.createElement('link'), attributes),
    );
  });
}

/** Brings a chunk without running it, or throws: the network may go later. */
export async function prefetchChunk(name: string): Promise<void> {
  const rel = 'modulepreload';
  const address = addressOf(name);
  if (!address || !document.createElement('link').relList.supports(rel)) {
    throw new Error(`Can't be fetched ahead: ${name}`);
  }
  await link(rel, address);
}

/**
 * Bounds the time that code takes to load; throws a ChunkFailure. Without
 * addresses, as in development, it throws the error itself.
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

/** Browsers do not say why a module did not load: ask for its files. */
async function explain(
  addresses: readonly string[],
  error: Error,
): Promise<Error> {
  const last = addresses.at(-1);
  if (!last || error instanceof ChunkFailure) return error;
  for (const address of addresses) {
    const asked = fetch(address, { cache: 'no-store' });
    const answer = withTimeout(askLimit, asked, () => error);
    const found = await answer.catch(() => null);
    if (found && !found.ok) return new ChunkFailure('missing', address);
  }
  return new ChunkFailure('network', last);
}

declare const __CHUNK_ADDRESSES__: Record<string, string>;

/** The dev server knows none, and needs none. */
function addressOf(name: string): string | undefined {
  return typeof __CHUNK_ADDRESSES__ === 'undefined'
    ? undefined
    : __CHUNK_ADDRESSES__[name];
}
