import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { follow } from '../../src/outbox/status.ts';

const read = vi.hoisted(() => vi.fn());
const subscribe = vi.hoisted(() => vi.fn());
vi.mock('../../src/outbox/store.ts', () => ({ read, hasReceipt: vi.fn() }));
vi.mock('../../src/outbox/changes.ts', () => ({ subscribe }));

const listener = vi.fn();
const unsubscribe = vi.fn();
/** What ends each read, in turn: with a state, or without an answer. */
let reads: ((state?: string) => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  reads = [];
  for (const mock of [listener, unsubscribe]) mock.mockReset();
  subscribe.mockReset().mockReturnValue(unsubscribe);
  const answered = () =>
    new Promise<string | undefined>((resolve) => reads.push(resolve));
  read.mockReset().mockImplementation(async () => {
    const state = await answered();
    if (!state) throw new Error('The disk does not answer');
    return { state };
  });
});

afterEach(() => vi.useRealTimers());

/** The outbox has changed. */
const change = () => subscribe.mock.calls[0]?.[0]();

async function answer(turn: number, state?: string) {
  reads[turn]?.(state);
  await vi.advanceTimersByTimeAsync(0);
}

test('an answer that a newer one has overtaken is not announced', async () => {
  follow('id', listener);
  change();
  await answer(1, 'failed');
  await answer(0, 'queued');
  expect(listener.mock.calls).toEqual([['failed']]);
});

test('what has been sent stays so, whatever is forgotten later', async () => {
  follow('id', listener);
  await answer(0, 'sent');
  change();
  await answer(1, 'gone');
  expect(unsubscribe).toHaveBeenCalledTimes(1);
  expect(listener.mock.calls).toEqual([['sent']]);
});

test('what cannot be read is read again, less and less often', async () => {
  follow('id', listener);
  await answer(0);
  for (const wait of [500, 1000]) {
    const before = reads.length;
    await vi.advanceTimersByTimeAsync(wait - 1);
    expect(reads).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(reads).toHaveLength(before + 1);
    await answer(before);
  }
  change();
  await answer(3, 'queued');
  expect(listener.mock.calls).toEqual([['queued']]);
  expect(vi.getTimerCount()).toBe(0);
});

test('while a newer answer is awaited nothing else is asked', async () => {
  follow('id', listener);
  change();
  await answer(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('after the end nothing is asked or told', async () => {
  const stop = follow('id', listener);
  await answer(0);
  expect(vi.getTimerCount()).toBe(1);
  stop();
  expect(vi.getTimerCount()).toBe(0);
  expect(unsubscribe).toHaveBeenCalledTimes(1);
  for (const late of ['queued', undefined]) {
    follow('id', listener)();
    await answer(reads.length - 1, late);
    expect(listener).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  }
});
