import 'fake-indexeddb/auto';
import { IDBFactory as FakeFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSubmission, requeue } from '../../src/outbox/submission.ts';

const now = 1_700_000_000_000;
const newEntry = createSubmission('id-1', 'careers', { message: 'Hello' }, now);
let store: typeof import('../../src/outbox/store.ts');
let openSpy: ReturnType<typeof vi.spyOn>;

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new FakeFactory());
  openSpy = vi.spyOn(FakeFactory.prototype, 'open');
  vi.resetModules();
  store = await import('../../src/outbox/store.ts');
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('the store does not block a database upgrade, and works after the upgrade', async () => {
  await store.add(newEntry);
  const onBlocked = vi.fn();
  const newerDatabase = await openDB('pear', 2, { blocked: onBlocked });
  expect(onBlocked).not.toHaveBeenCalled();
  newerDatabase.close();
  expect(await store.listIds()).toEqual(['id-1']);
  await store.markDelivered('id-1', now);
  expect(await store.listIds()).toEqual([]);
});

const stallDatabaseOpen = () =>
  openSpy.mockImplementation(() => new IDBOpenDBRequest());
const stallRequests = (name: 'getAll' | 'put') =>
  vi
    .spyOn(IDBObjectStore.prototype, name)
    .mockImplementation(() => new IDBRequest());

test.each([
  ['an open request', stallDatabaseOpen, 5000, 0, () => store.listIds()],
  ['a read', () => stallRequests('getAll'), 10_000, 1, () => store.listIds()],
  ['a write', () => stallRequests('put'), 10_000, 1, () => store.add(newEntry)],
])(
  'the store stops waiting for %s that hangs',
  async (_, hangDisk, limit, aborts, work) => {
    if (aborts > 0) await store.listIds();
    const abortSpy = vi.spyOn(IDBTransaction.prototype, 'abort');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    hangDisk();
    const onError = vi.fn();
    const pendingWork = work().catch(({ message }) => onError(message));
    for (const waitTime of [limit - 1, 1]) {
      for (let turn = 0; turn < 9; turn += 1)
        await new Promise((resolve) => setImmediate(resolve));
      expect(onError).not.toHaveBeenCalled();
      vi.advanceTimersByTime(waitTime);
    }
    await pendingWork;
    expect(onError).toHaveBeenCalledWith('The database did not answer in time');
    expect(abortSpy).toHaveBeenCalledTimes(aborts);
    vi.useRealTimers();
    vi.restoreAllMocks();
    expect(await store.listIds()).toEqual([]);
  },
);

function failTransactions(error: Error, times: number) {
  const spy = vi.spyOn(IDBDatabase.prototype, 'transaction');
  for (let call = 0; call < times; call += 1)
    spy.mockImplementationOnce(() => {
      throw error;
    });
}

test.each(['InvalidStateError', 'UnknownError', 'AbortError'])(
  'F38: concurrent reads share one new connection after a %s',
  async (name) => {
    await store.add(newEntry);
    failTransactions(new DOMException('Lost', name), 2);
    const idLists = await Promise.all([store.listIds(), store.listIds()]);
    expect(idLists).toEqual([['id-1'], ['id-1']]);
    expect(openSpy).toHaveBeenCalledTimes(2);
  },
);

test('a call fails if its database connection is lost three times, and the next call opens a new connection', async () => {
  await store.add(newEntry);
  failTransactions(new DOMException('Lost', 'InvalidStateError'), 3);
  await expect(store.listIds()).rejects.toThrow('Lost');
  expect(openSpy).toHaveBeenCalledTimes(3);
  expect(await store.listIds()).toEqual(['id-1']);
  expect(openSpy).toHaveBeenCalledTimes(4);
});

test.each<[string, string, () => Promise<unknown>]>([
  ['strict', 'adds', () => store.add(newEntry)],
  ['strict', 'changes', () => store.change('id-1', (s) => requeue(s, now))],
  ['strict', 'discards', () => store.discard('id-1')],
  ['strict', 'clears', () => store.deleteSubmissions(['id-1'])],
  ['relaxed', 'marks as delivered', () => store.markDelivered('id-1', now)],
])('the store uses %s durability when it %s a submission', async (...row) => {
  const [durability, , write] = row;
  await store.add(newEntry);
  const transactionSpy = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await write();
  const writeCalls = transactionSpy.mock.calls.filter(([, mode]) => mode);
  expect(writeCalls).toEqual([
    [expect.anything(), 'readwrite', { durability }],
  ]);
});

test('does not change a submission that has left the outbox', async () => {
  await store.change('id-1', () => newEntry);
  expect(await store.listIds()).toEqual([]);
});

