import { vi } from 'vitest';

interface Listed {
  url: string;
  revision: string | null;
}

/** A cache in memory, with the parts of the API that the worker uses. */
function createCache(origin: string) {
  const entries = new Map<string, Response>();
  const keyOf = (request: string | Request) =>
    new URL(typeof request === 'string' ? request : request.url, origin).href;
  const cache = {
    entries,
    /** Set to make every write fail, as a full disk does. */
    failure: undefined as Error | undefined,
    match: async (request: string | Request) =>
      entries.get(keyOf(request))?.clone(),
    put: async (request: string | Request, response: Response) => {
      if (cache.failure) throw cache.failure;
      entries.set(keyOf(request), response);
    },
    delete: async (request: string | Request) => entries.delete(keyOf(request)),
    keys: async (request?: string) => {
      const urls = [...entries.keys()];
      const wanted = request && keyOf(request);
      return urls
        .filter((url) => !wanted || url.split('?')[0] === wanted)
        .map((url) => ({ url }));
    },
  };
  return cache;
}

/**
 * Gives the modules of the worker a scope of their own: this list of files, a
 * cache that a test can read, and a server that answers as the test says.
 */
export function startWorker(
  list: readonly Listed[],
  origin = 'https://pear.example',
) {
  vi.resetModules();
  const stores = new Map<string, ReturnType<typeof createCache>>();
  const open = (name: string) => {
    const cache = stores.get(name) ?? createCache(origin);
    stores.set(name, cache);
    return cache;
  };
  const caches = {
    open: async (name: string) => open(name),
    keys: async () => [...stores.keys()],
    match: async (request: string) => {
      for (const cache of stores.values()) {
        const found = await cache.match(request);
        if (found) return found;
      }
      return undefined;
    },
  };
  const requests: string[] = [];
  const server: Record<string, (mode: RequestCache | undefined) => Response> =
    {};
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('self', {
    __WB_MANIFEST: list,
    location: new URL('/sw.js', origin),
  });
  vi.stubGlobal(
    'fetch',
    async (request: string | Request, init: RequestInit = {}) => {
      const address = typeof request === 'string' ? request : request.url;
      const { pathname } = new URL(address, origin);
      requests.push(pathname);
      const answer = server[pathname];
      if (!answer) throw new TypeError('no network');
      return answer(init.cache);
    },
  );
  /** These modules have the types of a worker, which this project lacks. */
  const load = (name: string) => import(`../../../src/sw/${name}.ts`);
  return { origin, requests, server, cache: open('pear-offline'), open, load };
}
