import type { ComponentType } from 'react';
import type { Location } from 'react-router-dom';
import { ChunkFailure, loadChunk } from '../async/load-chunk.ts';
import type { FormName } from '../descriptions/forms.ts';
import { findRoute } from '../routes.ts';

/**
 * A page shows the form that its route names, if any. Its location is the one it
 * is shown for: the router's is ahead of it while the next page loads.
 */
interface PageModule {
  Page: ComponentType<{ form?: FormName | undefined; location: Location }>;
}
type Loaded = PageModule | ChunkFailure;

/** A page may lie in a folder; `home` holds only parts of the page `home.tsx`. */
const modules = import.meta.glob<PageModule>([
  '../pages/**/*.tsx',
  '!../pages/home/**',
]);
const loaded = new Map<string, Loaded>();
/** React is to be given the same promise for as long as it waits. */
const attempts = new Map<string, Promise<Loaded>>();

/**
 * Returns the page, or why it does not come. A release may have taken away the
 * code of a page that a link leads to: then the link is followed as a plain
 * page load, which brings the new version; until then the page before stays.
 */
export function loadPage(name: string, isLinked = false): Promise<Loaded> {
  const known = attempts.get(name);
  if (known) return known;
  const attempt = load(name).catch((error: unknown) => {
    if (!(error instanceof ChunkFailure)) throw error;
    // The visitor may have gone on to another page meanwhile.
    const isWanted = findRoute(location.pathname)?.page === name;
    if (isLinked && isWanted && error.kind === 'missing') {
      console.error(error.message);
      location.reload();
      return new Promise<never>(() => undefined);
    }
    // Unless its page was left meanwhile.
    if (attempts.get(name) === attempt) loaded.set(name, error);
    return error;
  });
  attempts.set(name, attempt);
  return attempt;
}

/** What can be rendered without waiting: the page, or why it did not come. */
export function loadedPage(name: string): Loaded | undefined {
  return loaded.get(name);
}

/** Loads anew; until that ends the failure before stays. */
export function retryPage(name: string): Promise<Loaded> {
  attempts.delete(name);
  return loadPage(name);
}

/** Whoever comes to the page again tries anew. */
export function forgetFailure(name: string): void {
  if (!(loaded.get(name) instanceof ChunkFailure)) return;
  loaded.delete(name);
  attempts.delete(name);
}

/** A link that is pointed at, touched or focused may be followed next. */
export function loadOnIntent(): void {
  for (const type of ['pointerover', 'focusin']) {
    document.addEventListener(type, preload, { passive: true });
  }
}

function preload({ target }: Event): void {
  const link = target instanceof Element && target.closest('a');
  if (!link || link.origin !== location.origin) return;
  const route = findRoute(link.pathname);
  if (!route || route.path === location.pathname) return;
  // It may have failed for somebody who had gone on to another page.
  forgetFailure(route.page);
  // Where it is followed a failure is shown.
  load(route.page).catch(() => undefined);
}

async function load(name: string): Promise<Loaded> {
  const code = modules[`../pages/${name}.tsx`];
  if (!code) throw new Error(`No page ${name}`);
  const module = await loadChunk(`pages/${name}`, code);
  loaded.set(name, module);
  return module;
}
