const { everywhere, static: ofStaticFiles, types } = __FILE_HEADERS__;

/** Returns the headers that Hosting sends with the file at this path. */
export function createHeaders(pathname: string): Headers {
  const [extension = '.html'] = /\.\w+$/.exec(pathname) ?? [];
  return new Headers({
    ...everywhere,
    ...(pathname.startsWith('/static/') && ofStaticFiles),
    'Content-Type': types[extension] ?? 'application/octet-stream',
  });
}

/**
 * Returns a cached copy with status 200 and the headers that the build gives the file.
 * A proxy may have added, removed or changed headers when an older release stored it.
 */
export function restoreHeaders(pathname: string, copy: Response): Response {
  const headers = createHeaders(pathname);
  // Chromium reuses the compiled code of a script only if the worker responds with the
  // cache's own response: https://v8.dev/blog/code-caching-for-devs
  const isIntact =
    copy.status === 200 && !copy.redirected && areEqual(copy.headers, headers);
  if (isIntact) return copy;
  return new Response(copy.body, { headers });
}

function areEqual(some: Headers, others: Headers): boolean {
  // Browsers list headers sorted by their names, which are in lower case.
  return JSON.stringify([...some]) === JSON.stringify([...others]);
}
