import type { ComponentType } from 'react';
import type { Location } from 'react-router-dom';
import { ChunkFailure, loadChunk } from '../async/load-chunk.ts';
import type { FormName } from '../form-definitions/forms.ts';
import { findRoute } from '../routes.ts';

/** Pages get a location prop, because the router may have the next location already. */
interface PageModule {
  Page: ComponentType<{ form?: FormName | undefined; location: Location }>;
}
type LoadResult = PageModule | ChunkFailure;
type Attempt = Promise<LoadResult> & { value?: LoadResult };

/** The folder `home` has no page, only parts of `home.tsx`. */
const modules = import.meta.glob<PageModule>([
  '../pages/**/*.tsx',
  '!../pages/home/**',
]);
/** React's `use` needs the same promise at every render. */
const attempts = new Map<string, Attempt>();

/**
 * Resolves with the page, or with the reason why its code cannot be loaded. If the
 * visitor followed a link and a release has deleted the code, reloads the document
 * instead, which loads the new release.
 */
export function loadPage(name: string, isLinked = false): Attempt {
  const knownAttempt = attempts.get(name);
  if (knownAttempt) return knownAttempt;
  const attempt = startLoading(name, isLinked);
  attempts.set(name, attempt);
  return attempt;
}

/** Loads the page again. `loadPage` returns the old failure until this resolves. */
export async function retryPage(name: string): Promise<void> {
  const attempt = startLoading(name, false);
  await attempt;
  attempts.set(name, attempt);
}

/** Forgets all other pages' failures, so that the next visits load those pages. */
export function forgetFailures(except: string): void {
  for (const name of attempts.keys()) if (name !== except) forgetFailure(name);
}

function forgetFailure(name: string): void {
  if (attempts.get(name)?.value instanceof ChunkFailure) attempts.delete(name);
}

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
  forgetFailure(route.page);
  // A failure is ignored here, because following the link tries again.
  void startLoading(route.page, false);
}

function startLoading(name: string, isLinked: boolean): Attempt {
  const load = modules[`../pages/${name}.tsx`] as () => Promise<PageModule>;
  const chunk = loadChunk(`pages/${name}`, load);
  const attempt: Attempt = chunk.catch((error: unknown) => {
    if (!(error instanceof ChunkFailure)) throw error;
    // The visitor may have followed another link meanwhile.
    const isWanted = findRoute(location.pathname)?.page === name;
    if (isLinked && isWanted && error.kind === 'missing') {
      console.error(error.message);
      location.reload();
      return new Promise<never>(() => undefined);
    }
    return error;
  });
  // React's `use` does not suspend if the promise has a `status` and a `value`.
  void attempt.then((value) =>
    Object.assign(attempt, { status: 'fulfilled', value }),
  );
  return attempt;
}
