import type { ComponentType } from 'react';
import type { Location } from 'react-router-dom';
import { findRoute } from '../addresses.ts';
import { loadChunk } from '../async/load-chunk.ts';
import { ChunkFailure } from '../async/script-files.ts';
import type { FormName } from '../form-definitions/forms.ts';

/** Pages get a location prop, because the router may have the next location already. */
export interface PageModule {
  Page: ComponentType<{ formName?: FormName | undefined; location: Location }>;
}

/** The folders contain no pages, only parts of them. */
const pageModules = import.meta.glob<PageModule>('../pages/*.tsx');

/** Resolves with the page, or with the reason why its code cannot be loaded. */
export async function loadPage(
  name: string,
): Promise<PageModule | ChunkFailure> {
  const load = pageModules[`../pages/${name}.tsx`] as () => Promise<PageModule>;
  try {
    return await loadChunk(`pages/${name}`, load);
  } catch (error) {
    if (error instanceof ChunkFailure) return error;
    throw error;
  }
}

/** Loads the code of a page when a visitor points at a link to the page. */
export function loadOnIntent(): void {
  const options = { passive: true };
  document.addEventListener('pointerover', loadLinkedPage, options);
  document.addEventListener('focusin', loadLinkedPage, options);
}

function loadLinkedPage({ target }: Event): void {
  const link = target instanceof Element && target.closest('a');
  if (!link || link.origin !== location.origin) return;

  const route = findRoute(link.pathname);
  if (!route || route.path === location.pathname) return;

  // A failure is ignored here, because following the link tries again.
  void loadPage(route.page);
}
