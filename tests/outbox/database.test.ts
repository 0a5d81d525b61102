import 'fake-indexeddb/auto';
import { IDBFactory as FakeFactory, forceCloseDatabase } from 'fake-indexeddb';
import { openDB } from 'idb';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  createOperations,
  type Operations,
} from '../../src/outbox/page/operations.ts';
import { createPageDelivery } from '../../src/outbox/page/page-delivery.ts';
import { createPageParts } from '../../src/outbox/page/page-parts.ts';
import { browserPlatform, type Platform } from '../../src/outbox/platform.ts';
import { runTasks, waitFor } from '../support/waits.ts';

const message = { message: 'Hello' };
const send = async () => ({ kind: 'delivered' }) as const;
const loadDelivery = async () => ({ createPageDelivery, send });
let platform: Platform;
let outbox: Operations;

beforeEach(() => {
  vi.stubGlobal('indexedDB', new FakeFactory());
  vi.stubGlobal('navigator', {});
  const openChannel = () => ({ postMessage: () => undefined, onmessage: null });
  platform = { ...browserPlatform, openChannel };
  outbox = createOperations(createPageParts('pear', platform), loadDelivery);
});

const submit = (id: string, values = message) =>
  outbox.submit('careers', values, { id });

async function listIds() {
  const { submissions } = await outbox.readContent();
  return submissions.map(({ id }) => id);
}

test('the outbox does not block a database upgrade, and works after the upgrade', async () => {
  await submit('id-1');
  const onBlocked = vi.fn();
  const newerDatabase = await openDB('pear', 2, { blocked: onBlocked });
  expect(onBlocked).not.toHaveBeenCalled();
  newerDatabase.close();
  expect(await listIds()).toEqual(['id-1']);
  await outbox.deliver();
  expect(await listIds()).toEqual([]);
});

const stallDatabaseOpen = () =>
  vi
    .spyOn(FakeFactory.prototype, 'open')
    .mockImplementation(() => new IDBOpenDBRequest());
const stallReads = () =>
  vi
    .spyOn(IDBObjectStore.prototype, 'getAll')
    .mockImplementation(() => new IDBRequest());
const retry = () => outbox.retry('id-1');

test.each([
  { work: 'opening', hangDisk: stallDatabaseOpen, limit: 5000, aborts: 0 },
  { work: 'a read', hangDisk: stallReads, limit: 10_000, aborts: 1 },
])('the outbox stops waiting for $work that hangs', async (row) => {
  const { hangDisk, limit, aborts } = row;
  // The read needs an open database.
  if (aborts > 0) await listIds();
  const abortSpy = vi.spyOn(IDBTransaction.prototype, 'abort');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  hangDisk();
  const onError = vi.fn();
  const pendingWork = listIds().catch(({ message }) => onError(message));
  await advanceToLimit(limit, onError);

  await pendingWork;
  expect(onError).toHaveBeenCalledWith('The database did not answer in time');
  expect(abortSpy).toHaveBeenCalledTimes(aborts);
  vi.useRealTimers();
  vi.restoreAllMocks();
  expect(await listIds()).toEqual([]);
});

test('closes a connection that opens after the time limit', async () => {
  const closeSpy = vi.spyOn(IDBDatabase.prototype, 'close');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const onError = vi.fn();
  listIds().catch(({ message }) => onError(message));
  // Lets the outbox begin to open the database, before the database's own task.
  await runMicrotasks();
  vi.advanceTimersByTime(5000);
  await runMicrotasks();
  expect(onError).toHaveBeenCalledWith('The database did not answer in time');
  expect(closeSpy).not.toHaveBeenCalled();
  vi.useRealTimers();
  await waitFor(() => expect(closeSpy).toHaveBeenCalledOnce());
  expect(await listIds()).toEqual([]);
});

test('a write that hangs is undone, and reported as failed', async () => {
  await submit('id-1');
  const abortSpy = vi.spyOn(IDBTransaction.prototype, 'abort');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(
    () => new IDBRequest(),
  );
  const onEnd = vi.fn();
  const pendingRetry = retry().then(onEnd);
  await advanceToLimit(10_000, onEnd);

  await pendingRetry;
  expect(onEnd).toHaveBeenCalledWith(false);
  expect(abortSpy).toHaveBeenCalledOnce();
  vi.useRealTimers();
});

test('a connection whose write hangs is closed, and the next call opens a new one', async () => {
  const openSpy = vi.spyOn(FakeFactory.prototype, 'open');
  const closeSpy = vi.spyOn(IDBDatabase.prototype, 'close');
  await submit('id-1');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const putSpy = vi
    .spyOn(IDBObjectStore.prototype, 'put')
    .mockImplementation(() => new IDBRequest());
  const onEnd = vi.fn();
  const pendingRetry = retry().then(onEnd);
  await advanceToLimit(10_000, onEnd);
  await pendingRetry;
  vi.useRealTimers();

  putSpy.mockRestore();
  expect(closeSpy).toHaveBeenCalledOnce();
  expect(openSpy).toHaveBeenCalledOnce();
  expect(await listIds()).toEqual(['id-1']);
  expect(openSpy).toHaveBeenCalledTimes(2);
});

/**
 * Advances the timers to one ms before the limit, and then to the limit. Fails if the
 * work does not end at the limit, because a test that awaits the work would then hang.
 */
