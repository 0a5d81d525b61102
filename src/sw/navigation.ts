import { findRoute, notFound } from '../routes.ts';

export type Answer =
  | { kind: 'page'; path: string; status: 200 | 404 }
  | { kind: 'redirect'; to: string };

/**
 * Takes the address a visitor goes to, gives what hosting would answer, or
 * undefined where it is a file and none of the pages.
 */
export function answerTo({ pathname, search }: URL): Answer | undefined {
  const route = findRoute(pathname);
  if (route) {
    return route.path === pathname
      ? { kind: 'page', path: route.path, status: 200 }
      : { kind: 'redirect', to: route.path + search };
  }
  if (/\.[a-z0-9]+$/i.test(pathname)) return undefined;
  return { kind: 'page', path: notFound.path, status: 404 };
}
