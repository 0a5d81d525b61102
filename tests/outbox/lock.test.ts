import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isEdited, takeEditLock } from '../../src/outbox/edit-lock.ts';
import { whileAllLocked, whileLocked } from '../../src/outbox/lock.ts';
import { createLocks } from './locks.ts';

beforeEach(() => {
  vi.stubGlobal('navigator', { locks: createLocks().locksOf() });
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

const fail = () => Promise.reject(new Error('No.'));
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('F34: steals the lock of a frozen holder after 40 seconds', async () => {
  whileLocked('id', createWork().work).catch(() => undefined);
  await settle();
  const { work, end } = createWork();
  const second = whileLocked('id', work);
  vi.advanceTimersByTime(39_999);
  await settle();
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  await settle();
  const next = vi.fn(async () => 'next');
  const third = whileLocked('id', next);
  await settle();
  expect(next).not.toHaveBeenCalled();
  end('done');
  expect(await Promise.all([second, third])).toEqual(['done', 'next']);
  expect(work).toHaveBeenCalledTimes(1);
});

test('acquires several locks without a deadlock', async () => {
  const { work, end } = createWork();
  const first = whileAllLocked(['a', 'b'], work);
  const next = vi.fn(async () => 2);
  const second = whileAllLocked(['b', 'a'], next);
  await settle();
  const other = vi.fn(async () => 3);
  const third = whileLocked('b', other);
  await settle();
  expect(work).toHaveBeenCalled();
  expect(next).not.toHaveBeenCalled();
  expect(other).not.toHaveBeenCalled();
  end(1);
  expect(await Promise.all([first, second, third])).toEqual([1, 2, 3]);
});

test('holds an edit lock until its release, and then calls onEnd', async () => {
  const onEnd = vi.fn();
  const release = await takeEditLock('id', onEnd);
  expect(await isEdited('id')).toBe(true);
  expect(await isEdited('other')).toBe(false);
  // The name must not change, because pages of other releases use it too.
  const options = { ifAvailable: true };
  const { locks } = navigator;
  expect(await locks.request('pear-edit-id', options, (l) => l)).toBe(null);
  expect(onEnd).not.toHaveBeenCalled();
  await release();
  expect(onEnd).toHaveBeenCalledTimes(1);
  expect(await isEdited('id')).toBe(false);
});

test('works without locks if the browser refuses them', async () => {
  vi.stubGlobal('navigator', { locks: { request: fail } });
  const onEnd = vi.fn();
  const release = await takeEditLock('id', onEnd);
  expect(await isEdited('id')).toBe(false);
  await release();
  expect(onEnd).toHaveBeenCalledTimes(1);
  const work = vi.fn(async () => 1);
  expect(await whileLocked('id', work)).toBe(1);
  const failing = vi.fn(fail);
  await expect(whileLocked('id', failing)).rejects.toThrow('No.');
  expect(work).toHaveBeenCalledTimes(1);
  expect(failing).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
});
