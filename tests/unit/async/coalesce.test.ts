import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coalesce } from '../../../src/async/coalesce.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

test('what asks during the work shares one more turn', async () => {
  let turns = 0;
  let finish = () => {};
  const ask = coalesce(() => {
    turns += 1;
    return new Promise((resolve) => {
      finish = resolve;
    });
  });
  ask();
  for (let more = 0; more < 5; more += 1) ask();
  expect(turns).toBe(1);
  finish();
  await Promise.resolve();
  expect(turns).toBe(2);
  finish();
  await Promise.resolve();
  await Promise.resolve();
  expect(turns).toBe(2);
  ask();
  expect(turns).toBe(3);
});

test.each([
  ['long work takes a tenth of the time', 20, 180],
  ['after work that hung the next is a second later', 60_000, 1000],
])('%s', async (_, takes, rests) => {
  let turns = 0;
  const ask = coalesce(async () => {
    turns += 1;
    vi.advanceTimersByTime(takes);
  });
  ask();
  ask();
  await vi.advanceTimersByTimeAsync(rests - 1);
  expect(turns).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(turns).toBe(2);
});
