import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadChunk } from '../../../src/async/load-chunk.ts';

beforeEach(() => {
  vi.stubGlobal('document', { addEventListener: () => undefined });
  vi.stubGlobal('location', { origin: 'https://pear.example' });
});
afterEach(() => void vi.unstubAllGlobals());

const imported = '/static/js/section-1.js';
const fail = () => Promise.reject(new Error('not loaded'));

test('replaces the cached copies of all files before a retry', async () => {
  const file = 'data:text/javascript,export const isLoaded = true';
  vi.stubGlobal('__CHUNK_FILES__', { 'pages/d': [file, imported] });
  const fetch = vi.fn(async (_: string, __: RequestInit) => new Response(''));
  vi.stubGlobal('fetch', fetch);
  await expect(loadChunk('pages/d', fail)).rejects.toThrow();
  fetch.mockClear();
  const load = vi.fn();
  expect(await loadChunk('pages/d', load)).toMatchObject({ isLoaded: true });
  expect(load).not.toHaveBeenCalled();
  const init = { cache: 'reload' };
  expect(fetch.mock.calls).toEqual([
    [file, init],
    [imported, init],
  ]);
});
