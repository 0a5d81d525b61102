import { findDestination } from '../addresses.ts';
import { notFoundRoute } from '../routes.ts';
import { fetchAndStore, getFile, isSiteFile } from './file-cache.ts';
import { createHeaders } from './file-headers.ts';

type Answer = () => Promise<Response>;

/** Returns the function that responds, or undefined to leave the request alone. */
export function findAnswer(url: URL, request: Request): Answer | undefined {
  return (
    (request.mode === 'navigate' && findPageAnswer(url, request)) ||
    findFileAnswer(url, request)
  );
}

/** Responds with the cached page, with a redirect to it, or from the network. */
function findPageAnswer(url: URL, request: Request): Answer | undefined {
  const destination = findDestination(url);
  switch (destination.kind) {
    case 'page':
      return () => getFile(url.pathname, request);
    case 'redirect': {
      const address = url.origin + destination.address;
      return async () => Response.redirect(address, 301);
    }
    case 'unknown':
      return () => fetch(request).catch(createUncheckedPage);
    case 'file':
      return undefined;
    default:
      return destination satisfies never;
  }
}

function findFileAnswer(url: URL, request: Request): Answer | undefined {
  if (request.headers.has('range') || !isSiteFile(url)) return undefined;

  // The page reloads a script that has failed, so bypass the cached copy.
  const getResponse = request.cache === 'reload' ? fetchAndStore : getFile;
  return () => getResponse(url.pathname, request);
}

/**
 * Returns the 404 page. Offline the worker cannot know whether the address exists, so
 * the attribute data-unchecked makes the page say that the address is unchecked.
 */
async function createUncheckedPage(): Promise<Response> {
  const file = await getFile(notFoundRoute.path);
  const html = await file.text();
  const uncheckedHtml = html.replace('<html', '<html data-unchecked');

  const headers = createHeaders(notFoundRoute.path);
  return new Response(uncheckedHtml, { status: 404, headers });
}
