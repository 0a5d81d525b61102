import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hashOf } from '../../../src/node/plugins/offline-pack.ts';
import { startWorker } from './worker-scope.ts';

const texts: Readonly<Record<string, string>> = {
  '/': '<h1>Home</h1>',
  '/waitlist': '<h1>Coming Soon.</h1>',
  '/404': '<h1>404</h1>',
  '/pictures/pear.svg': '<svg/>',
  '/static/home-1.css': 'main {}',
  '/static/js/home-1.js': 'export {}',
  '/static/js/index-1.js': 'import "./home-1.js"',
  '/static/lora-1.woff2': 'a font',
};
const types: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  woff2: 'font/woff2',
};
const pack = '/static/offline-1.json';
const single = ['/static/js/index-1.js', '/static/lora-1.woff2'];
const packed = Object.keys(texts).filter((path) => !single.includes(path));
const portal = '<h1>Welcome to the train</h1>';

const typeOf = (path: string) =>
  types[path.split('.')[1] ?? ''] ?? 'text/html; charset=utf-8';
const lineOf = (path: string, text = texts[path]) =>
  JSON.stringify([path, typeOf(path), text]);
const packOf = (lines: readonly string[], count = packed.length) =>
  new Response(`${[count, ...lines].join('\n')}\n`, {
    headers: {
      'content-type': 'application/json',
      'content-encoding': 'br',
      'content-length': '9',
      etag: '"pack"',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    },
  });
const whole = () => packOf(packed.map((path) => lineOf(path)));
const answer = (path: string, text = texts[path]) =>
  new Response(text ?? '', { headers: { 'content-type': typeOf(path) } });
const portalPage = () =>
  new Response(portal, { headers: { 'content-type': 'text/html' } });

let worker: ReturnType<typeof startWorker>;
let install: () => Promise<void>;
let retryAltered: () => Promise<void>;
const log = vi.spyOn(console, 'error');

beforeEach(() => start());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Starts a worker that lists these texts, in front of a server that has them. */
async function start(listed = texts) {
  log.mockReset().mockImplementation(() => undefined);
  const files = Object.entries(listed).map(([url, text]) => {
    return { url, revision: hashOf(text) };
  });
  worker = startWorker([...files, { url: pack, revision: null }]);
  for (const path of Object.keys(listed))
    worker.server[path] = () => answer(path, listed[path]);
  worker.server[pack] = whole;
  ({ install, retryAltered } = await worker.load('install'));
}

/** What the cache holds, by path; a file that was altered is not among it. */
async function stored(): Promise<Record<string, string>> {
  const found = [...worker.cache.entries].map(async ([url, response]) => {
    return [new URL(url).pathname, await response.clone().text()] as const;
  });
  const all = Object.fromEntries(await Promise.all(found));
  delete all['/altered'];
  return all;
}

test('installs from one pack and fetches only the other files alone', async () => {
  await install();
  expect(await stored()).toEqual(texts);
  expect(worker.requests.sort()).toEqual([...single, pack].sort());
  expect(log).not.toHaveBeenCalled();
});

