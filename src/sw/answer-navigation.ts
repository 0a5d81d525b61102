import { notFound } from '../routes.ts';
import { fromCache } from './file-cache.ts';
import { findPage } from './find-page.ts';

/** Answers a navigation: with a page from the cache wherever there is one. */
export async function answerNavigation(
  url: URL,
  request: Request,
): Promise<Response> {
  const { origin, pathname, search } = url;
  const found = findPage(url);
  if (found === pathname + search) return fromCache(pathname, request);
  if (found) return Response.redirect(origin + found, 301);
  return fetch(request).catch(async () => {
    // Without a network nobody can tell.
    const { body, headers } = await fromCache(notFound.path);
    return new Response(body, { status: 404, headers });
  });
}
