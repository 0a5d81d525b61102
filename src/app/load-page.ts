import type { ComponentType } from 'react';
import type { Location } from 'react-router-dom';
import { ChunkFailure, loadChunk } from '../async/load-chunk.ts';
import type { FormName } from '../form-definitions/forms.ts';
import { findRoute } from '../routes.ts';

/**
 * A page shows the form that its route names, if any. Its location is the one it
 * is shown for: the router's is ahead of it while the next page loads.
 */
interface PageModule {
  Page: ComponentType<{ form?: FormName | undefined; location: Location }>;
}
type Loaded = PageModule | ChunkFailure;
type Attempt = Promise<Loaded> & { value?: Loaded };

/** A page may lie in a folder; `home` holds only parts of the page `home.tsx`. */
const modules = import.meta.glob<PageModule>([
  '../pages/**/*.tsx',
  '!../pages/home/**',
]);
/** React must get the same promise for as long as it waits. */
const attempts = new Map<string, Attempt>();

/**
 * Returns the page, or why it could not be loaded. A release may have deleted
 * the code of a page that a link leads to. The link is then followed as a plain
 * page load, which loads the new version, and the page before stays until then.
 */
export function loadPage(name: string, isLinked = false): Attempt {
  const known = attempts.get(name);
  if (known) return known;
  const attempt = begin(name, isLinked);
  attempts.set(name, attempt);
  return attempt;
}

/** Loads the page again; the failure before stays until that has ended. */
export async function retryPage(name: string): Promise<void> {
  const attempt = begin(name, false);
  await attempt;
  attempts.set(name, attempt);
}

/** Has the pages that failed, except this one, loaded again on the next visit. */
export function forgetFailures(except: string): void {
  for (const name of attempts.keys()) if (name !== except) forgetFailure(name);
}

function forgetFailure(name: string): void {
  if (attempts.get(name)?.value instanceof ChunkFailure) attempts.delete(name);
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
  forgetFailure(route.page);
  // A failure is shown only if the link is followed, which tries again.
  void begin(route.page, false);
}

function begin(name: string, isLinked: boolean): Attempt {
  const code = modules[`../pages/${name}.tsx`] as () => Promise<PageModule>;
  const chunk = loadChunk(`pages/${name}`, code);
  const attempt: Attempt = chunk.catch((error: unknown) => {
    if (!(error instanceof ChunkFailure)) throw error;
    // The visitor may have gone on to another page meanwhile.
    const isWanted = findRoute(location.pathname)?.page === name;
    if (isLinked && isWanted && error.kind === 'missing') {
      console.error(error.message);
      location.reload();
      return new Promise<never>(() => undefined);
    }
    return error;
  });
  // As React marks a promise, which it then renders without waiting.
  void attempt.then((value) =>
    Object.assign(attempt, { status: 'fulfilled', value }),
  );
  return attempt;
}
