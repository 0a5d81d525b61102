import type { ComponentType } from 'react';

interface PageModule {
  Page: ComponentType;
}

/** What React's `use` reads of a promise that it need not wait for. */
interface Settled {
  status?: 'fulfilled';
  value?: PageModule;
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
const loading = new Map<string, Promise<PageModule> & Settled>();
/** Pages that somebody has gone to: a failure of theirs is to be told. */
const wanted = new Set<string>();
/** Pages whose code was asked for ahead and did not come. */
const missed = new Set<string>();

/** Loads the page that the routes table names, once; throws a ChunkFailure. */
export function loadPage(name: string): Promise<PageModule> {
  wanted.add(name);
  return loadOnce(name);
}

/** Whether a page can be drawn without waiting for its code. */
export function isHere(name: string): boolean {
  return loading.get(name)?.status === 'fulfilled';
}

/** Loads a page that may be wanted soon; nobody is told where that fails. */
export async function loadAhead(name: string): Promise<void> {
  await loadOnce(name).catch(() => {
    if (wanted.has(name) || !loading.delete(name)) return;
    missed.add(name);
  });
}

function loadOnce(name: string): Promise<PageModule> {
  const known = loading.get(name);
  if (known) return known;
  if (missed.delete(name)) return retryPage(name);
  const load = modules[`./pages/${name}.tsx`];
  if (!load) throw new Error(`No page ${name}`);
  return keep(name, load());
}

/**
 * Forgets a failure and loads anew. Browsers and caches may remember a failed
 * module by its address, so each new try has another one.
 */
export function retryPage(name: string): Promise<PageModule> {
  const address = `${addressOf(name)}?retry=${Date.now()}`;
  return keep(name, import(/* @vite-ignore */ address));
}

function keep(name: string, module: Promise<PageModule>): Promise<PageModule> {
  const page: Promise<PageModule> & Settled = within(timeLimit, module).catch(
    async (error: unknown) => {
      throw await explain(name, error);
    },
  );
  loading.set(name, page);
  page.then(
    (value) => Object.assign(page, { status: 'fulfilled', value }),
    () => undefined,
  );
  return page;
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
