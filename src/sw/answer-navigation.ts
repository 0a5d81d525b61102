import { findAddress, notFoundRoute } from '../routes.ts';
import { getFile } from './file-cache.ts';
import { createHeaders } from './file-headers.ts';

/** Responds with the cached page, with a redirect to it, or from the network. */
export async function answerNavigation(url: URL, request: Request) {
  const { origin, pathname, search } = url;
  const address = findAddress(url);
  if (address === pathname + search) return getFile(pathname, request);
  if (address) return Response.redirect(origin + address, 301);
  return fetch(request).catch(async () => {
    // Offline the worker cannot know whether the address exists. The attribute
    // data-unchecked makes the 404 page say that the address is unchecked.
    const file = await getFile(notFoundRoute.path);
    const text = (await file.text()).replace('<html', '<html data-unchecked');
    const headers = createHeaders(notFoundRoute.path);
    return new Response(text, { status: 404, headers });
  });
}
