import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as site from './small-site.ts';

const { pack, packed, single, stored, texts } = site;

beforeEach(() => site.start());
afterEach(() => void vi.unstubAllGlobals());

/** Installs the worker, and returns the requested paths, sorted. */
async function requestsOfInstall() {
  site.worker.requests.length = 0;
  await site.install();
  return site.worker.requests.sort();
}

test('requests the offline pack, and each file that the offline pack lacks', async () => {
  expect(await requestsOfInstall()).toEqual([...single, pack].sort());
  expect(await stored()).toEqual(texts);
  expect(site.log).not.toHaveBeenCalled();
});

test('stores each file of the offline pack with the headers that Hosting sends', async () => {
  await site.install();
  const headersOf = async (path: string) => {
    const found = [...site.worker.cache.entries].find(
      ([url]) => new URL(url).pathname === path,
    );
    return Object.fromEntries(found?.[1].headers ?? []);
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

const packLines = packed.map((path) => site.lineOf(path));

test.each<[string, () => Response]>([
  ['missing', site.missing],
  ["a captive portal's page", site.portalPage],
  ['truncated', () => site.packOf(packLines.slice(0, 2))],
  [
    'cut off inside a line',
    () => site.packOf([packLines[0] ?? '', packLines[1]?.slice(0, 20) ?? '']),
  ],
  [
    'wrong in one line',
    () => site.packOf([...packLines.slice(1), site.lineOf('/', site.portal)]),
  ],
])('stores every file if the offline pack is %s', async (_, wrongPack) => {
  site.worker.server[pack] = wrongPack;
  await site.install();
  expect(await stored()).toEqual(texts);
});

test('requests a damaged offline pack again, without the HTTP cache', async () => {
  site.worker.server[pack] = (mode) =>
    mode === 'reload' ? site.wholePack() : site.portalPage();
  expect(await requestsOfInstall()).toEqual([...single, pack, pack].sort());
});

test('requests three files at a time if there is no offline pack', async () => {
  site.worker.server[pack] = site.missing;
  let [active, most] = [0, 0];
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    active += 1;
    most = Math.max(most, active);
    await Promise.resolve();
    active -= 1;
    return fetch(...args);
  });
  await site.install();
  expect(await stored()).toEqual(texts);
  expect(most).toBe(3);
});

test('continues an interrupted install by requesting only the missing files', async () => {
  const [, font = ''] = single;
  const { server } = site.worker;
  server[font] = () => {
    throw new TypeError('connection lost');
  };
  await expect(site.install()).rejects.toThrow('connection lost');
  server[font] = () => site.answer(font);
  expect(await requestsOfInstall()).toEqual([font]);
  expect(await stored()).toEqual(texts);
});

test('keeps the files that arrived before the download of the offline pack failed', async () => {
  const body = `${packed.length}\n${packLines[0]}\n${packLines[1]}\n`;
  const answerBrokenPack = () =>
    new Response(
      new ReadableStream({
        start: (controller) =>
          controller.enqueue(new TextEncoder().encode(body)),
        pull: (controller) => controller.error(new TypeError('cut')),
      }),
    );
  for (const path of Object.keys(texts)) delete site.worker.server[path];
  site.worker.server[pack] = answerBrokenPack;
  await expect(site.install()).rejects.toThrow('no network');
  const arrivedTexts = { '/': texts['/'], '/waitlist': texts['/waitlist'] };
  expect(await stored()).toEqual(arrivedTexts);
});

test('keeps the stored files of an install that fills the disk', async () => {
  const error = new DOMException('full', 'QuotaExceededError');
  const { cache, requests } = site.worker;
  const { put } = cache;
  cache.put = async (...args) => {
    if (cache.entries.size === 3) throw error;
    return put(...args);
  };
  await expect(site.install()).rejects.toBe(error);
  expect(Object.keys(await stored())).toHaveLength(3);
  // The worker does not download single files, which would not fit either.
  expect(requests).toEqual([pack]);
  cache.put = put;
  await site.install();
  expect(await stored()).toEqual(texts);
});

test('replaces only the cached file that has wrong content', async () => {
  await site.install();
  const script = '/static/js/home-1.js';
  const { origin, cache } = site.worker;
  await cache.put(origin + script, new Response(site.portal));
  expect(await requestsOfInstall()).toEqual([script]);
  expect(await stored()).toEqual(texts);
  expect(await requestsOfInstall()).toEqual([]);
});

test("the install ignores the previous release's cache", async () => {
  const old = site.worker.open('pear-files');
  for (const path of Object.keys(texts))
    await old.put(site.worker.origin + path, new Response(site.portal));
  await site.install();
  expect(await stored()).toEqual(texts);
});

test('stores the 404 page, which Hosting sends with the status 404', async () => {
  site.worker.server[pack] = site.missing;
  site.worker.server['/404'] = () => {
    const headers = { vary: '*', 'content-type': 'text/html' };
    return new Response(texts['/404'], { status: 404, headers });
  };
  await site.install();
  expect((await stored())['/404']).toBe(texts['/404']);
});
