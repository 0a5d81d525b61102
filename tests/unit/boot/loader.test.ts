import { parseHTML } from 'linkedom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { load } from '../../../src/boot/loader.ts';

const files = ['/react.js', '/index.js', '/home.js'];
const page = { entry: '/index.js', files };

beforeEach(() => {
  vi.useFakeTimers();
  const html = '<html class="scripted"><head></head><body></body></html>';
  vi.stubGlobal('document', parseHTML(html).document);
  vi.stubGlobal('location', { pathname: '/careers', reload: vi.fn() });
});

afterEach(() => vi.useRealTimers());

const readShownText = () => document.body.textContent;
const hasScriptedClass = () =>
  document.documentElement.classList.contains('scripted');

const rejectOffline = () => Promise.reject(new Error('offline'));
const fetchFound = async () => new Response();
const fetchMissing = async () => new Response(null, { status: 404 });
const fetchBroken = async () => new Response(null, { status: 503 });

/** Fails as a download does in Chromium: with another error at each import. */
const failToDownload = async (): Promise<void> => {
  throw new TypeError('not loaded');
};
const downloadError = new TypeError('not loaded');
/** Fails as a download does in WebKit: with the same error at each import. */
const failWithSameError = async (): Promise<void> => {
  throw downloadError;
};

test.each([
  {
    state: 'the page is offline',
    fetch: rejectOffline,
    fail: failToDownload,
  },
  {
    state: 'the page is offline, in WebKit',
    fetch: rejectOffline,
    fail: failWithSameError,
  },
  { state: 'the file exists', fetch: fetchFound, fail: failToDownload },
  { state: 'the server fails', fetch: fetchBroken, fail: failToDownload },
])('reports a network failure and retries if $state', async (row) => {
  const { fetch, fail } = row;
  vi.stubGlobal('fetch', fetch);
  const importFile = vi.fn(fail);

  const loadPromise = load(page, importFile);
  await vi.advanceTimersByTimeAsync(0);
  expect(readShownText()).toMatch('Loading chunk failed: network, /index.js ');

  importFile.mockClear();
  await vi.advanceTimersByTimeAsync(8000);
  expect(importFile).toHaveBeenCalled();
  expect(document.body.children).toHaveLength(1);

  importFile.mockImplementation(async () => {});
  await vi.advanceTimersByTimeAsync(16_000);

  await loadPromise;
  expect(readShownText()).toBe('');
  expect(hasScriptedClass()).toBe(true);
});

test.each([
  ['throws', new TypeError('list.toReversed is not a function')],
  ['cannot be parsed', new SyntaxError('Unexpected token')],
])('rejects and does not retry if a script %s', async (_, error) => {
  const fetch = vi.fn(fetchFound);
  vi.stubGlobal('fetch', fetch);
  const importFile = vi.fn(async (file: string) => {
    if (file === '/index.js') throw error;
  });

  const loadPromise = load(page, importFile);
  const rejection = expect(loadPromise).rejects.toBe(error);
  await vi.advanceTimersByTimeAsync(0);
  await rejection;

  importFile.mockClear();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(importFile).not.toHaveBeenCalled();
  // A truncated file may be in the HTTP cache, where a reload would find it again.
  expect(fetch).toHaveBeenLastCalledWith('/index.js', { cache: 'reload' });
});

test('reports a missing file, and does not retry', async () => {
  const fetch = vi.fn(fetchMissing);
  vi.stubGlobal('fetch', fetch);
  const importFile = vi.fn(failToDownload);
  await load(page, importFile);

  expect(readShownText()).toMatch('Loading chunk failed: missing, /react.js ');
  expect(document.querySelector('a')?.textContent).toBe('Reload');

  // The class `scripted` makes a submitted form wait for scripts.
  expect(hasScriptedClass()).toBe(false);

  await vi.advanceTimersByTimeAsync(600_000);
  expect(importFile).toHaveBeenCalledTimes(1);
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('downloads only the failed file again, with backoff', async () => {
  const fetch = vi.fn(async (_: string, { method }: RequestInit = {}) => {
    if (method !== 'HEAD') throw new TypeError('no network');
    return new Response();
  });
  vi.stubGlobal('fetch', fetch);

  const importFile = async (file: string) => {
    if (file !== '/react.js') throw new TypeError('not loaded');
  };

  void load(page, importFile);
  await vi.advanceTimersByTimeAsync(60_000);

  const calls = fetch.mock.calls.filter(([, init]) => init?.method !== 'HEAD');
  expect(calls.length).toBeGreaterThanOrEqual(2);
  expect(calls.length).toBeLessThanOrEqual(4);
  expect(calls).toEqual(calls.map(() => ['/index.js', { cache: 'reload' }]));
});

test('reports a timeout after 120 seconds', async () => {
  void load(page, () => new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(119_999);
  expect(readShownText()).toBe('');
  await vi.advanceTimersByTimeAsync(1);
  expect(readShownText()).toContain('timeout, /index.js');
});
