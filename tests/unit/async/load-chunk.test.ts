import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadChunk } from '../../../src/async/load-chunk.ts';

beforeEach(() => {
  vi.stubGlobal('document', { addEventListener: () => undefined });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a failure does not wait for a file that never says why', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('__CHUNK_ADDRESSES__', { 'pages/b': '/static/js/b-1.js' });
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const code = () => Promise.reject(new Error('not loaded'));
  const failure = expect(loadChunk('pages/b', code)).rejects.toMatchObject({
    kind: 'network',
    address: '/static/js/b-1.js',
  });
  await vi.advanceTimersByTimeAsync(10_000);
  await failure;
});
