import firebase from '../../../firebase.json' with { type: 'json' };

/** The Content-Type that Hosting sends for text files, by file extension. */
export const textTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};

const binaryTypes = {
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
};

/** The headers that Hosting sends with the files that the worker caches. */
export const fileHeaders = {
  everywhere: readHeaders('**'),
  /** Replace those of `everywhere` for files whose names contain a hash. */
  static: readHeaders('/static/**'),
  types: { ...textTypes, ...binaryTypes },
};

function readHeaders(source: string): Record<string, string> {
  const rules = firebase.hosting.headers.filter(
    (rule) => rule.source === source,
  );
  return Object.fromEntries(
    rules
      .flatMap(({ headers }) => headers)
      .map(({ key, value }) => [key, value]),
  );
}
