import 'fake-indexeddb/auto';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type * as outbox from '../../src/outbox/client.ts';
import type * as edits from '../../src/outbox/editing.ts';
import type * as statuses from '../../src/outbox/status.ts';
import type * as disk from '../../src/outbox/store.ts';
import { createSubmission } from '../../src/outbox/submission.ts';

let client: typeof outbox;
let editing: typeof edits;
let status: typeof statuses;
let store: typeof disk;

beforeAll(async () => {
  vi.stubGlobal('navigator', { onLine: true, locks: createLocks() });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('location', { host: '127.0.0.1:1', protocol: 'http:' });
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('There is no network here');
  });
  client = await import('../../src/outbox/client.ts');
  editing = await import('../../src/outbox/editing.ts');
  status = await import('../../src/outbox/status.ts');
  store = await import('../../src/outbox/store.ts');
});

beforeEach(async () => {
  for (const id of await store.keys()) await store.discard(id);
});

afterEach(() => vi.restoreAllMocks());

/** Web Locks as far as they are used here: one holder after the other. */
function createLocks() {
  const holders = new Map<string, Promise<unknown>>();
  return {
    async request(
      name: string,
      { ifAvailable = false, steal = false },
      work: (lock: object | null) => unknown,
    ) {
      const before = steal ? undefined : holders.get(name);
      if (ifAvailable && before) return work(null);
      const turn = Promise.resolve(before).then(() => work({ name }));
      const end = turn.then(
        () => undefined,
        () => undefined,
      );
      holders.set(name, end);
      void end.then(() => {
        if (holders.get(name) === end) holders.delete(name);
      });
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

test('a disk that hangs keeps nobody waiting for ever', async () => {
  await store.keys();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const puts = vi
    .spyOn(IDBObjectStore.prototype, 'put')
    .mockImplementation(() => new IDBRequest());
  const submitting = client
    .submit('careers', values, { id: 'id-hangs' })
    .catch((error: unknown) => error);
  await vi.waitFor(() => expect(puts).toHaveBeenCalled());
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  expect(await submitting).toBeInstanceOf(client.NotSubmitted);
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

test('new words for what was sent meanwhile are not sent unasked', async () => {
  await client.submit('careers', values, { id: 'id-10' });
  await store.settle('id-10', 0);
  const edited = { ...values, message: 'Hello again' };
  const submitting = client.submit('careers', edited, {
    id: 'id-11',
    replaces: 'id-10',
  });
  await expect(submitting).rejects.toMatchObject({ code: 'overtaken' });
  expect(await store.keys()).toEqual([]);
});

test('what is being edited is not sent, until the edit ends', async () => {
  const { isHeld } = await import('../../src/outbox/lock.ts');
  await client.submit('careers', values, { id: 'id-12' });
  const edit = await editing.beginEdit('id-12');
  expect(edit?.submission).toMatchObject({ values });
  expect(await isHeld('id-12')).toBe(true);
  await edit?.end();
  expect(await isHeld('id-12')).toBe(false);
});

test.each<[string, (id: string) => Promise<unknown>]>([
  ['new words', (id) => submitNewWords(id)],
  ['the same words', (id) => client.submit('careers', values, again(id))],
  ['a retry', (id) => editing.retry(id)],
])('%s end the edit', async (_, end) => {
  const { isHeld } = await import('../../src/outbox/lock.ts');
  const id = crypto.randomUUID();
  await client.submit('careers', values, { id });
  await editing.beginEdit(id);
  await end(id);
  expect(await isHeld(id)).toBe(false);
});

const again = (replaces: string) => ({ id: crypto.randomUUID(), replaces });

function submitNewWords(replaces: string) {
  const edited = { ...values, message: 'Hello again' };
  return client.submit('careers', edited, again(replaces));
}

test("only what has a receipt is 'sent'", async () => {
  await client.submit('careers', values, { id: 'id-7' });
  expect(await status.statusOf('id-7')).toBe('queued');
  expect(await editing.discard('id-7')).toBe('discarded');
  expect(await status.statusOf('id-7')).toBe('gone');
  await client.submit('careers', values, { id: 'id-8' });
  await store.settle('id-8', 0);
  expect(await status.statusOf('id-8')).toBe('sent');
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
  const discarding = editing.discard('id-9');
  // A discard that does not wait has read all it wants by then.
  for (let reads = 0; reads < 5; reads += 1) await store.keys();
  answered();
  await sending;
  expect(await discarding).toBe('sent');
});

test('a status that cannot be read is read again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await store.add(createSubmission('id-follow', 'careers', values, 0));
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
    const failed = new Promise<void>((resolve) => {
      transaction.mockImplementationOnce(() => {
        resolve();
        throw new DOMException('The disk does not answer', 'DataError');
      });
    });
    const said: string[] = [];
    const told = new Promise<void>((resolve) => {
      const stop = status.follow('id-follow', (now) => {
        said.push(now);
        stop();
        resolve();
      });
    });
    await failed;
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
    expect(said).toEqual([]);
    vi.advanceTimersByTime(1000);
    await told;
    expect(said).toEqual(['queued']);
  } finally {
    vi.useRealTimers();
  }
});
