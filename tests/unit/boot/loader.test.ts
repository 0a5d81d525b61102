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

const shownText = () => document.body.textContent;
const hasScriptedClass = () =>
  document.documentElement.classList.contains('scripted');

const rejectOffline = () => Promise.reject(new Error('offline'));
const syntaxError = new SyntaxError('end of script');
const loadError = new Error('not loaded');

test.each([
  ['the page is offline', rejectOffline, loadError],
  ['the file exists', async () => ({ status: 200 }), loadError],
  ['half of the file arrived', async () => ({ status: 200 }), syntaxError],
  ['the server fails', async () => ({ status: 503 }), loadError],
])('reports a network failure and retries if %s', async (_, fetch, error) => {
  vi.stubGlobal('fetch', fetch);
  const importFile = vi.fn().mockRejectedValue(error);
  await load(page, importFile);
  expect(shownText()).toMatch('Loading chunk failed: network, /index.js ');
  await vi.advanceTimersByTimeAsync(8000);
  expect(importFile).toHaveBeenCalledTimes(2);
  expect(document.body.children).toHaveLength(1);
  importFile.mockResolvedValue(undefined);
  await vi.advanceTimersByTimeAsync(16_000);
  expect(shownText()).toBe('');
  expect(hasScriptedClass()).toBe(true);
});

test('reports a missing file, and does not retry', async () => {
  const fetch = vi.fn(async () => ({ status: 404 }));
  vi.stubGlobal('fetch', fetch);
  const importFile = vi.fn().mockRejectedValue(loadError);
  await load(page, importFile);
  expect(shownText()).toMatch('Loading chunk failed: missing, /react.js ');
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
    return { status: 200 };
  });
  vi.stubGlobal('fetch', fetch);
  const importFile = async (file: string) => {
    if (file !== '/react.js') throw loadError;
  };
  void load(page, importFile);
  await vi.advanceTimersByTimeAsync(60_000);
  const calls = fetch.mock.calls.filter(([, init]) => init?.method !== 'HEAD');
  expect(calls.length).toBeGreaterThanOrEqual(2);
  expect(calls.length).toBeLessThanOrEqual(4);
  expect(calls).toEqual(calls.map(() => ['/index.js', { cache: 'reload' }]));
});

test('reports a timeout after 120 seconds', async () => {
  const loadPromise = load(page, () => new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(119_999);
  expect(shownText()).toBe('');
  await vi.advanceTimersByTimeAsync(1);
  await loadPromise;
  expect(shownText()).toContain('timeout, /index.js');
});
