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

/** Work that goes on until the test ends it. */
function endless() {
  let end: (result: unknown) => void = () => {};
  const work = vi.fn(() => new Promise((resolve) => (end = resolve)));
  return { work, end: (result: unknown) => end(result) };
}

const fail = () => Promise.reject(new Error('No.'));

/** Lets all that is ready go on. */
const settle = () => new Promise((done) => setImmediate(done));

test('F34 a holder that is frozen is passed over after forty seconds', async () => {
  whileLocked('id', endless().work).catch(() => undefined);
  await settle();
  const { work, end } = endless();
  const second = whileLocked('id', work);
  vi.advanceTimersByTime(39_999);
  await settle();
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  await settle();
  // The lock is its own from then on.
  const next = vi.fn(async () => 'next');
  const third = whileLocked('id', next);
  await settle();
  expect(next).not.toHaveBeenCalled();
  end('done');
  expect(await Promise.all([second, third])).toEqual(['done', 'next']);
  expect(work).toHaveBeenCalledTimes(1);
});

test('work that fails is not done again, however long it took', async () => {
  const { work, end } = endless();
  const working = whileLocked('id', work).catch(
    (error: Error) => error.message,
  );
  await settle();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(40_000);
  end(fail());
  expect(await working).toBe('No.');
  expect(work).toHaveBeenCalledTimes(1);
});

test('of several locks all are held, and two who take them do not meet', async () => {
  const { work, end } = endless();
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

test('a hold lasts until its end, which is told', async () => {
  const onEnd = vi.fn();
  const end = await takeEditLock('id', onEnd);
  expect(await isEdited('id')).toBe(true);
  expect(await isEdited('other')).toBe(false);
  // The name by which pages of other versions hold it.
  const free = { ifAvailable: true };
  const { locks } = navigator;
  expect(await locks.request('pear-edit-id', free, (lock) => lock)).toBe(null);
  expect(onEnd).not.toHaveBeenCalled();
  await end();
  expect(onEnd).toHaveBeenCalledTimes(1);
  expect(await isEdited('id')).toBe(false);
});

test('locks that are refused hold up nothing', async () => {
  vi.stubGlobal('navigator', { locks: { request: fail } });
  const onEnd = vi.fn();
  const end = await takeEditLock('id', onEnd);
  expect(await isEdited('id')).toBe(false);
  await end();
  expect(onEnd).toHaveBeenCalledTimes(1);
  const work = vi.fn(async () => 1);
  expect(await whileLocked('id', work)).toBe(1);
  const failing = vi.fn(fail);
  await expect(whileLocked('id', failing)).rejects.toThrow('No.');
  expect(work).toHaveBeenCalledTimes(1);
  expect(failing).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
});
