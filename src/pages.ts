import type { ComponentType } from 'react';

interface PageModule {
  Page: ComponentType;
}

export type FailureKind = 'missing' | 'timeout' | 'network';

/** A page's code that could not be loaded: why, and from where. */
export class ChunkFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    readonly page: string,
    readonly address: string,
  ) {
    super(`Loading chunk failed (${kind}): ${address}`);
  }
}

const timeLimit = 120_000;
const modules = import.meta.glob<PageModule>('./pages/*.tsx');
const loading = new Map<string, Promise<PageModule>>();

/** Loads the page that the routes table names, once; throws a ChunkFailure. */
export function loadPage(name: string): Promise<PageModule> {
  const known = loading.get(name);
  if (known) return known;
  const load = modules[`./pages/${name}.tsx`];
  if (!load) throw new Error(`No page ${name}`);
  const promise = within(timeLimit, load()).catch(async (error: unknown) => {
    throw await explain(name, error);
  });
  loading.set(name, promise);
  return promise;
}

/**
 * Forgets a failure and loads anew. Browsers and caches may remember a failed
 * module by its address, so each new try has another one.
 */
export function retryPage(name: string): Promise<PageModule> {
  const address = `${addressOf(name)}?retry=${Date.now()}`;
  const load = import(/* @vite-ignore */ address);
  const promise = within(timeLimit, load as Promise<PageModule>).catch(
    async (error: unknown) => {
      throw await explain(name, error);
    },
  );
  loading.set(name, promise);
  return promise;
}

class Timeout extends Error {}

function within<T>(limit: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Timeout()), limit);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Browsers do not say why a module did not load: ask for its file. */
async function explain(name: string, error: unknown): Promise<unknown> {
  const address = addressOf(name);
  if (!address) return error;
  if (error instanceof Timeout) {
    return new ChunkFailure('timeout', name, address);
  }
  try {
    const { ok } = await fetch(address, { cache: 'no-store' });
    return new ChunkFailure(ok ? 'network' : 'missing', name, address);
  } catch {
    return new ChunkFailure('network', name, address);
  }
}

declare const __CHUNK_ADDRESSES__: Record<string, string>;

/** The build knows where each page's code lies; the dev server needs it not. */
function addressOf(name: string): string {
  return typeof __CHUNK_ADDRESSES__ === 'undefined'
    ? ''
    : (__CHUNK_ADDRESSES__[name] ?? '');
}
