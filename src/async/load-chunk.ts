import { withTimeout } from './timeout.ts';

export type FailureKind = 'missing' | 'timeout' | 'network';

/** Code that could not be loaded: why, and from where. */
export class ChunkFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    readonly chunk: string,
    readonly address: string,
  ) {
    super(`Loading chunk failed (${kind}): ${address}`);
  }
}

const timeLimit = 120_000;

/** Bounds the time that a chunk's code takes; throws a ChunkFailure. */
export function loaded<T>(chunk: string, code: Promise<T>): Promise<T> {
  return withTimeout(timeLimit, code, () => new Timeout()).catch(
    async (error: unknown) => {
      throw await explain(chunk, error);
    },
  );
}

/**
 * Loads a chunk that failed. Browsers and caches may remember a failed module
 * by its address, so each new try has another one.
 */
export function loadAnew<T>(chunk: string): Promise<T> {
  const address = `${addressOf(chunk)}?retry=${Date.now()}`;
  return loaded(chunk, import(/* @vite-ignore */ address));
}

/**
 * Brings a chunk that may be needed when the network is gone, without running
 * it; throws where it does not come, or where the browser can't do that.
 */
export async function fetchAhead(chunk: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = addressOf(chunk);
  if (!addressOf(chunk) || !link.relList.supports(link.rel)) {
    throw new Error(`Can't be fetched ahead: ${chunk}`);
  }
  await new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = reject;
    document.head.append(link);
  });
}

class Timeout extends Error {}

/** Browsers do not say why a module did not load: ask for its file. */
async function explain(chunk: string, error: unknown): Promise<unknown> {
  const address = addressOf(chunk);
  if (!address) return error;
  if (error instanceof Timeout) {
    return new ChunkFailure('timeout', chunk, address);
  }
  try {
    const { ok } = await fetch(address, { cache: 'no-store' });
    return new ChunkFailure(ok ? 'network' : 'missing', chunk, address);
  } catch {
    return new ChunkFailure('network', chunk, address);
  }
}

declare const __CHUNK_ADDRESSES__: Record<string, string>;

/** The build knows where a chunk lies; the dev server needs it not. */
function addressOf(chunk: string): string {
  return typeof __CHUNK_ADDRESSES__ === 'undefined'
    ? ''
    : (__CHUNK_ADDRESSES__[chunk] ?? '');
}
