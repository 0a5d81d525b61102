import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as site from './small-site.ts';

const { answer, pack, packPaths, portal, otherPaths, readCache, texts } = site;

beforeEach(() => site.start());
afterEach(() => vi.useRealTimers());

/** Makes the server answer requests for these files with `respond`. */
function serve(paths: readonly string[], respond: (path: string) => Response) {
  for (const path of paths) site.worker.server[path] = () => respond(path);
}

const wrongAnswers: [string, (path: string) => Response][] = [
  ["a captive portal's page", portal],
  ['a truncated body', (path) => answer(path, texts[path]?.slice(0, 4))],
  ["the previous release's file", (path) => answer(path, `old ${texts[path]}`)],
  [
    'a redirected response',
    (path) =>
      Object.defineProperty(answer(path), 'redirected', { value: true }),
  ],
  ['a 404', site.notFound],
  ['a 503', () => new Response('', { status: 503 })],
];
const paths = ['/waitlist', '/static/js/index-1.js', '/static/js/home-1.js'];

describe.each(paths)('%s', (path) => {
  test.each(wrongAnswers)('the install does not store %s', async (_, wrong) => {
    // The offline pack lacks the file, so the worker must request the file.
    const otherFiles = packPaths.filter((file) => file !== path);
    site.worker.server[pack] = () =>
      site.createPack(otherFiles.map((file) => site.createLine(file)));
    serve([path], wrong);

    await site.install().catch(() => undefined);
    const { [path]: copy, ...rest } = await readCache();
    expect(copy).toBe(undefined);
    expect(Object.keys(rest).length).toBeGreaterThanOrEqual(otherFiles.length);

    // An hour later the server sends the right file.
    serve([path], answer);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_001 });
    await site.install();
    await site.retryAlteredFiles();
    expect(await readCache()).toEqual(texts);
  });
});

test('the install fails and stores nothing if a captive portal answers every request', async () => {
  serve([...Object.keys(texts), pack], portal);
  await expect(site.install()).rejects.toThrow();
  expect(await readCache()).toEqual({});
  expect(site.log).toHaveBeenCalledTimes(1);
  expect(String(site.log.mock.calls[0])).toMatch(/^pear: the site is not offl/);
});

test('the install fails if the server answers a script with HTML, and a later install succeeds', async () => {
  serve(otherPaths.slice(0, 1), portal);
  await expect(site.install()).rejects.toThrow('a web page');

  serve(otherPaths, answer);
  await site.install();
  expect(await readCache()).toEqual(texts);
});

test('the install fails while an edge server sends files of the previous release, and a later install succeeds', async () => {
  serve(packPaths, (path) => answer(path, `old ${texts[path]}`));
  serve([pack, ...otherPaths], site.notFound);
  await expect(site.install()).rejects.toThrow();
  expect(await readCache()).toEqual({});

  serve(Object.keys(texts), answer);
  await site.install();
  expect(await readCache()).toEqual(texts);
});

test('the install takes a page from the offline pack if the server sends an outdated page', async () => {
  await site.install();
  const { entries } = site.worker.cache;
  const keys = [...entries.keys()];
  entries.delete(keys.find((url) => url.includes('/waitlist')) ?? '');

  serve(['/waitlist'], (path) => answer(path, 'old'));
  await site.install();
  expect(await readCache()).toEqual(texts);
});

test('the install succeeds behind a proxy that alters pages, and the worker requests these pages again at most once an hour', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const alteredPaths = ['/', '/waitlist', '/404', '/static/js/index-1.js'];
  const readText = (path: string) =>
    alteredPaths.includes(path) ? `${texts[path]} ad` : texts[path];
  serve(alteredPaths, (path) => answer(path, readText(path)));
  site.worker.server[pack] = () =>
    site.createPack(
      packPaths.map((path) => site.createLine(path, readText(path))),
    );

  await site.install();
  const countRequests = () =>
    site.worker.requests.filter((path) => alteredPaths.includes(path)).length;

  expect(Object.keys(await readCache())).toHaveLength(5);
  // Three pages, and the script twice: its second request bypasses the HTTP cache.
  expect(countRequests()).toBe(5);

  for (let run = 0; run < 6; run += 1) {
    vi.advanceTimersByTime(9 * 60_000);
    await site.retryAlteredFiles();
    await site.install();
  }
  expect(countRequests()).toBe(5);

  vi.advanceTimersByTime(6 * 60_000);
  await site.retryAlteredFiles();
  expect(countRequests()).toBe(10);
});
