import { findRoute } from '../routes.ts';

/**
 * The right spelling of an address, or undefined where hosting alone knows: it
 * may be a file, a redirect, or a page of a later version.
 */
export function findPage({ pathname, search }: URL): string | undefined {
  const route = findRoute(pathname.replace(/(\/index)?\.html$/, ''));
  return route && route.path + search;
}