test('gives each file of the pack the headers that belong to the file', async () => {
  await install();
  const headersOf = async (path: string) => {
    const key = [...worker.cache.entries.keys()].find(
      (url) => new URL(url).pathname === path,
    );
    const response = await worker.cache.match(key ?? '');
    return Object.fromEntries(response?.headers ?? []);
  };
  expect(await headersOf('/waitlist')).toEqual({
    'cache-control': 'no-cache',
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
  expect(await headersOf('/static/home-1.css')).toEqual({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/css; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
});

test.each<[string, (mode?: RequestCache) => Response]>([
  ['missing', () => new Response('', { status: 404 })],
  ["a captive portal's page", portalPage],
  ['truncated', () => packOf(packed.slice(0, 2).map((path) => lineOf(path)))],
  [
    'cut off inside a line',
    () =>
      packOf([lineOf(packed[0] ?? ''), lineOf(packed[1] ?? '').slice(0, 20)]),
  ],
  [
    'one wrong entry',
    () =>
      packOf([
        ...packed.slice(1).map((path) => lineOf(path)),
        lineOf('/', portal),
      ]),
  ],
])('installs everything although the pack is %s', async (_, wrong) => {
  worker.server[pack] = wrong;
  await install();
  expect(await stored()).toEqual(texts);
});

test('requests the pack past the HTTP cache before any other file', async () => {
  worker.server[pack] = (mode) => (mode === 'reload' ? whole() : portalPage());
  await install();
  expect(worker.requests.sort()).toEqual([...single, pack, pack].sort());
});

test('fetches alone what the pack lacks, three files at a time', async () => {
  worker.server[pack] = () => new Response('', { status: 404 });
  let [open, most] = [0, 0];
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    open += 1;
    most = Math.max(most, open);
    await Promise.resolve();
    open -= 1;
    return fetch(...args);
  });
  await install();
  expect(await stored()).toEqual(texts);
  expect(most).toBe(3);
});

/** Each wrong answer that a network or an edge gives for one file. */
const wrongAnswers: [string, (path: string) => Response][] = [
  ["a captive portal's page", portalPage],
  ['a truncated body', (path) => answer(path, texts[path]?.slice(0, 4))],
  ["the previous release's file", (path) => answer(path, `old ${texts[path]}`)],
  [
    'a redirect that was followed',
    (path) =>
      Object.defineProperty(answer(path), 'redirected', { value: true }),
  ],
  ['a 404', () => new Response('', { status: 404 })],
  ['a 503', () => new Response('', { status: 503 })],
];
const files = ['/waitlist', '/static/js/index-1.js', '/static/js/home-1.js'];

test.each(
  files.flatMap((path) =>
    wrongAnswers.map(([kind, wrong]) => [path, kind, wrong] as const),
  ),
)('never stores for %s: %s', async (path, _, wrong) => {
  // Every request for the file is wrong, also as a part of the pack.
  worker.server[pack] = () =>
    packOf(packed.filter((one) => one !== path).map((one) => lineOf(one)));
  worker.server[path] = () => wrong(path);
  await install().catch(() => undefined);
  const { [path]: copy, ...others } = await stored();
  expect(copy).toBe(undefined);
  expect(Object.keys(others).length).toBeGreaterThanOrEqual(packed.length - 1);

  // The network is right again.
  worker.server[path] = () => answer(path);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_001 });
  await install();
  await retryAltered();
  expect(await stored()).toEqual(texts);
});

test('fails without storing anything where a portal answers everything', async () => {
  for (const path of [...Object.keys(texts), pack])
    worker.server[path] = portalPage;
  await expect(install()).rejects.toThrow();
  expect(await stored()).toEqual({});
  expect(log).toHaveBeenCalledTimes(1);
  expect(String(log.mock.calls[0])).toMatch(/^pear: the site is not offline/);
});

test('fails where a portal answers for pages alone, and tries again soon', async () => {
  const pages = { '/': texts['/'] ?? '', '/404': texts['/404'] ?? '' };
  await start(pages);
  for (const path of Object.keys(pages)) worker.server[path] = portalPage;
  worker.server[pack] = portalPage;
  await expect(install()).rejects.toThrow();
  for (const path of Object.keys(pages))
    worker.server[path] = () => answer(path);
  await install();
  expect(await stored()).toEqual(pages);
});

test('fails where a script is a web page, and tries again soon', async () => {
  const script = '/static/js/index-1.js';
  worker.server[script] = portalPage;
  await expect(install()).rejects.toThrow('a web page');
  worker.server[script] = () => answer(script);
  await install();
  expect(await stored()).toEqual(texts);
});

test('fails where an edge serves the previous release beside this worker', async () => {
  for (const path of packed)
    worker.server[path] = () => answer(path, `old ${texts[path]}`);
  for (const path of [pack, ...single])
    worker.server[path] = () => new Response('', { status: 404 });
  await expect(install()).rejects.toThrow();
  expect(await stored()).toEqual({});
});

test('takes from the pack the few pages that an edge still has of the previous release', async () => {
  await install();
  worker.cache.entries.delete(
    [...worker.cache.entries.keys()].find((url) => url.includes('/waitlist')) ??
      '',
  );
  worker.server['/waitlist'] = () => answer('/waitlist', 'old');
  await install();
  expect(await stored()).toEqual(texts);
});

