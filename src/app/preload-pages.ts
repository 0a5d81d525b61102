import { findRoute } from '../routes.ts';
import { forgetFailure, preloadPage } from './load-page.ts';

/** A link that is pointed at, touched or focused may be followed next. */
export function loadOnIntent(): void {
  for (const type of ['pointerover', 'focusin']) {
    document.addEventListener(type, follow, { passive: true });
  }
}

function follow({ target }: Event): void {
  const link = target instanceof Element && target.closest('a');
  if (!link || link.origin !== location.origin) return;
  const route = findRoute(link.pathname);
  if (!route || route.path === location.pathname) return;
  // It may have failed for somebody who had gone on to another page.
  forgetFailure(route.page);
  void preloadPage(route.page);
}
