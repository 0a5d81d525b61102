import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isBeingEdited, takeEditLock } from '../../src/outbox/edit-lock.ts';
import { whileAllLocked, whileLocked } from '../../src/outbox/lock.ts';
import { createLocks } from './locks.ts';

beforeEach(() => {
  vi.stubGlobal('navigator', { locks: createLocks().lockManagerFor() });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Returns an asynchronous function that runs until the test calls `end`. */
function createWork() {
  let end: (result: unknown) => void = () => {};
  const work = vi.fn(() => new Promise((resolve) => (end = resolve)));
  return { work, end: (result: unknown) => end(result) };
}

const rejectWork = () => Promise.reject(new Error('No.'));
const waitForTasks = () => new Promise((resolve) => setImmediate(resolve));

test('F34: steals the lock of a frozen holder after 40 seconds', async () => {
  whileLocked('id', createWork().work).catch(() => undefined);
  await waitForTasks();
  const { work, end } = createWork();
  const second = whileLocked('id', work);
  vi.advanceTimersByTime(39_999);
  await waitForTasks();
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  await waitForTasks();
  const nextWork = vi.fn(async () => 'next');
  const third = whileLocked('id', nextWork);
  await waitForTasks();
  expect(nextWork).not.toHaveBeenCalled();
  end('done');
  expect(await Promise.all([second, third])).toEqual(['done', 'next']);
  expect(work).toHaveBeenCalledTimes(1);
});

test('acquires several locks without a deadlock', async () => {
  const { work, end } = createWork();
  const first = whileAllLocked(['a', 'b'], work);
  const nextWork = vi.fn(async () => 2);
  const second = whileAllLocked(['b', 'a'], nextWork);
  await waitForTasks();
  const otherWork = vi.fn(async () => 3);
  const third = whileLocked('b', otherWork);
  await waitForTasks();
  expect(work).toHaveBeenCalled();
  expect(nextWork).not.toHaveBeenCalled();
  expect(otherWork).not.toHaveBeenCalled();
  end(1);
  expect(await Promise.all([first, second, third])).toEqual([1, 2, 3]);
});

test('holds an edit lock until its release, and then calls onEnd', async () => {
  const onEnd = vi.fn();
  const release = await takeEditLock('id', onEnd);
  expect(await isBeingEdited('id')).toBe(true);
  expect(await isBeingEdited('other')).toBe(false);
  // Pages of other releases use the same lock name, so it must not change.
  const lockOptions = { ifAvailable: true };
  const { locks } = navigator;
  expect(await locks.request('pear-edit-id', lockOptions, (l) => l)).toBe(null);
  expect(onEnd).not.toHaveBeenCalled();
  await release();
  expect(onEnd).toHaveBeenCalledTimes(1);
  expect(await isBeingEdited('id')).toBe(false);
});

test('works without locks if the browser refuses them', async () => {
  vi.stubGlobal('navigator', { locks: { request: rejectWork } });
  const onEnd = vi.fn();
  const release = await takeEditLock('id', onEnd);
  expect(await isBeingEdited('id')).toBe(false);
  await release();
  expect(onEnd).toHaveBeenCalledTimes(1);
  const work = vi.fn(async () => 1);
  expect(await whileLocked('id', work)).toBe(1);
  const failingWork = vi.fn(rejectWork);
  await expect(whileLocked('id', failingWork)).rejects.toThrow('No.');
  expect(work).toHaveBeenCalledTimes(1);
  expect(failingWork).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
});