test('installs behind a proxy that alters every page, and asks once an hour', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const altered = ['/', '/waitlist', '/404', '/static/js/index-1.js'];
  for (const path of altered)
    worker.server[path] = () => answer(path, `${texts[path]} ad`);
  worker.server[pack] = () =>
    packOf(
      packed.map((path) =>
        lineOf(
          path,
          altered.includes(path) ? `${texts[path]} ad` : texts[path],
        ),
      ),
    );
  await install();
  const count = (path: string) =>
    worker.requests.filter((one) => one === path).length;
  expect(Object.keys(await stored())).toHaveLength(4);
  expect(altered.map(count)).toEqual([1, 1, 1, 2]);
  for (let minutes = 0; minutes < 59; minutes += 10) {
    vi.advanceTimersByTime(9 * 60_000);
    await retryAltered();
    await install();
  }
  expect(altered.map(count)).toEqual([1, 1, 1, 2]);
  vi.advanceTimersByTime(6 * 60_000);
  await retryAltered();
  expect(altered.map(count)).toEqual([2, 2, 2, 4]);
});

test('continues an interrupted install with the files that are missing', async () => {
  worker.server['/static/lora-1.woff2'] = () => {
    throw new TypeError('connection lost');
  };
  await expect(install()).rejects.toThrow('connection lost');
  worker.requests.length = 0;
  worker.server['/static/lora-1.woff2'] = () => answer('/static/lora-1.woff2');
  await install();
  expect(await stored()).toEqual(texts);
  expect(worker.requests).toEqual(['/static/lora-1.woff2']);
});

test('keeps what a broken download of the pack has brought', async () => {
  const body = `${packed.length}\n${lineOf('/')}\n${lineOf('/waitlist')}\n`;
  const broken = () =>
    new Response(
      new ReadableStream({
        start: (controller) =>
          controller.enqueue(new TextEncoder().encode(body)),
        pull: (controller) => controller.error(new TypeError('cut')),
      }),
    );
  worker.server[pack] = broken;
  for (const path of Object.keys(texts)) delete worker.server[path];
  await expect(install()).rejects.toThrow('no network');
  const first = { '/': texts['/'], '/waitlist': texts['/waitlist'] };
  expect(await stored()).toEqual(first);
});

test('fails on a full disk, keeps what is stored, and continues later', async () => {
  const full = new DOMException('full', 'QuotaExceededError');
  const { put } = worker.cache;
  worker.cache.put = async (...args) => {
    if (worker.cache.entries.size === 3) throw full;
    return put(...args);
  };
  await expect(install()).rejects.toBe(full);
  expect(Object.keys(await stored())).toHaveLength(3);
  // Another download could not mend the disk.
  expect(worker.requests).toEqual([pack]);
  worker.cache.put = put;
  await install();
  expect(await stored()).toEqual(texts);
});

test('replaces a copy that an earlier version has left with other bytes', async () => {
  await install();
  const { origin, cache } = worker;
  const bad = `${origin}/static/js/home-1.js`;
  await cache.put(bad, new Response(portal));
  worker.requests.length = 0;
  await install();
  expect(await stored()).toEqual(texts);
  expect(worker.requests).toEqual(['/static/js/home-1.js']);
});

test("fetches everything although the previous release's cache has the addresses", async () => {
  const old = worker.open('pear-files');
  for (const path of Object.keys(texts))
    await old.put(worker.origin + path, new Response(portal));
  await install();
  expect(await stored()).toEqual(texts);
});

test('fetches nothing for a version whose files are all stored', async () => {
  await install();
  worker.requests.length = 0;
  await install();
  expect(worker.requests).toEqual([]);
});

test('stores the 404 page that hosting answers with its own status', async () => {
  worker.server[pack] = () => new Response('', { status: 404 });
  worker.server['/404'] = () => {
    const headers = { vary: '*', 'content-type': 'text/html' };
    return new Response(texts['/404'], { status: 404, headers });
  };
  await install();
  expect((await stored())['/404']).toBe(texts['/404']);
});
