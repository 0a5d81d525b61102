import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as store from '../../src/outbox/store.ts';
import {
  createSubmission,
  requeue,
  type Submission,
} from '../../src/outbox/submission.ts';

const now = 1_700_000_000_000;
let one: Submission;

beforeEach(async () => {
  const id = crypto.randomUUID();
  one = createSubmission(id, 'careers', { message: 'Hello' }, now);
  for (const id of await store.keys()) await store.discard(id);
});

afterEach(() => vi.restoreAllMocks());

test.each<[string, string, () => Promise<unknown>]>([
  ['strict', 'adding', () => store.add(one)],
  [
    'strict',
    'changing',
    () => store.change(one.id, (found) => requeue(found, now)),
  ],
  ['strict', 'discarding', () => store.discard(one.id)],
  // What a power cut undoes of it is sent again.
  ['relaxed', 'settling', () => store.settle(one.id, now)],
])('%s durability: %s', async (durability, _, write) => {
  await store.add(one);
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await write();
  const writing = transaction.mock.calls.filter(
    ([, mode]) => mode !== undefined,
  );
  expect(writing).toHaveLength(1);
  for (const [, mode, options] of writing) {
    expect(mode).toBe('readwrite');
    expect(options).toEqual({ durability });
  }
});

test('a handle that was closed under us is opened anew', async () => {
  await store.add(one);
  const { transaction } = IDBDatabase.prototype;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(
    function (this: IDBDatabase, ...given) {
      this.close();
      return transaction.apply(this, given);
    },
  );
  expect(await store.keys()).toEqual([one.id]);
});

test('a handle that was lost too often is not kept', async () => {
  await store.add(one);
  const { transaction } = IDBDatabase.prototype;
  const spy = vi.spyOn(IDBDatabase.prototype, 'transaction');
  spy.mockImplementation(function (this: IDBDatabase, ...given) {
    this.close();
    return transaction.apply(this, given);
  });
  await expect(store.keys()).rejects.toThrow();
  spy.mockRestore();
  const used = vi.spyOn(IDBDatabase.prototype, 'transaction');
  expect(await store.keys()).toEqual([one.id]);
  expect(used).toHaveBeenCalledTimes(1);
});

test('what aborts after its request succeeded has not been saved', async () => {
  await store.keys();
  const { put } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...given
  ) {
    const request = put.apply(this, given);
    request.addEventListener('success', () => this.transaction.abort());
    return request;
  });
  await expect(store.add(one)).rejects.toThrow();
  expect(await store.keys()).toEqual([]);
});

test('what replaces a message that has gone is not kept: it could double', async () => {
  await store.add(one);
  await store.settle(one.id, now);
  const edited = { ...one, id: 'edited', values: { message: 'Hello again' } };
  expect(await store.add(edited, one.id)).toBeUndefined();
  expect(await store.keys()).toEqual([]);
});

test('what has been delivered is not kept again', async () => {
  await store.add(one);
  await store.settle(one.id, now);
  expect(await store.add(one)).toBe(one.id);
  expect(await store.keys()).toEqual([]);
});

test('of many receipts the newest are kept', async () => {
  for (let n = 0; n < 260; n += 1)
    await store.settle(`many-${n}`, now - 1000 + n);
  expect(await store.hasReceipt('many-0')).toBe(false);
  expect(await store.hasReceipt('many-60')).toBe(true);
  expect(await store.hasReceipt('many-259')).toBe(true);
});

test('a full disk does not keep the receipt out', async () => {
  for (let n = 0; n < 30; n += 1) await store.settle(`old-${n}`, now + n);
  await store.add(one);
  const { put } = IDBObjectStore.prototype;
  let failures = 0;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...given
  ) {
    if (failures > 0) return put.apply(this, given);
    failures += 1;
    throw new DOMException('The disk is full', 'QuotaExceededError');
  });
  await store.settle(one.id, now + 100);
  expect(await store.hasReceipt(one.id)).toBe(true);
  expect(await store.hasReceipt('old-29')).toBe(true);
  expect(await store.hasReceipt('old-0')).toBe(false);
  expect(await store.keys()).toEqual([]);
});

test('an update does not bring back what is gone', async () => {
  await store.add(one);
  await store.discard(one.id);
  await store.update(one);
  expect(await store.keys()).toEqual([]);
});

/** A put that neither succeeds nor fails. */
function hangPuts() {
  return vi
    .spyOn(IDBObjectStore.prototype, 'put')
    .mockImplementation(() => new IDBRequest());
}

test('a write that hangs is given up after ten seconds, and undone', async () => {
  await store.keys();
  const abort = vi.spyOn(IDBTransaction.prototype, 'abort');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const puts = hangPuts();
  const adding = store.add(one).catch((error: Error) => error.message);
  await vi.waitFor(() => expect(puts).toHaveBeenCalled());
  vi.advanceTimersByTime(9000);
  expect(abort).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  vi.useRealTimers();
  expect(await adding).toBe('The database did not answer in time');
  expect(abort).toHaveBeenCalledTimes(1);
  puts.mockRestore();
  expect(await store.keys()).toEqual([]);
});

test.each([
  ['words', { values: null }],
  ['a form', { form: undefined }],
  ['a time', { createdAt: Number.NaN }],
])(
  'a record without %s neither breaks nor repeats another',
  async (_, part) => {
    await store.add(one);
    await store.change(
      one.id,
      (found) => ({ ...found, ...part }) as Submission,
    );
    const two = { ...one, id: crypto.randomUUID() };
    expect(await store.add(two)).toBe(two.id);
  },
);
