import { untilIdle } from '../async/idle.ts';
import { findRoute, notFound, routes } from '../routes.ts';
import { preloadPage } from './load-page.ts';

/** A link that is pointed at, touched or focused may be followed next. */
export function loadOnIntent(): void {
  for (const type of ['pointerover', 'pointerdown', 'focusin']) {
    document.addEventListener(type, follow, { passive: true });
  }
}

function follow({ target }: Event): void {
  const link = target instanceof Element && target.closest('a');
  if (!link || link.origin !== location.origin) return;
  const route = findRoute(link.pathname);
  if (route) void preloadPage(route.page);
}

/**
 * Once the worker has every page's code here it costs nothing but idle time to
 * have it ready in this tab too.
 */
export async function preloadAllPages(): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  if (!serviceWorker.controller) {
    await new Promise((here) =>
      serviceWorker.addEventListener('controllerchange', here, { once: true }),
    );
  }
  for (const { page } of [...routes, notFound]) {
    await untilIdle();
    await preloadPage(page);
  }
}
