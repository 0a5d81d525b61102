import { beforeEach, expect, test, vi } from 'vitest';
import { postpone, refuse } from '../../src/outbox/submission.ts';
import { change, hold, one, pass, readAll } from './page.ts';

const two = { ...one, id: 'id-2' };

let live: typeof import('../../src/outbox/live.ts');
const listener = vi.fn();

beforeEach(async () => {
  listener.mockReset();
  live = await import('../../src/outbox/live.ts');
});

async function begin(...given: Parameters<typeof hold>) {
  hold(...given);
  const stop = live.follow(listener);
  await pass();
  return stop;
}

test('all who follow share one read a change', async () => {
  const stop = await begin([one]);
  const other = vi.fn();
  live.follow(other);
  await change([one, two]);
  expect(readAll).toHaveBeenCalledTimes(2);
  expect(other).toHaveBeenCalledTimes(1);
  stop();
  await change([two]);
  expect(listener).toHaveBeenCalledTimes(2);
  expect(other).toHaveBeenCalledTimes(2);
});

test('it tells of each how far it has come', async () => {
  const refused = refuse(two, 3, 'permission-denied');
  const newer = { ...one, id: 'newer', version: 99 };
  await begin([one, refused, newer], ['sent']);
  const { unsent, statuses, sending } = live.currentOutbox() ?? {};
  expect(unsent).toEqual([one, refused]);
  expect([...(statuses ?? [])].sort()).toEqual([
    ['id-1', 'queued'],
    ['id-2', 'refused'],
    ['newer', 'queued'],
    ['sent', 'sent'],
  ]);
  expect(sending).toBe('open page');
});

test('what has not changed stays the same object', async () => {
  await begin([one, two]);
  const before = live.currentOutbox()?.unsent;
  const tried = postpone(two, 3, 1000, 'unknown');
  await change([{ ...one }, tried]);
  const after = live.currentOutbox()?.unsent;
  expect(after?.[0]).toBe(before?.[0]);
  expect(after?.[1]).toBe(tried);
});

test('what cannot be read is shown as it was and read again, less and less often', async () => {
  await begin([one]);
  await change(undefined);
  expect(live.currentOutbox()?.unsent).toEqual([one]);
  for (const pause of [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
    readAll.mockClear();
    await pass(pause - 1);
    expect(readAll).not.toHaveBeenCalled();
    await pass(1);
    expect(readAll).toHaveBeenCalledTimes(1);
  }
  await change([two]);
  expect(live.currentOutbox()?.unsent).toEqual([two]);
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  ['online', true],
  ['offline', false],
])('Background Sync that sends is told of: %s', async (says, onLine) => {
  const register = vi.fn(async () => undefined);
  const ready = Promise.resolve({ sync: { register } });
  vi.stubGlobal('navigator', { onLine, serviceWorker: { ready } });
  await begin([one]);
  const { requestSync } = await import('../../src/outbox/background-sync.ts');
  await requestSync();
  expect(register).toHaveBeenCalledWith('pear-outbox');
  expect(live.currentOutbox()?.sending).toBe(says);
  register.mockRejectedValue(new Error('Not allowed'));
  await requestSync();
  expect(live.currentOutbox()?.sending).toBe('open page');
});
