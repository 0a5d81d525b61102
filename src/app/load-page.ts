import type { ComponentType } from 'react';
import { loadChunk } from '../async/load-chunk.ts';

interface PageModule {
  Page: ComponentType;
}

const modules = import.meta.glob<PageModule>('../pages/*.tsx');
const loaded = new Map<string, PageModule>();
/** What pages wait for; a failure stays, and is shown, until it is retried. */
const attempts = new Map<string, Promise<PageModule>>();

/** Loads the page that the routes table names; throws a ChunkFailure. */
export function loadPage(name: string): Promise<PageModule> {
  const known = attempts.get(name);
  if (known) return known;
  const attempt = load(name);
  attempts.set(name, attempt);
  return attempt;
}

/** The page, where it can be rendered without waiting for its code. */
export function loadedPage(name: string): PageModule | undefined {
  return loaded.get(name);
}

/** Loads a page that may be wanted soon; nobody is told where that fails. */
export async function preloadPage(name: string): Promise<void> {
  await load(name).catch(() => undefined);
}

/** Forgets a failure and loads anew. */
export function retryPage(name: string): Promise<PageModule> {
  attempts.delete(name);
  return loadPage(name);
}

async function load(name: string): Promise<PageModule> {
  const code = modules[`../pages/${name}.tsx`];
  if (!code) throw new Error(`No page ${name}`);
  const module = await loadChunk(`pages/${name}`, code);
  loaded.set(name, module);
  return module;
}
