import { beforeEach, expect, test, vi } from 'vitest';

const loadChunk = vi.fn();
const prefetchChunk = vi.fn();
const missingChunks = new Set<string>();
let sendCode: typeof import('../../../src/submissions/send-code.ts');

beforeEach(async () => {
  missingChunks.clear();
  prefetchChunk.mockReset().mockResolvedValue(undefined);
  loadChunk.mockReset().mockResolvedValue({ send: async () => 'sent' });
  vi.doMock('../../../src/async/load-chunk.ts', async (importOriginal) => {
    const isChunkMissing = (name: string) => missingChunks.has(name);
    const mocks = { isChunkMissing, loadChunk, prefetchChunk };
    return { ...(await importOriginal()), ...mocks };
  });
  vi.resetModules();
  vi.stubGlobal('navigator', {});
  sendCode = await import('../../../src/submissions/send-code.ts');
});

test('without a worker, prefetches the code that sends, or imports it if prefetching fails', async () => {
  await sendCode.prefetchSendCode();
  expect(prefetchChunk).toHaveBeenCalledExactlyOnceWith('submissions/send');
  expect(loadChunk).not.toHaveBeenCalled();
  prefetchChunk.mockRejectedValue(new Error('No modulepreload'));
  await sendCode.prefetchSendCode();
  expect(loadChunk).toHaveBeenCalledOnce();
});

test('with a worker, a page does not prefetch the code that sends', async () => {
  const getRegistration = async () => ({ active: {} });
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration } });
  await sendCode.prefetchSendCode();
  expect(prefetchChunk).not.toHaveBeenCalled();
});

test('without the code that sends and a worker, the page can deliver only after a reload', async () => {
  const { needsReload } = await import(
    '../../../src/submissions/missing-code.ts'
  );
  expect(needsReload()).toBe(false);

  missingChunks.add('submissions/send');
  expect(needsReload()).toBe(true);
  await expect(sendCode.loadDelivery()).rejects.toThrow();
  expect(loadChunk).not.toHaveBeenCalled();

  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } });
  expect(needsReload()).toBe(false);
  missingChunks.add('app/notices');
  expect(needsReload()).toBe(true);
});
