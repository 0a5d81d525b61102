import { vi } from 'vitest';

/** Creates a fake Cache in memory. */
function createCache(origin: string) {
  const entries = new Map<string, Response>();
  const getKey = (request: string | Request) =>
    new URL(typeof request === 'string' ? request : request.url, origin).href;

  return {
    entries,
    match: async (request: string | Request) =>
      entries.get(getKey(request))?.clone(),
    put: async (request: string | Request, response: Response) => {
      if (response.headers.get('vary') === '*') throw new TypeError('vary');
      entries.set(getKey(request), response);
    },
    delete: async (request: string | Request) =>
      entries.delete(getKey(request)),
    /** With a path, behaves as if the caller set `ignoreSearch`. */
    keys: async (path?: string) =>
      [...entries.keys()]
        .filter((url) => !path || url.split('?')[0] === getKey(path))
        .map((url) => ({ url })),
  };
}

/** Creates the global scope of a worker that precaches these files. */
export function createWorkerScope(
  precacheList: readonly { url: string; revision: string | null }[],
  origin = 'https://pear.example',
) {
  vi.resetModules();
  const caches = new Map<string, ReturnType<typeof createCache>>();

  const open = (name: string) => {
    const cache = caches.get(name) ?? createCache(origin);
    caches.set(name, cache);
    return cache;
  };

  const match = async (request: string) => {
    const matches = [...caches.values()].map((cache) => cache.match(request));
    return (await Promise.all(matches)).find(Boolean);
  };

  /** The requested paths in order. */
  const requests: string[] = [];
  const server: Record<string, (mode?: RequestCache) => Response> = {};

  const fetch = async (
    request: string | Request,
    init: RequestInit = {},
  ): Promise<Response> => {
    const address = typeof request === 'string' ? request : request.url;
    const { pathname } = new URL(address, origin);
    requests.push(pathname);

    const answer = server[pathname];
    if (!answer) throw new TypeError('no network');
    const response = answer(init.cache);

    const location = response.headers.get('location');
    if (!location) return response;
    if (init.redirect === 'error') throw new TypeError('redirect');
    const target: Response = await fetch(location, init);
    return Object.defineProperty(target, 'redirected', { value: true });
  };

  const location = new URL('/sw.js', origin);
  vi.stubGlobal('caches', {
    open: async (name: string) => open(name),
    match,
    keys: async () => [...caches.keys()],
    delete: async (name: string) => caches.delete(name),
  });

  /** Resolves like `update` of the browser if the worker's new script runs. */
  const update = vi.fn(async () => undefined);
  const registration = { update };
  vi.stubGlobal('self', {
    __WB_MANIFEST: precacheList,
    location,
    registration,
  });
  vi.stubGlobal('fetch', fetch);

  /** Hides the path from tsc, because tests/ lacks the types that src/sw needs. */
  const load = (name: string) => import(`../../../src/sw/${name}.ts`);
  const cache = open('pear-offline');
  return { origin, requests, server, cache, open, load, update };
}
