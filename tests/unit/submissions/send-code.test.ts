import { beforeEach, expect, test, vi } from 'vitest';

const loadChunk = vi.fn();
const prefetchChunk = vi.fn();
let sendCode: typeof import('../../../src/submissions/send-code.ts');

beforeEach(async () => {
  prefetchChunk.mockReset().mockResolvedValue(undefined);
  loadChunk.mockReset().mockResolvedValue({ send: async () => 'sent' });
  vi.doMock('../../../src/async/load-chunk.ts', async (importOriginal) => {
    return { ...(await importOriginal()), loadChunk, prefetchChunk };
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

test('reports that the code is missing, and sends once it has loaded', async () => {
  const submission = {} as never;
  loadChunk.mockRejectedValueOnce(new Error('No network'));
  const outcome = await sendCode.sendFromPage(submission);
  expect(outcome).toEqual({ kind: 'later', error: 'no-code' });
  expect(await sendCode.sendFromPage(submission)).toBe('sent');
});

test('without the code that sends and a worker, the page can deliver only after a reload', async () => {
  const { ChunkFailure } = await import('../../../src/async/load-chunk.ts');
  const missingCode = await import('../../../src/submissions/missing-code.ts');
  const listener = vi.fn();
  missingCode.onMissingCode(listener);
  for (const kind of ['network', 'missing'] as const) {
    const failure = new ChunkFailure(kind, '/static/js/send-1.js');
    loadChunk.mockRejectedValueOnce(failure);
    await expect(sendCode.loadSendCode()).rejects.toBe(failure);
    expect(missingCode.needsReload()).toBe(kind === 'missing');
    const nextLoad = sendCode.loadSendCode();
    if (kind === 'missing') await expect(nextLoad).rejects.toBe(failure);
    else expect(await nextLoad).toHaveProperty('send');
  }
  expect(listener).toHaveBeenCalledOnce();

  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } });
  expect(missingCode.needsReload()).toBe(false);
  const failure = missingCode.findChunkFailure('delivery');
  missingCode.recordMissingCode('triggers', failure);
  expect(missingCode.needsReload()).toBe(true);
});
