import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withLock, withLocks } from '../../src/outbox/lock.ts';
import { createLocks } from './locks.ts';

beforeEach(() => {
  vi.stubGlobal('navigator', { locks: createLocks().lockManagerFor() });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const waitForTasks = () => new Promise(setImmediate);

test('F34: steals the lock of a frozen holder after 40 seconds', async () => {
  withLock('id', () => new Promise(() => {})).catch(() => undefined);
  let end = (_: string) => {};
  const work = vi.fn(() => new Promise<string>((resolve) => (end = resolve)));
  const result = withLock('id', work);
  vi.advanceTimersByTime(39_999);
  await waitForTasks();
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  await waitForTasks();
  const nextWork = vi.fn(async () => 'next');
  const nextResult = withLock('id', nextWork);
  await waitForTasks();
  expect(nextWork).not.toHaveBeenCalled();
  end('done');
  expect(await Promise.all([result, nextResult])).toEqual(['done', 'next']);
  expect(work).toHaveBeenCalledTimes(1);
});

test('acquires several locks without a deadlock', async () => {
  const work = vi.fn(async () => undefined);
  void withLocks(['a', 'b'], work);
  void withLocks(['b', 'a'], work);
  await waitForTasks();
  expect(work).toHaveBeenCalledTimes(2);
});
