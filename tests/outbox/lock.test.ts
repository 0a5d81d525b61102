import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hold, isHeld, whileNobodyDelivers } from '../../src/outbox/lock.ts';
import { createLocks } from './locks.ts';

beforeEach(() => {
  vi.stubGlobal('navigator', { locks: createLocks().locksOf() });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Where locks are not allowed. */
function forbidLocks() {
  const request = async () => {
    throw new DOMException('Not here', 'SecurityError');
  };
  vi.stubGlobal('navigator', { locks: { request } });
}

/** Work that goes on until the test ends it. */
function endless() {
  let end: (result: unknown) => void = () => {};
  const work = vi.fn(() => new Promise((resolve) => (end = resolve)));
  return { work, end: (result: unknown) => end(result) };
}

/** Lets all that is ready go on. */
const settle = () => new Promise((done) => setImmediate(done));

test('a holder that is frozen is passed over after forty seconds', async () => {
  whileNobodyDelivers(endless().work).catch(() => undefined);
  await settle();
  const work = vi.fn(async () => 'done');
  const second = whileNobodyDelivers(work);
  vi.advanceTimersByTime(39_999);
  await settle();
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(await second).toBe('done');
  expect(work).toHaveBeenCalledTimes(1);
});

test('work that fails is not done again, however long it took', async () => {
  const { work, end } = endless();
  const working = whileNobodyDelivers(work).catch(
    (error: Error) => error.message,
  );
  await settle();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(40_000);
  end(Promise.reject(new Error('No.')));
  expect(await working).toBe('No.');
  expect(work).toHaveBeenCalledTimes(1);
});

test('what fails for other reasons than waiting is not done', async () => {
  forbidLocks();
  const work = vi.fn(async () => undefined);
  await expect(whileNobodyDelivers(work)).rejects.toThrow('Not here');
  expect(work).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

test('a hold lasts until its end, which is told', async () => {
  const onEnd = vi.fn();
  const end = await hold('id', onEnd);
  expect(await isHeld('id')).toBe(true);
  expect(await isHeld('other')).toBe(false);
  // The name by which pages of other versions hold it.
  const free = { ifAvailable: true };
  const { locks } = navigator;
  expect(await locks.request('pear-edit-id', free, (lock) => lock)).toBe(null);
  expect(onEnd).not.toHaveBeenCalled();
  await end();
  expect(onEnd).toHaveBeenCalledTimes(1);
  expect(await isHeld('id')).toBe(false);
});

test.each([
  ['forbids', forbidLocks],
  ['lacks', () => vi.stubGlobal('navigator', {})],
])('where the browser %s locks a hold fails nothing', async (_, takeAway) => {
  takeAway();
  const onEnd = vi.fn();
  const end = await hold('id', onEnd);
  await end();
  expect(onEnd).toHaveBeenCalledTimes(1);
});
