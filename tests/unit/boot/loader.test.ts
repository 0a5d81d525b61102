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
  vi.stubGlobal('navigator', { onLine: true });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the entry runs after what it imports, and pages load themselves', async () => {
  const brought: string[] = [];
  const done = load(page, async (file) => brought.push(file));
  await vi.runAllTimersAsync();
  await done;
  expect(brought).toEqual(['/react.js', '/index.js']);
});

/** What is said below the page. */
const notices = () => document.body.textContent;

const offline = () => Promise.reject(new Error('offline'));
const half = new SyntaxError('end of script');
const absent = new Error('not loaded');

const isScripted = () =>
  document.documentElement.classList.contains('scripted');

test.each([
  ['offline', offline, absent],
  ['the file exists', async () => ({ status: 200 }), absent],
  ['half the file came', async () => ({ status: 200 }), half],
  ['the server fails', async () => ({ status: 503 }), absent],
])(
  'reports a failure of the network and tries again: %s',
  async (_, answer, error) => {
    vi.stubGlobal('fetch', answer);
    const importFile = vi.fn().mockRejectedValue(error);
    await load(page, importFile);
    expect(notices()).toMatch('Loading chunk failed: network, /index.js ');
    await vi.advanceTimersByTimeAsync(8000);
    expect(importFile).toHaveBeenCalledTimes(2);
    expect(document.body.children).toHaveLength(1);
    importFile.mockResolvedValue(undefined);
    await vi.advanceTimersByTimeAsync(16_000);
    expect(notices()).toBe('');
    expect(isScripted()).toBe(true);
  },
);

test('reports a missing file once, and leaves the rest to a reload', async () => {
  const fetch = vi.fn(async () => ({ status: 404 }));
  vi.stubGlobal('fetch', fetch);
  const importFile = vi.fn().mockRejectedValue(absent);
  await load(page, importFile);
  expect(notices()).toMatch('Loading chunk failed: missing, /react.js ');
  expect(document.querySelector('a')?.textContent).toBe('Reload');
  // No press waits for scripts that will not load.
  expect(isScripted()).toBe(false);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(importFile).toHaveBeenCalledTimes(1);
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('downloads nothing to find out why, and backs off', async () => {
  const fetch = vi.fn(async (_: string, { method }: RequestInit = {}) => {
    if (method !== 'HEAD') throw new TypeError('no network');
    return { status: 200 };
  });
  vi.stubGlobal('fetch', fetch);
  const importFile = vi.fn((file: string) =>
    file === '/react.js' ? Promise.resolve() : Promise.reject(absent),
  );
  void load(page, importFile);
  await vi.advanceTimersByTimeAsync(60_000);
  const gets = fetch.mock.calls.filter(([, init]) => init?.method !== 'HEAD');
  // Each retry replaces the copy of the one file that has failed.
  const reload = ['/index.js', { cache: 'reload' }];
  expect(gets.length).toBeGreaterThanOrEqual(2);
  expect(gets.length).toBeLessThanOrEqual(4);
  expect(gets).toEqual(gets.map(() => reload));
});

test('code that does not come is given up after 120 seconds', async () => {
  const done = load(page, () => new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(119_999);
  expect(notices()).toBe('');
  await vi.advanceTimersByTimeAsync(1);
  await done;
  expect(notices()).toContain('timeout, /index.js');
});
