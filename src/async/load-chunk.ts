import { withTimeout } from './timeout.ts';

export type FailureKind = 'missing' | 'timeout' | 'network';

/** Code that could not be loaded: why, and from where. */
export class ChunkFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    readonly address: string,
  ) {
    super(`Loading chunk failed (${kind}): ${address}`);
  }
}

const timeLimit = 120_000;
const chunks = new Map<string, Promise<unknown>>();
const failed = new Set<string>();

/**
 * Loads code on demand, once; throws a ChunkFailure, and tries anew when called
 * again. The name is the module's path in src without its ending, as in
 * `loadChunk('app/notices', () => import('./notices.tsx'))`.
 */
export function loadChunk<T>(name: string, load: () => Promise<T>): Promise<T> {
  const known = chunks.get(name) as Promise<T> | undefined;
  if (known) return known;
  const address = addressOf(name);
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
 * try has another one.
 */
function loadAnew<T>(address: string): Promise<T> {
  return import(/* @vite-ignore */ `${address}?retry=${Date.now()}`);
}

/**
 * Brings a chunk that may be needed when the network is gone, without running
 * it; throws where it does not come, or where the browser can't do that.
 */
export async function prefetchChunk(name: string): Promise<void> {
  const address = addressOf(name);
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  if (!address || !link.relList.supports(link.rel)) {
    throw new Error(`Can't be fetched ahead: ${name}`);
  }
  link.href = address;
  await new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = reject;
    document.head.append(link);
  });
}

/**
 * Bounds the time that code takes to load; throws a ChunkFailure. Without
 * addresses, as in development, it throws the error itself.
 */
export function orFailure<T>(
  addresses: readonly string[],
  code: Promise<T>,
): Promise<T> {
  return withTimeout(timeLimit, code, () => new Timeout()).catch(
    async (error: unknown) => {
      throw await explain(addresses, error);
    },
  );
}

class Timeout extends Error {}

/** Browsers do not say why a module did not load: ask for its files. */
async function explain(
  addresses: readonly string[],
  error: unknown,
): Promise<unknown> {
  const last = addresses.at(-1);
  if (!last) return error;
  if (error instanceof Timeout) return new ChunkFailure('timeout', last);
  for (const address of addresses) {
    const found = await fetch(address, { cache: 'no-store' }).catch(() => null);
    if (found && !found.ok) return new ChunkFailure('missing', address);
  }
  return new ChunkFailure('network', last);
}

declare const __CHUNK_ADDRESSES__: Record<string, string>;

/** The build knows where a chunk lies; the dev server does not need it. */
function addressOf(name: string): string | undefined {
  return typeof __CHUNK_ADDRESSES__ === 'undefined'
    ? undefined
    : __CHUNK_ADDRESSES__[name];
}
