import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withLock, withLocks } from '../../src/outbox/lock.ts';
import { createLocks } from './locks.ts';

beforeEach(() => {
  vi.stubGlobal('navigator', { locks: createLocks().createLockManager() });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => vi.useRealTimers());

const waitForTasks = () => new Promise(setImmediate);

test('F34: steals the lock of a frozen process after 40 seconds', async () => {
  withLock('id', () => new Promise(() => {})).catch(() => undefined);
  let endWork = (_: string) => {};
  const callback = vi.fn(
    () => new Promise<string>((resolve) => (endWork = resolve)),
  );
  const result = withLock('id', callback);
  vi.advanceTimersByTime(39_999);
  await waitForTasks();
  expect(callback).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  await waitForTasks();
  const nextCallback = vi.fn(async () => 'next');
  const nextResult = withLock('id', nextCallback);
  await waitForTasks();
  expect(nextCallback).not.toHaveBeenCalled();
  endWork('done');
  expect(await Promise.all([result, nextResult])).toEqual(['done', 'next']);
  expect(callback).toHaveBeenCalledTimes(1);
});

test('acquires several locks without a deadlock', async () => {
  const callback = vi.fn(async () => undefined);
  void withLocks(['a', 'b'], callback);
  void withLocks(['b', 'a'], callback);
  await waitForTasks();
  expect(callback).toHaveBeenCalledTimes(2);
});
