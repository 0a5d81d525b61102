import { findRoute } from '../routes.ts';

export type Found =
  | { kind: 'page'; path: string }
  | { kind: 'redirect'; to: string };

/**
 * Takes the address a visitor goes to, returns its page or the right spelling, or
 * undefined where hosting alone knows: it may be a file, a redirect, or a page
 * of a later version.
 */
export function findPage({ pathname, search }: URL): Found | undefined {
  const clean = pathname.replace(/(\/index)?\.html$/, '');
  const route = findRoute(clean);
  if (!route) return undefined;
  return route.path === pathname
    ? { kind: 'page', path: route.path }
    : { kind: 'redirect', to: route.path + search };
}
