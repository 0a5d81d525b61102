import { expect, test, vi } from 'vitest';
import { requestLock } from '../../../src/async/request-lock.ts';

/** As Chromium rejects the request of a paused page. */
const pausedError = new Error('The provided callback is no longer runnable.');

/** Creates locks that reject with these errors, one a request, before they grant. */
function createLocks(...errors: Error[]) {
  const request = vi.fn(async (_name, _options, work) => {
    const error = errors.shift();
    if (error) throw error;
    return work({ name: 'a' });
  });
  return { request } as unknown as LockManager;
}

test('a lock is requested again if the page was paused', async () => {
  const locks = createLocks(pausedError, pausedError);
  const work = vi.fn(() => 'result');
  expect(await requestLock(locks, 'a', {}, work)).toBe('result');
  expect(work).toHaveBeenCalledOnce();
});

test('a request that always fails is given up', async () => {
  const locks = createLocks(...Array(9).fill(pausedError));
  const request = requestLock(locks, 'a', {}, vi.fn());
  await expect(request).rejects.toBe(pausedError);
  expect(locks.request).toHaveBeenCalledTimes(5);
});

test('a lock that the browser refuses is requested only once', async () => {
  const refusal = new DOMException('', 'SecurityError');
  const locks = createLocks(refusal);
  const request = requestLock(locks, 'a', {}, vi.fn());
  await expect(request).rejects.toBe(refusal);
  expect(locks.request).toHaveBeenCalledOnce();
});

test('work that fails is not repeated', async () => {
  const failure = new Error('The work has failed');
  const work = vi.fn().mockRejectedValue(failure);
  const request = requestLock(createLocks(), 'a', {}, work);
  await expect(request).rejects.toBe(failure);
  expect(work).toHaveBeenCalledOnce();
});
