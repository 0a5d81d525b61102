import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadChunk } from '../../../src/async/load-chunk.ts';

beforeEach(() => {
  vi.stubGlobal('document', { addEventListener: () => undefined });
  vi.stubGlobal('location', { origin: 'https://pear.example' });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const [own, imported] = ['/static/js/b-1.js', '/static/js/section-1.js'];
const fail = () => Promise.reject(new Error('not loaded'));

test('reports a network failure if no file answers in ten seconds', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('__CHUNK_FILES__', { 'pages/b': [own, imported] });
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const failure = expect(loadChunk('pages/b', fail)).rejects.toMatchObject({
    kind: 'network',
    address: own,
  });
  await vi.advanceTimersByTimeAsync(20_000);
  await failure;
});

test('names the imported file that is missing, and requests heads alone', async () => {
  vi.stubGlobal('__CHUNK_FILES__', { 'pages/c': [own, imported] });
  const fetch = vi.fn(async (file: string, _: RequestInit) => {
    return { status: file === imported ? 404 : 200 };
  });
  vi.stubGlobal('fetch', fetch);
  await expect(loadChunk('pages/c', fail)).rejects.toMatchObject({
    kind: 'missing',
    address: imported,
  });
  expect(fetch.mock.calls.map(([, { method }]) => method)).toEqual(['HEAD']);
});

test('a retry first replaces every copy of the files that caches have', async () => {
  // A module that can be imported, as the built file is.
  const file = 'data:text/javascript,export const here = true';
  vi.stubGlobal('__CHUNK_FILES__', { 'pages/d': [file, imported] });
  const fetch = vi.fn(
    async (_file: string, _: RequestInit) => new Response(''),
  );
  vi.stubGlobal('fetch', fetch);
  await expect(loadChunk('pages/d', fail)).rejects.toThrow();
  fetch.mockClear();
  const load = vi.fn();
  expect(await loadChunk('pages/d', load)).toMatchObject({ here: true });
  expect(load).not.toHaveBeenCalled();
  expect(fetch.mock.calls).toEqual(
    [file, imported].map((one) => [one, { cache: 'reload' }]),
  );
});
