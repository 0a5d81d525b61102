import { beforeEach, expect, test } from 'vitest';
import * as site from './small-site.ts';

const { pack, packPaths, otherPaths, readCache, texts } = site;

beforeEach(() => site.start());

/** Installs the worker, and returns the requested paths, sorted. */
async function listRequestsOfInstall() {
  site.worker.requests.length = 0;
  await site.install();
  return site.worker.requests.sort();
}

test('requests the offline pack, and each file that the offline pack lacks', async () => {
  expect(await listRequestsOfInstall()).toEqual([...otherPaths, pack].sort());
  expect(await readCache()).toEqual(texts);
  expect(site.log).not.toHaveBeenCalled();
});

const packLines = packPaths.map((path) => site.createLine(path));

const portalEntry = site.createLine('/', site.captivePortalHtml);

test.each([
  ['truncated', packLines.slice(0, 2)],
  ['cut off inside a line', [...packLines.slice(1), '["/", "tex']],
  ['wrong in one line', [...packLines.slice(1), portalEntry]],
])('stores every file if the offline pack is %s', async (_, lines) => {
  site.worker.server[pack] = () => site.createPack(lines);
  await site.install();
  expect(await readCache()).toEqual(texts);
});

test('requests a damaged offline pack again, without the HTTP cache', async () => {
  site.worker.server[pack] = (mode) =>
    mode === 'reload' ? site.createWholePack() : site.portal();
  expect(await listRequestsOfInstall()).toEqual(
    [...otherPaths, pack, pack].sort(),
  );
});

test('continues an interrupted install by requesting only the missing files', async () => {
  const [, font = ''] = otherPaths;
  const { server } = site.worker;
  server[font] = () => {
    throw new TypeError('connection lost');
  };

  await expect(site.install()).rejects.toThrow('connection lost');

  server[font] = () => site.answer(font);
  expect(await listRequestsOfInstall()).toEqual([font]);
  expect(await readCache()).toEqual(texts);
});

test('if the download of the offline pack fails, keeps the files that have arrived', async () => {
  const breakConnection = () => {
    throw new TypeError('cut');
  };

  for (const path of Object.keys(texts)) delete site.worker.server[path];
  site.worker.server[pack] = () => {
    const { body } = site.createPack(packLines.slice(0, 2));
    const brokenStream = new TransformStream({ flush: breakConnection });
    return new Response(body?.pipeThrough(brokenStream));
  };

  await expect(site.install()).rejects.toThrow('no network');
  expect(Object.keys(await readCache())).toEqual(['/', '/waitlist']);
});

test('if the disk becomes full, keeps the files that the install has stored', async () => {
  const error = new DOMException('full', 'QuotaExceededError');
  const { cache, requests } = site.worker;
  const { put } = cache;

  cache.put = async (...args) => {
    if (cache.entries.size === 3) throw error;
    return put(...args);
  };

  await expect(site.install()).rejects.toBe(error);
  expect(Object.keys(await readCache())).toHaveLength(3);

  // The pack does not fit on the disk, so the worker requests no separate files.
  expect(requests).toEqual([pack]);

  cache.put = put;
  await site.install();
  expect(await readCache()).toEqual(texts);
});

test('replaces only the cached file that has wrong content', async () => {
  await site.install();
  const script = '/static/js/home-1.js';
  const { origin, cache } = site.worker;
  await cache.put(origin + script, new Response(site.captivePortalHtml));

  expect(await listRequestsOfInstall()).toEqual([script]);
  expect(await readCache()).toEqual(texts);

  expect(await listRequestsOfInstall()).toEqual([]);
});

test('without an offline pack, the install stores every file, including the 404 page with status 404', async () => {
  site.worker.server[pack] = site.notFound;
  site.worker.server['/404'] = () => {
    const headers = { vary: '*', 'content-type': 'text/html' };
    return new Response(texts['/404'], { status: 404, headers });
  };

  await site.install();
  expect(await readCache()).toEqual(texts);
});
