import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createSubmission,
  postpone,
  refuse,
  type Submission,
} from '../../src/outbox/submission.ts';

const one = createSubmission('one', 'careers', { message: 'Hello' }, 1);
const two = createSubmission('two', 'careers', { message: 'Hi' }, 2);

let live: typeof import('../../src/outbox/live.ts');
const readAll = vi.fn();
const listener = vi.fn();
let changed = () => {};

beforeEach(async () => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  vi.stubGlobal('addEventListener', () => undefined);
  readAll.mockReset();
  listener.mockReset();
  const subscribe = (given: () => void) => {
    changed = given;
  };
  vi.doMock('../../src/outbox/store.ts', () => ({ readAll }));
  vi.doMock('../../src/outbox/changes.ts', () => ({ subscribe }));
  vi.resetModules();
  live = await import('../../src/outbox/live.ts');
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What the next read finds. */
function holds(submissions: Submission[], delivered: string[] = []) {
  readAll.mockResolvedValueOnce({ submissions, delivered });
}

async function change(submissions: Submission[], delivered: string[] = []) {
  holds(submissions, delivered);
  changed();
  await vi.advanceTimersByTimeAsync(0);
}

async function begin(submissions: Submission[], delivered: string[] = []) {
  holds(submissions, delivered);
  const stop = live.follow(listener);
  await vi.advanceTimersByTimeAsync(0);
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
  const newer = { ...one, id: 'three', version: 99 };
  await begin([one, refused, newer], ['four']);
  const { unsent, statuses, sending } = live.currentOutbox() ?? {};
  expect(unsent).toEqual([one, refused]);
  expect(Object.fromEntries(statuses ?? [])).toEqual({
    one: 'queued',
    two: 'refused',
    three: 'queued',
    four: 'sent',
  });
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
  readAll.mockRejectedValue(new Error('The disk does not answer'));
  changed();
  await vi.advanceTimersByTimeAsync(0);
  expect(live.currentOutbox()?.unsent).toEqual([one]);
  for (const pause of [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
    const before = readAll.mock.calls.length;
    await vi.advanceTimersByTimeAsync(pause - 1);
    expect(readAll).toHaveBeenCalledTimes(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(readAll).toHaveBeenCalledTimes(before + 1);
  }
  readAll.mockReset();
  await change([two]);
  expect(live.currentOutbox()?.unsent).toEqual([two]);
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  ['online', true],
  ['offline', false],
])(
  'where the browser has promised to send, it says so: %s',
  async (says, onLine) => {
    const register = vi.fn(async () => undefined);
    const ready = Promise.resolve({ sync: { register } });
    vi.stubGlobal('navigator', { onLine, serviceWorker: { ready } });
    await begin([one]);
    const sync = await import('../../src/outbox/background-sync.ts');
    await sync.requestSync();
    expect(live.currentOutbox()?.sending).toBe(says);
    register.mockRejectedValue(new Error('Not allowed'));
    await sync.requestSync();
    expect(live.currentOutbox()?.sending).toBe('open page');
  },
);
