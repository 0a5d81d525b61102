import 'fake-indexeddb/auto';
import { IDBFactory as FakeFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSubmission, requeue } from '../../src/outbox/submission.ts';

const now = 1_700_000_000_000;
const one = createSubmission('id-1', 'careers', { message: 'Hello' }, now);
let store: typeof import('../../src/outbox/store.ts');
let open: ReturnType<typeof vi.spyOn>;

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new FakeFactory());
  open = vi.spyOn(FakeFactory.prototype, 'open');
  vi.resetModules();
  store = await import('../../src/outbox/store.ts');
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('a newer release opens it without waiting for us, and leaves it as it is', async () => {
  await store.add(one);
  const blocked = vi.fn();
  const newer = await openDB('pear', 2, { blocked });
  expect(blocked).not.toHaveBeenCalled();
  newer.close();
  expect(await store.keys()).toEqual(['id-1']);
  await store.markDelivered('id-1', now);
  expect(await store.keys()).toEqual([]);
});

const onOpen = () => open.mockImplementation(() => new IDBOpenDBRequest());
const onRequest = (name: 'getAll' | 'put') =>
  vi
    .spyOn(IDBObjectStore.prototype, name)
    .mockImplementation(() => new IDBRequest());

test.each([
  ['an open', onOpen, 5000, 0, () => store.keys()],
  ['a read', () => onRequest('getAll'), 10_000, 1, () => store.keys()],
  ['a write', () => onRequest('put'), 10_000, 1, () => store.add(one)],
])('%s that hangs is undone', async (_, hang, limit, aborts, work) => {
  if (aborts > 0) await store.keys();
  const abort = vi.spyOn(IDBTransaction.prototype, 'abort');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  hang();
  const said = vi.fn();
  const working = work().catch(({ message }) => said(message));
  for (const wait of [limit - 1, 1]) {
    for (let turn = 0; turn < 9; turn += 1) {
      await new Promise((done) => setImmediate(done));
    }
    expect(said).not.toHaveBeenCalled();
    vi.advanceTimersByTime(wait);
  }
  await working;
  expect(said).toHaveBeenCalledWith('The database did not answer in time');
  expect(abort).toHaveBeenCalledTimes(aborts);
  vi.useRealTimers();
  vi.restoreAllMocks();
  expect(await store.keys()).toEqual([]);
});

/** So many transactions fail, and then none. */
function failTransactions(error: Error, times: number) {
  const spy = vi.spyOn(IDBDatabase.prototype, 'transaction');
  for (let n = 0; n < times; n += 1) {
    spy.mockImplementationOnce(() => {
      throw error;
    });
  }
}

const losses = ['InvalidStateError', 'UnknownError', 'AbortError'];
test.each(losses)('F38 after a %s one new handle is for all', async (name) => {
  await store.add(one);
  failTransactions(new DOMException('Lost', name), 2);
  const both = await Promise.all([store.keys(), store.keys()]);
  expect(both).toEqual([['id-1'], ['id-1']]);
  expect(open).toHaveBeenCalledTimes(2);
});

test('a handle is replaced twice at the most, and none lost is kept', async () => {
  await store.add(one);
  const lost = new DOMException('Lost', 'InvalidStateError');
  failTransactions(lost, 3);
  await expect(store.keys()).rejects.toThrow('Lost');
  expect(open).toHaveBeenCalledTimes(3);
  expect(await store.keys()).toEqual(['id-1']);
  expect(open).toHaveBeenCalledTimes(4);
});

test.each([
  new DOMException('The disk is full', 'QuotaExceededError'),
  Object.assign(new Error('Not of the browser'), { name: 'UnknownError' }),
])('%s is no lost handle', async (error) => {
  await store.keys();
  failTransactions(error, 1);
  await expect(store.keys()).rejects.toThrow(error.message);
  expect(await store.keys()).toEqual([]);
  expect(open).toHaveBeenCalledTimes(1);
});

test.each<[string, string, () => Promise<unknown>]>([
  ['strict', 'adding', () => store.add(one)],
  [
    'strict',
    'changing',
    () => store.change('id-1', (found) => requeue(found, now)),
  ],
  ['strict', 'discarding', () => store.discard('id-1')],
  ['strict', 'clearing', () => store.clear(['id-1'])],
  // What a power cut undoes of it is sent again.
  ['relaxed', 'settling', () => store.markDelivered('id-1', now)],
])('%s durability: %s', async (durability, _, write) => {
  await store.add(one);
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await write();
  const writing = transaction.mock.calls.filter(([, mode]) => mode);
  expect(writing).toEqual([[expect.anything(), 'readwrite', { durability }]]);
});

test('what is edited goes where its new words have been delivered', async () => {
  const edited = createSubmission('id-0', 'careers', { message: 'Hi' }, now);
  await store.add(edited);
  await store.markDelivered('id-1', now);
  expect(await store.add(one, 'id-0')).toBe('id-1');
  expect(await store.keys()).toEqual([]);
});

test('an update does not bring back what is gone', async () => {
  await store.change('id-1', () => one);
  expect(await store.keys()).toEqual([]);
});

/** Which of these have a receipt. */
async function receiptsOf(...ids: string[]) {
  const has = await Promise.all(ids.map(store.hasReceipt));
  return ids.filter((_, index) => has[index]);
}

test('of many receipts the newest are kept, by their time', async () => {
  for (let n = 0; n < 200; n += 1) {
    await store.markDelivered(`id-${n}`, now - n);
  }
  expect(await receiptsOf('id-199', 'unknown')).toEqual(['id-199']);
  await store.markDelivered('last', now + 1);
  const kept = await receiptsOf('id-199', 'id-198', 'last');
  expect(kept).toEqual(['id-198', 'last']);
});

test('a clear that fails removes nothing', async () => {
  await store.add(one);
  await store.markDelivered('sent', now);
  vi.spyOn(IDBObjectStore.prototype, 'clear').mockImplementation(() => {
    throw new DOMException('As the test has it', 'DataError');
  });
  await expect(store.clear(['id-1'])).rejects.toThrow();
  expect(await store.readAll()).toEqual({
    submissions: [one],
    delivered: ['sent'],
  });
});

test('a full disk does not keep the receipt out', async () => {
  for (let n = 0; n < 30; n += 1)
    await store.markDelivered(`old-${n}`, now + n);
  await store.add(one);
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  });
  await store.markDelivered('id-1', now + 100);
  const kept = await receiptsOf('id-1', 'old-29', 'old-0');
  expect(kept).toEqual(['id-1', 'old-29']);
  expect(await store.keys()).toEqual([]);
});

test('what is unsent is listed oldest first, without what is not whole', async () => {
  for (const [createdAt, id] of ['b', 'c', 'a', 'd'].entries()) {
    const version = id === 'd' ? 99 : 1;
    await store.add({ ...one, id, form: id, createdAt, version });
  }
  const found = await store.listUnsent();
  expect(found.map(({ id }) => id)).toEqual(['b', 'c', 'a']);
  expect(await store.keys()).toEqual(['b', 'c', 'a', 'd']);
});
