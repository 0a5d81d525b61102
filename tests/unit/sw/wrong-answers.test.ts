import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  answer,
  install,
  lineOf,
  log,
  pack,
  packed,
  packOf,
  portalPage,
  retryAltered,
  single,
  start,
  stored,
  texts,
  worker,
} from './small-site.ts';

beforeEach(() => start());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
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
