import { notFound } from '../routes.ts';
import { findPage } from './find-page.ts';
import { fromCache } from './precache.ts';

/** Answers a navigation: with a page from the cache wherever there is one. */
export async function navigate(url: URL, request: Request): Promise<Response> {
  const found = findPage(url);
  if (found?.kind === 'redirect') {
    return Response.redirect(new URL(found.to, url.origin).href, 301);
  }
  if (found) return fromCache(found.path);
  // Without a network nobody can tell.
  return fetch(request).catch(pageNotFound);
}

async function pageNotFound(): Promise<Response> {
  const { body, headers } = await fromCache(notFound.path);
  return new Response(body, { status: 404, headers });
}
