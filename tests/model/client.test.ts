import 'fake-indexeddb/auto';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type * as outbox from '../../src/outbox/client.ts';
import type * as disk from '../../src/outbox/store.ts';

let client: typeof outbox;
let store: typeof disk;

beforeAll(async () => {
  vi.stubGlobal('navigator', { onLine: true, locks: createLocks() });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('location', { host: '127.0.0.1:1', protocol: 'http:' });
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('There is no network here');
  });
  client = await import('../../src/outbox/client.ts');
  store = await import('../../src/outbox/store.ts');
});

beforeEach(async () => {
  for (const id of await store.keys()) await store.discard(id);
});

afterEach(() => vi.restoreAllMocks());

/** Web Locks as far as they are used here: one holder after the other. */
function createLocks() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request(_: string, __: object, work: () => Promise<unknown>) {
      const turn = last.then(work);
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

const values = { name: 'Ada', email: 'ada@example.com', message: 'Hello' };

test('a submission is on disk when it is accepted', async () => {
  const answer = await client.submit('careers', values, { id: 'id-1' });
  expect(answer).toEqual({ id: 'id-1', status: 'queued' });
  expect(await store.read('id-1')).toMatchObject({ values });
});

test('neither saved nor sent is an error', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  });
  const submitting = client.submit('careers', values, { id: 'id-2' });
  await expect(submitting).rejects.toThrow(client.NotSubmitted);
});

test('the same words while they wait are the same submission', async () => {
  await client.submit('careers', values, { id: 'id-3' });
  const again = await client.submit('careers', values, { id: 'id-4' });
  expect(again.id).toBe('id-3');
  expect(await store.keys()).toEqual(['id-3']);
});

test('new words take the place of the old in one step', async () => {
  await client.submit('careers', values, { id: 'id-5' });
  const edited = { ...values, message: 'Hello again' };
  await client.submit('careers', edited, { id: 'id-6', replaces: 'id-5' });
  expect(await store.keys()).toEqual(['id-6']);
});

test("only what has a receipt is 'sent'", async () => {
  await client.submit('careers', values, { id: 'id-7' });
  expect(await client.statusOf('id-7')).toBe('queued');
  expect(await client.discard('id-7')).toBe('discarded');
  expect(await client.statusOf('id-7')).toBe('gone');
  await client.submit('careers', values, { id: 'id-8' });
  await store.settle('id-8', 0);
  expect(await client.statusOf('id-8')).toBe('sent');
});

test('discarding what is being sent waits, and tells of it', async () => {
  await client.submit('careers', values, { id: 'id-9' });
  let answered = () => {};
  const answer = new Promise<void>((resolve) => {
    answered = resolve;
  });
  const sending = navigator.locks.request('pear-outbox', {}, async () => {
    await answer;
    await store.settle('id-9', 0);
  });
  const discarding = client.discard('id-9');
  // A discard that does not wait has read all it wants by then.
  for (let reads = 0; reads < 5; reads += 1) await store.keys();
  answered();
  await sending;
  expect(await discarding).toBe('sent');
});
