import 'fake-indexeddb/auto';
import { IDBFactory as FakeFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSubmission } from '../../src/outbox/submission.ts';

type Store = typeof import('../../src/outbox/store.ts');

let store: Store;

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new FakeFactory());
  vi.resetModules();
  store = await import('../../src/outbox/store.ts');
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const opens = () => vi.spyOn(FakeFactory.prototype, 'open');

test('the database is opened once for all', async () => {
  const open = opens();
  await Promise.all([store.keys(), store.list(), store.read('id')]);
  await store.keys();
  expect(open).toHaveBeenCalledTimes(1);
  expect(open).toHaveBeenCalledWith('pear', 1);
});

test('an open that hangs is given up after five seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const open = opens().mockImplementationOnce(() => new IDBOpenDBRequest());
  let said = '';
  const reading = store.keys().catch((error: Error) => {
    said = error.message;
  });
  vi.advanceTimersByTime(4999);
  await new Promise((turn) => setImmediate(turn));
  expect(said).toBe('');
  vi.advanceTimersByTime(1);
  await reading;
  expect(said).toBe('The database did not answer in time');
  vi.useRealTimers();
  expect(await store.keys()).toEqual([]);
  expect(open).toHaveBeenCalledTimes(2);
});

test('a newer version elsewhere need not wait for us', async () => {
  await store.keys();
  const blocked = vi.fn();
  const newer = await openDB('pear', 2, { blocked });
  expect(newer.version).toBe(2);
  expect(blocked).not.toHaveBeenCalled();
  newer.close();
});

test.each(['InvalidStateError', 'UnknownError', 'AbortError'])(
  'after a %s the work is done on a new handle, one for all',
  async (name) => {
    const open = opens();
    await store.keys();
    const lose = () => {
      throw new DOMException('Lost', name);
    };
    vi.spyOn(IDBDatabase.prototype, 'transaction')
      .mockImplementationOnce(lose)
      .mockImplementationOnce(lose);
    const both = await Promise.all([store.keys(), store.keys()]);
    expect(both).toEqual([[], []]);
    expect(open).toHaveBeenCalledTimes(2);
  },
);

test('a handle is replaced twice at the most', async () => {
  const open = opens();
  await store.keys();
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('Lost', 'InvalidStateError');
  });
  await expect(store.keys()).rejects.toThrow('Lost');
  expect(open).toHaveBeenCalledTimes(3);
});

test.each([
  new DOMException('The disk is full', 'QuotaExceededError'),
  Object.assign(new Error('Not of the browser'), { name: 'UnknownError' }),
])('%s is no lost handle', async (error) => {
  const open = opens();
  await store.keys();
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw error;
  });
  await expect(store.keys()).rejects.toThrow(error.message);
  expect(await store.keys()).toEqual([]);
  expect(open).toHaveBeenCalledTimes(1);
});

test('a read that hangs is given up after ten seconds', async () => {
  await store.keys();
  vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(
    () => new IDBRequest(),
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const reading = store.keys().catch((error: Error) => error.message);
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise((done) => setImmediate(done));
  }
  vi.advanceTimersByTime(10_000);
  expect(await reading).toBe('The database did not answer in time');
});

test('the same words are found by their form', async () => {
  const one = createSubmission('id-1', 'careers', { message: 'Hello' }, 0);
  await store.add(one);
  expect(await store.add({ ...one, id: 'id-2' })).toBe('id-1');
});

test('receipts are made, dropped and read by time', async () => {
  for (let n = 0; n < 250; n += 1) await store.settle(`id-${n}`, 1000 - n);
  expect(await store.hasReceipt('id-249')).toBe(true);
  await store.settle('last', 2000);
  // One too many: the oldest go, down to the two hundred that are kept.
  expect(await store.hasReceipt('id-249')).toBe(false);
  expect(await store.hasReceipt('id-199')).toBe(false);
  expect(await store.hasReceipt('id-198')).toBe(true);
  expect(await store.hasReceipt('last')).toBe(true);
  expect(await store.hasReceipt('never')).toBe(false);
});