async function idsWithReceipt(...ids: string[]) {
  const receiptFlags = await Promise.all(ids.map(store.hasReceipt));
  return ids.filter((_, index) => receiptFlags[index]);
}

test('keeps the 200 newest receipts', async () => {
  for (let age = 0; age < 200; age += 1)
    await store.markDelivered(`id-${age}`, now - age);
  expect(await idsWithReceipt('id-199', 'unknown')).toEqual(['id-199']);
  // A corrected clock can be behind the times of older receipts.
  await store.markDelivered('last', now - 1000);
  const keptIds = await idsWithReceipt('id-199', 'id-198', 'last');
  expect(keptIds).toEqual(['id-198', 'last']);
});

test('if the disk is full, deletes all receipts but the newest 20, and stores the new receipt if it fits', async () => {
  for (let index = 0; index < 30; index += 1)
    await store.markDelivered(`old-${index}`, now + index);
  await store.add(newEntry);
  await store.add({ ...newEntry, id: 'id-2' });
  const putSpy = vi.spyOn(IDBObjectStore.prototype, 'put');
  const refusePut = () => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  };
  putSpy.mockImplementationOnce(refusePut);
  await store.markDelivered('id-1', now + 100);
  const keptIds = await idsWithReceipt('id-1', 'old-29', 'old-0');
  expect(keptIds).toEqual(['id-1', 'old-29']);
  // Without space for any receipt, the page itself remembers the delivery.
  putSpy.mockImplementation(refusePut);
  await store.markDelivered('id-2', now + 200);
  expect(await idsWithReceipt('id-2')).toEqual(['id-2']);
  expect((await store.readStores()).deliveredIds).not.toContain('id-2');
  expect(await store.listIds()).toEqual([]);
});

test('after another error than a full disk, keeps all receipts and the submission', async () => {
  for (let index = 0; index < 30; index += 1)
    await store.markDelivered(`old-${index}`, now + index);
  await store.add(newEntry);
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
    throw new DOMException('The disk has failed', 'DataError');
  });

  await expect(store.markDelivered('id-1', now)).rejects.toThrow('has failed');

  expect((await store.readStores()).deliveredIds).toHaveLength(30);
  expect(await store.listIds()).toEqual(['id-1']);
});

test('a frozen page begins no transaction, and repeats its work after the page resumes', async () => {
  const page = new EventTarget();
  const addEventListener = page.addEventListener.bind(page);
  vi.stubGlobal('addEventListener', addEventListener);
  vi.resetModules();
  store = await import('../../src/outbox/store.ts');
  await store.add({ ...newEntry, id: 'earlier', values: {} });
  const otherTab = await openDB('pear');
  const abortSpy = vi.spyOn(IDBTransaction.prototype, 'abort');
  const { transaction } = IDBDatabase.prototype;
  const transactionSpy = vi.spyOn(IDBDatabase.prototype, 'transaction');
  const frozen = new Promise<void>((resolve) =>
    transactionSpy.mockImplementationOnce(function (
      this: IDBDatabase,
      ...args
    ) {
      queueMicrotask(() => {
        page.dispatchEvent(new Event('freeze'));
        resolve();
      });
      return transaction.apply(this, args);
    }),
  );

  const unfinishedWrite = store.add(newEntry);
  await frozen;
  const readInFrozenPage = store.listIds();
  expect(abortSpy).toHaveBeenCalledOnce();
  await otherTab.put('submissions', {
    ...newEntry,
    id: 'of another tab',
    values: {},
  });
  expect(await otherTab.getAllKeys('submissions')).not.toContain('id-1');
  // Two calls are the other tab's. The page has made one, before it was frozen.
  expect(transactionSpy).toHaveBeenCalledTimes(3);

  page.dispatchEvent(new Event('resume'));
  expect(await unfinishedWrite).toBe('id-1');
  expect(await readInFrozenPage).toEqual(
    expect.arrayContaining(['earlier', 'of another tab']),
  );
  otherTab.close();
});

test('a submission counts as handed over while it is stored and after it was sent, discarded or replaced', async () => {
  for (const id of ['stored', 'sent', 'discarded', 'old'])
    await store.add(createSubmission(id, 'careers', { message: id }, now));
  await store.markDelivered('sent', now);
  await store.discard('discarded');
  const newSubmission = createSubmission('new', 'careers', {}, now);
  await store.add(newSubmission, 'old');

  const ids = ['stored', 'sent', 'discarded', 'old', 'new', 'unknown'];
  const handedOver = await store.findHandedOver(ids);

  expect([...handedOver]).toEqual([
    'stored',
    'sent',
    'discarded',
    'old',
    'new',
  ]);
  const { deliveredIds, markCount } = await store.readStores();
  expect(deliveredIds).toEqual(['sent']);
  expect(markCount).toBe(2);
});
