import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coalesce } from '../../../src/async/coalesce.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

test('all calls made while a run is active cause exactly one further run', async () => {
  let finish = () => {};
  const work = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  );
  const run = coalesce(work);

  for (let call = 0; call < 6; call += 1) run();
  expect(work).toHaveBeenCalledTimes(1);

  for (let turn = 0; turn < 2; turn += 1) {
    finish();
    await Promise.resolve();
    await Promise.resolve();
    expect(work).toHaveBeenCalledTimes(2);
  }

  run();
  expect(work).toHaveBeenCalledTimes(3);
});
