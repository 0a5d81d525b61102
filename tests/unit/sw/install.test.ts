import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  answer,
  install,
  lineOf,
  log,
  pack,
  packed,
  packOf,
  portal,
  portalPage,
  single,
  start,
  stored,
  texts,
  whole,
  worker,
} from './small-site.ts';

beforeEach(() => start());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

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
