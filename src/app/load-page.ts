import type { ComponentType } from 'react';
import type { Location } from 'react-router-dom';
import { findRoute } from '../addresses.ts';
import { ChunkFailure, loadChunk } from '../async/load-chunk.ts';
import type { FormName } from '../form-definitions/forms.ts';

/** Pages get a location prop, because the router may have the next location already. */
interface PageModule {
  Page: ComponentType<{ form?: FormName | undefined; location: Location }>;
}
type LoadResult = PageModule | ChunkFailure;
type PagePromise = Promise<LoadResult> & { value?: LoadResult };

/** The folders contain no pages, only parts of them. */
const pageModules = import.meta.glob<PageModule>('../pages/*.tsx');
/** React's `use` needs the same promise at every render. */
const promises = new Map<string, PagePromise>();

/**
 * Resolves with the page, or with the reason why its code cannot be loaded. If the
 * visitor followed a link and a release has deleted the code, reloads the document
 * instead, which loads the new release.
 */
export function loadPage(name: string, isLinkFollowed = false): PagePromise {
  const knownPromise = promises.get(name);
  if (knownPromise) return knownPromise;
  const promise = startLoading(name, isLinkFollowed);
  promises.set(name, promise);
  return promise;
}

/** Loads the page again. `loadPage` returns the old failure until this resolves. */
export async function retryPage(name: string): Promise<void> {
  const promise = startLoading(name, false);
  await promise;
  promises.set(name, promise);
}

/** Forgets all other pages' failures, so that the next visits load those pages. */
export function forgetFailures(except: string): void {
  for (const name of promises.keys()) if (name !== except) forgetFailure(name);
}

function forgetFailure(name: string): void {
  if (promises.get(name)?.value instanceof ChunkFailure) promises.delete(name);
}

export function loadOnIntent(): void {
  for (const eventType of ['pointerover', 'focusin']) {
    document.addEventListener(eventType, preload, { passive: true });
  }
}

function preload({ target }: Event): void {
  const link = target instanceof Element && target.closest('a');
  if (!link || link.origin !== location.origin) return;
  const route = findRoute(link.pathname);
  if (!route || route.path === location.pathname) return;
  forgetFailure(route.page);
  // A failure is ignored here, because following the link tries again.
  void startLoading(route.page, false);
}

function startLoading(name: string, isLinkFollowed: boolean): PagePromise {
  const load = pageModules[`../pages/${name}.tsx`] as () => Promise<PageModule>;
  const chunkPromise = loadChunk(`pages/${name}`, load);
  const promise: PagePromise = chunkPromise.catch((error: unknown) => {
    if (!(error instanceof ChunkFailure)) throw error;
    // The visitor may have followed another link meanwhile.
    const isWanted = findRoute(location.pathname)?.page === name;
    if (isLinkFollowed && isWanted && error.kind === 'missing') {
      console.error(error.message);
      location.reload();
      return new Promise<never>(() => undefined);
    }
    return error;
  });
  // React's `use` does not suspend if the promise has a `status` and a `value`.
  void promise.then((value) =>
    Object.assign(promise, { status: 'fulfilled', value }),
  );
  return promise;
}
