import type { ComponentType } from 'react';
import { loadAnew, loaded } from '../async/load-chunk.ts';

interface PageModule {
  Page: ComponentType;
}

/** What React's `use` reads of a promise that it need not wait for. */
interface Settled {
  status?: 'fulfilled';
  value?: PageModule;
}

const modules = import.meta.glob<PageModule>('../pages/*.tsx');
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
export function isLoaded(name: string): boolean {
  return loading.get(name)?.status === 'fulfilled';
}

/** Loads a page that may be wanted soon; nobody is told where that fails. */
export async function preloadPage(name: string): Promise<void> {
  await loadOnce(name).catch(() => {
    if (wanted.has(name) || !loading.delete(name)) return;
    missed.add(name);
  });
}

function loadOnce(name: string): Promise<PageModule> {
  const known = loading.get(name);
  if (known) return known;
  if (missed.delete(name)) return retryPage(name);
  const load = modules[`../pages/${name}.tsx`];
  if (!load) throw new Error(`No page ${name}`);
  return keep(name, loaded(name, load()));
}

/** Forgets a failure and loads anew. */
export function retryPage(name: string): Promise<PageModule> {
  return keep(name, loadAnew(name));
}

function keep(name: string, module: Promise<PageModule>): Promise<PageModule> {
  const page: Promise<PageModule> & Settled = module;
  loading.set(name, page);
  page.then(
    (value) => Object.assign(page, { status: 'fulfilled', value }),
    () => undefined,
  );
  return page;
}
