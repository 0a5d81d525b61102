import { type Route, routes } from './routes.ts';

// The app, the 404 page and the worker decide here what an address leads to. Without
// them only the spellings work that firebase.json redirects.

export type Destination =
  | { kind: 'page'; route: Route }
  /** The address is another spelling of a page's address. */
  | { kind: 'redirect'; address: string }
  | { kind: 'file' }
  | { kind: 'unknown' };

type Address = Pick<URL, 'pathname' | 'search'>;

/** Returns what an address leads to. /unknown.html is a file, but /about.html is not. */
export function findDestination({ pathname, search }: Address): Destination {
  const address = findAddress({ pathname, search });
  if (address === undefined) {
    const isFile = /\.[a-z][a-z\d]*$/i.test(pathname);
    return { kind: isFile ? 'file' : 'unknown' };
  }

  const route = findRoute(pathname);
  const isCanonical = address === pathname + search;
  return isCanonical && route
    ? { kind: 'page', route }
    : { kind: 'redirect', address };
}

/**
 * Returns the route of a path, or undefined for the 404 page. Accepts any letter
 * case, percent-encoding, a final `.html`, surrounding punctuation, and text of another
 * script behind the path. Chat programs include the last two in links.
 */
export function findRoute(pathname: string): Route | undefined {
  const path = decodeStart(pathname)
    ?.replace(/\p{DI}/gu, '')
    .replace(/^[\s/]+/, '')
    // Chinese, for example, follows a link without a space. Paths are ASCII.
    .replace(/\P{ASCII}.*/su, '')
    // Removes all after the last letter, because paths end in letters.
    .replace(/[^a-z\d%]+$/i, '')
    .toLowerCase()
    .replace(/\.html$/, '')
    .replace(/(^|\/)index$/, '');
  return routes.find(({ path: current, formerPaths: former = [] }) =>
    [current, ...former].some((known) => known.toLowerCase() === `/${path}`),
  );
}

/**
 * Returns the canonical path and query of an address, or undefined for the 404
 * page. The query may begin within `pathname`, after an `&` or an encoded `?`.
 */
export function findAddress({ pathname, search }: Address): string | undefined {
  const [path = '', ...rest] = pathname.split(/&(?:amp;)?|%26|%3f/i);
  const route = findRoute(path);
  const query = [...rest, search.slice(1)].filter(Boolean).join('&');
  return route && route.path + (query && `?${query}`);
}

/** Decodes a path, or its ASCII part if the text behind that part is not UTF-8. */
function decodeStart(pathname: string): string | undefined {
  return (
    decodePath(pathname) ?? decodePath(pathname.replace(/%[89a-f].*/i, ''))
  );
}

/** Returns undefined for a path with invalid percent-encoding, such as `/%`. */
function decodePath(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}

/**
 * Returns the path of an unknown address in a form that the router understands: the
 * router takes `//x` for a host, and cannot decode `/%`.
 */
export function repairPath(pathname: string): string {
  const path = pathname.replace(/^\/+/, '/');
  return decodePath(path) === undefined ? path.replaceAll('%', '%25') : path;
}
