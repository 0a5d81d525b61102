import { findRoute, notFound } from '../routes.ts';

export type Answer =
  | { kind: 'page'; path: string; status: 200 | 404 }
  | { kind: 'redirect'; to: string };

/** What hosting answers at an address that is no page and no file. */
export const missing = {
  kind: 'page',
  path: notFound.path,
  status: 404,
} as const;

/**
 * Takes the address a visitor goes to, gives what hosting would answer, or
 * undefined where it may be a file.
 */
export function answerTo({ pathname, search }: URL): Answer | undefined {
  const clean = pathname.replace(/(\/index)?\.html$/, '');
  const route = findRoute(clean);
  if (route) {
    return route.path === pathname
      ? { kind: 'page', path: route.path, status: 200 }
      : { kind: 'redirect', to: route.path + search };
  }
  return /\.[a-z0-9]+$/i.test(pathname) ? undefined : missing;
}
