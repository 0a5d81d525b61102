import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  isChunkMissing,
  loadChunk,
  onChunkFailure,
} from '../../../src/async/load-chunk.ts';

beforeEach(() => {
  vi.stubGlobal('document', { addEventListener: () => undefined });
  vi.stubGlobal('location', { origin: 'https://pear.example' });
});
afterEach(() => vi.useRealTimers());

const chunk = '/static/js/b-1.js';
const importedChunk = '/static/js/section-1.js';
const fail = () => Promise.reject(new Error('not loaded'));

test('reports a network failure if the server does not answer in ten seconds', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('__CHUNK_FILES__', { 'pages/b': [chunk, importedChunk] });
  vi.stubGlobal('fetch', () => new Promise(() => undefined));

  const message = `Loading chunk failed (network): ${chunk}`;
  const failure = expect(loadChunk('pages/b', fail)).rejects.toThrow(message);

  await vi.advanceTimersByTimeAsync(20_000);
  await failure;
});

test('downloads the imports of a chunk together with the chunk', async () => {
  vi.stubGlobal('__CHUNK_FILES__', { 'pages/a': [chunk, importedChunk] });
  const append = vi.fn();
  const createElement = () => ({ relList: { supports: () => true } });
  const addEventListener = () => undefined;
  const head = { append };
  vi.stubGlobal('document', { addEventListener, createElement, head });

  let preloadedFiles: string[] = [];
  await loadChunk('pages/a', async () => {
    preloadedFiles = append.mock.calls.map(([{ href }]) => href);
  });
  expect(preloadedFiles).toEqual([chunk, importedChunk]);
});

test('before a retry, replaces the cached copies of all files of the chunk', async () => {
  const file = 'data:text/javascript,export const isLoaded = true';
  vi.stubGlobal('__CHUNK_FILES__', { 'pages/d': [file, importedChunk] });
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
    [importedChunk, init],
  ]);
});

test('loads a chunk once, and again after a failure', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('not loaded'));
  load.mockResolvedValue('module');
  await expect(loadChunk('pages/e', load)).rejects.toThrow('not loaded');

  const results = [loadChunk('pages/e', load), loadChunk('pages/e', load)];
  expect(await Promise.all(results)).toEqual(['module', 'module']);
  expect(await loadChunk('pages/e', load)).toBe('module');
  expect(load).toHaveBeenCalledTimes(2);
});

test.each([
  [404, true],
  [503, false],
])(
  'after a response with the status %i, the chunk counts as missing: %s',
  async (status, expected) => {
    const name = `pages/${status}`;
    vi.stubGlobal('__CHUNK_FILES__', { [name]: [chunk, importedChunk] });
    vi.stubGlobal('fetch', async () => new Response('', { status }));

    let wasMissing: boolean | undefined;
    const unsubscribe = onChunkFailure(() => {
      wasMissing = isChunkMissing(name);
    });

    await expect(loadChunk(name, fail)).rejects.toThrow();
    unsubscribe();

    expect(wasMissing).toBe(expected);
    expect(isChunkMissing('pages/f')).toBe(false);
  },
);
