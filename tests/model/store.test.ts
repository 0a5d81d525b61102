import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as store from '../../src/outbox/store.ts';
import { createSubmission, hold } from '../../src/outbox/submission.ts';

const now = 1_700_000_000_000;
const one = createSubmission('id-1', 'careers', { message: 'Hello' }, now);

beforeEach(async () => {
  for (const id of await store.keys()) await store.discard(id);
});

afterEach(() => vi.restoreAllMocks());

test.each<[string, () => Promise<unknown>]>([
  ['adding', () => store.add(one)],
  ['changing', () => store.change(one.id, (found) => hold(found, now))],
  ['settling', () => store.settle(one.id, now)],
  ['discarding', () => store.discard(one.id)],
])('%s is on disk when it is done', async (_, write) => {
  await store.add(one);
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await write();
  const writing = transaction.mock.calls.filter(
    ([, mode]) => mode !== undefined,
  );
  expect(writing).toHaveLength(1);
  for (const [, mode, options] of writing) {
    expect(mode).toBe('readwrite');
    expect(options).toEqual({ durability: 'strict' });
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

test('an update does not bring back what is gone', async () => {
  await store.add(one);
  await store.discard(one.id);
  await store.update(one);
  expect(await store.keys()).toEqual([]);
});
