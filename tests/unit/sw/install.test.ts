import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as site from './small-site.ts';

const { pack, packed, single, stored, texts } = site;

beforeEach(() => site.start());
afterEach(() => void vi.unstubAllGlobals());

/** Installs, and returns the requested paths. */
async function requestsOfInstall() {
  site.worker.requests.length = 0;
  await site.install();
  return site.worker.requests.sort();
}

test('requests the pack, and each file that is not in the pack', async () => {
  expect(await requestsOfInstall()).toEqual([...single, pack].sort());
  expect(await stored()).toEqual(texts);
  expect(site.log).not.toHaveBeenCalled();
});

const lines = packed.map((path) => site.lineOf(path));

test.each<[string, () => Response]>([
  ['missing', site.missing],
  ["a captive portal's page", site.portalPage],
  ['truncated', () => site.packOf(lines.slice(0, 2))],
  [
    'cut off inside a line',
    () => site.packOf([lines[0] ?? '', lines[1]?.slice(0, 20) ?? '']),
  ],
  [
    'wrong in one line',
    () => site.packOf([...lines.slice(1), site.lineOf('/', site.portal)]),
  ],
])('installs every file if the pack is %s', async (_, wrongPack) => {
  site.worker.server[pack] = wrongPack;
  await site.install();
  expect(await stored()).toEqual(texts);
});

test('continues an interrupted install with the missing files', async () => {
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
  // Another download would meet the same full disk.
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