async function advanceToLimit(limit: number, onEnd: () => void) {
  for (const waitTime of [limit - 1, 1]) {
    await runTasks();
    expect(onEnd).not.toHaveBeenCalled();
    vi.advanceTimersByTime(waitTime);
  }
  await runTasks();
  expect(onEnd, `the end after ${limit} ms`).toHaveBeenCalled();
}

async function runMicrotasks(): Promise<void> {
  for (let turn = 0; turn < 9; turn += 1) await Promise.resolve();
}

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
    const openSpy = vi.spyOn(FakeFactory.prototype, 'open');
    await submit('id-1');
    failTransactions(new DOMException('Lost', name), 2);
    const idLists = await Promise.all([listIds(), listIds()]);
    expect(idLists).toEqual([['id-1'], ['id-1']]);
    expect(openSpy).toHaveBeenCalledTimes(2);
  },
);

test('a call fails if its database connection is lost three times, and the next call opens a new connection', async () => {
  const openSpy = vi.spyOn(FakeFactory.prototype, 'open');
  await submit('id-1');
  failTransactions(new DOMException('Lost', 'InvalidStateError'), 3);
  await expect(listIds()).rejects.toThrow('Lost');
  expect(openSpy).toHaveBeenCalledTimes(3);
  expect(await listIds()).toEqual(['id-1']);
  expect(openSpy).toHaveBeenCalledTimes(4);
});

test('reads again after the browser has closed the connection', async () => {
  const openSpy = vi.spyOn(FakeFactory.prototype, 'open');
  await submit('id-1');
  const request: IDBOpenDBRequest = openSpy.mock.results[0]?.value;
  forceCloseDatabase(request.result as never);
  expect(await listIds()).toEqual(['id-1']);
  expect(openSpy).toHaveBeenCalledTimes(2);
});

test('when an old connection closes late, the outbox keeps its new connection', async () => {
  const openSpy = vi.spyOn(FakeFactory.prototype, 'open');
  await submit('id-1');
  const request: IDBOpenDBRequest = openSpy.mock.results[0]?.value;
  failTransactions(new DOMException('Lost', 'InvalidStateError'), 1);
  await listIds();
  forceCloseDatabase(request.result as never);
  expect(await listIds()).toEqual(['id-1']);
  expect(openSpy).toHaveBeenCalledTimes(2);
});

test.each<[string, string, () => Promise<unknown>]>([
  ['strict', 'stores', () => submit('id-2', { message: 'Other' })],
  ['strict', 'changes', retry],
  ['strict', 'discards', () => outbox.discard('id-1')],
  ['strict', 'forgets', () => outbox.forget(['id-1'])],
  ['relaxed', 'delivers', () => outbox.deliver()],
])('the outbox uses %s durability when it %s a submission', async (...row) => {
  const [durability, , write] = row;
  await submit('id-1');
  const transactionSpy = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await write();
  const writeCalls = transactionSpy.mock.calls.filter(
    ([, mode]) => mode === 'readwrite',
  );
  expect(writeCalls).toEqual([
    [expect.anything(), 'readwrite', { durability }],
  ]);
});

test('does not change a submission that has left the outbox', async () => {
  await retry();
  expect(await listIds()).toEqual([]);
});

test('a frozen page begins no transaction, and repeats its work after the page resumes', async () => {
  let freeze = () => {};
  let resume = () => {};
  let resumption: Promise<void> | undefined;
  const freezingPlatform: Platform = {
    ...platform,
    whenResumed: () => resumption,
    onFreeze(listener) {
      freeze = () => {
        resumption = new Promise((resolve) => {
          resume = () => {
            resumption = undefined;
            resolve();
          };
        });
        listener();
      };
    },
  };
  const parts = createPageParts('pear', freezingPlatform);
  outbox = createOperations(parts, loadDelivery);
  await submit('earlier', { message: 'Earlier' });
  const otherTab = await openDB('pear');
  const abortSpy = vi.spyOn(IDBTransaction.prototype, 'abort');
  const closeSpy = vi.spyOn(IDBDatabase.prototype, 'close');
  const { transaction } = IDBDatabase.prototype;
  const transactionSpy = vi.spyOn(IDBDatabase.prototype, 'transaction');
  const frozen = new Promise<void>((resolve) =>
    transactionSpy.mockImplementationOnce(function (
      this: IDBDatabase,
      ...args
    ) {
      queueMicrotask(() => {
        freeze();
        resolve();
      });
      return transaction.apply(this, args);
    }),
  );

  const unfinishedSubmit = submit('id-1');
  await frozen;
  const readInFrozenPage = listIds();
  expect(abortSpy).toHaveBeenCalledOnce();
  await waitFor(() => expect(closeSpy).toHaveBeenCalledOnce());
  await otherTab.put('submissions', {
    ...{ id: 'of another tab', version: 1, form: 'careers', values: {} },
    ...{ state: 'queued', createdAt: 0, attempts: 0, dueAt: 0 },
  });
  expect(await otherTab.getAllKeys('submissions')).not.toContain('id-1');
  // Two calls are the other tab's. The page has made one, before it was frozen.
  expect(transactionSpy).toHaveBeenCalledTimes(3);

  resume();
  expect(await unfinishedSubmit).toMatchObject({ id: 'id-1' });
  expect(await readInFrozenPage).toEqual(
    expect.arrayContaining(['earlier', 'of another tab']),
  );
  otherTab.close();
});
