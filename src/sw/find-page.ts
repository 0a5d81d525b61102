import { findRoute } from '../routes.ts';

/**
 * Takes the address a visitor goes to, returns its right spelling, or undefined
 * where hosting alone knows: it may be a file, a redirect, or a page of a later
 * version.
 */
export function findPage({ pathname, search }: URL): string | undefined {
  const route = findRoute(pathname.replace(/(\/index)?\.html$/, ''));
  return route && route.path + search;
}
