import 'fake-indexeddb/auto';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type * as outbox from '../../src/outbox/client.ts';
import type * as edits from '../../src/outbox/editing.ts';
import { hold, isHeld } from '../../src/outbox/lock.ts';
import type * as statuses from '../../src/outbox/status.ts';
import type * as disk from '../../src/outbox/store.ts';
import {
  createSubmission,
  fail,
  postpone,
  type Submission,
} from '../../src/outbox/submission.ts';
import * as triggers from '../../src/outbox/triggers.ts';
import { createLocks } from './locks.ts';

let client: typeof outbox;
let editing: typeof edits;
let status: typeof statuses;
let store: typeof disk;

/** Whether Firestore answers, and the ids it was sent. */
let isReachable = false;
let arrived: string[] = [];
const persist = vi.fn();
const device = { onLine: true, locks: createLocks() };

beforeAll(async () => {
  vi.stubGlobal('navigator', device);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('location', { host: '127.0.0.1:1', protocol: 'http:' });
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    if (!isReachable) throw new TypeError('There is no network here');
    arrived.push(/careers\/([^"]+)/.exec(body)?.[1] ?? '');
    const answer = { writeResults: [{}], commitTime: '2025-01-01' };
    return new Response(JSON.stringify(answer));
  });
  client = await import('../../src/outbox/client.ts');
  editing = await import('../../src/outbox/editing.ts');
  status = await import('../../src/outbox/status.ts');
  store = await import('../../src/outbox/store.ts');
});

beforeEach(async () => {
  isReachable = false;
  arrived = [];
  Object.assign(device, { onLine: true, storage: { persist } });
  persist.mockReset();
  for (const id of await store.keys()) await store.discard(id);
});

afterEach(() => vi.restoreAllMocks());

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

/** Where nothing more can be stored; what is there can be read. */
function fillDisk() {
  const { put } = IDBObjectStore.prototype;
  return vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...given
  ) {
    if (this.name === 'receipts') return put.apply(this, given);
    throw new DOMException('The disk is full', 'QuotaExceededError');
  });
}

test('what was neither saved nor sent says which, and why', async () => {
  fillDisk();
  const submitting = client.submit('careers', values, { id: 'id-20' });
  await expect(submitting).rejects.toMatchObject({
    id: 'id-20',
    code: expect.stringMatching(/^[a-z-]+$/),
    message: expect.stringMatching(
      /^id-20 was neither saved nor sent: [a-z-]+$/,
    ),
  });
});

/** Where nothing can be done with the disk, or nothing of this mode. */
function failDisk(failing?: IDBTransactionMode) {
  const { transaction } = IDBDatabase.prototype;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...given
  ) {
    if (given[1] !== (failing ?? given[1])) {
      return transaction.apply(this, given);
    }
    throw new DOMException('The disk does not answer', 'DataError');
  });
}

test('where what sends cannot be loaded, it says so', async () => {
  fillDisk();
  vi.spyOn(triggers, 'loadDelivery').mockRejectedValue(new Error('No chunk'));
  const submitting = client.submit('careers', values, { id: 'id-19' });
  await expect(submitting).rejects.toMatchObject({ code: 'no-code' });
});

test.each([
  ['is full', fillDisk],
  ['does not answer', failDisk],
])('where the disk %s a submission is sent directly', async (_, breakDisk) => {
  isReachable = true;
  breakDisk();
  const answer = await client.submit('careers', values, { id: 'id-21' });
  expect(answer).toEqual({ id: 'id-21', status: 'sent' });
  expect(arrived).toEqual(['id-21']);
});

test('the same words that wait on a full disk go under their own id', async () => {
  await store.add(createSubmission('id-22', 'careers', values, 0));
  isReachable = true;
  fillDisk();
  const other = { ...values, message: 'Other' };
  await store.keys();
  expect(await client.submit('careers', other, { id: 'id-23' })).toEqual({
    id: 'id-23',
    status: 'sent',
  });
  // To be asked for again it would be written, which the disk does not do.
  vi.restoreAllMocks();
  await store.change('id-22', (found) => fail(found, 'permission-denied'));
  fillDisk();
  expect(await client.submit('careers', values, { id: 'id-24' })).toEqual({
    id: 'id-22',
    status: 'sent',
  });
  expect(arrived).toEqual(['id-23', 'id-22']);
  expect(await status.statusOf('id-22')).toBe('sent');
});

test('new words sent directly end the edit and remove the old ones', async () => {
  await store.add(createSubmission('id-25', 'careers', values, 0));
  await store.add(createSubmission('other', 'feedback', values, 0));
  await editing.beginEdit('id-25');
  isReachable = true;
  fillDisk();
  const answer = await submitNewWords('id-25');
  expect(answer.status).toBe('sent');
  expect(await store.keys()).toEqual(['other']);
  expect(await isHeld('id-25')).toBe(false);
});

test('what cannot be removed stays held: better late than twice', async () => {
  await store.add(createSubmission('id-26', 'careers', values, 0));
  const edit = await editing.beginEdit('id-26');
  isReachable = true;
  fillDisk();
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
    throw new DOMException('The disk does not answer', 'DataError');
  });
  expect(await submitNewWords('id-26')).toMatchObject({ status: 'sent' });
  expect(await isHeld('id-26')).toBe(true);
  vi.restoreAllMocks();
  await edit?.end();
});

test('new words for what has gone are not sent directly either', async () => {
  await store.add(createSubmission('other', 'feedback', values, 0));
  isReachable = true;
  failDisk('readwrite');
  await expect(submitNewWords('id-27')).rejects.toMatchObject({
    code: 'overtaken',
  });
  expect(arrived).toEqual([]);
});

test('what is queued offline is to stay when the disk gets full', async () => {
  await client.submit('careers', values, { id: 'id-28' });
  expect(persist).not.toHaveBeenCalled();
  device.onLine = false;
  await client.submit('feedback', values, { id: 'id-29' });
  expect(persist).toHaveBeenCalledTimes(1);
});

test.each([undefined, {}])('where storage is %o it may go', async (storage) => {
  Object.assign(device, { onLine: false, storage });
  const submitting = client.submit('careers', values, { id: 'id-31' });
  await expect(submitting).resolves.toMatchObject({ status: 'queued' });
});

/** One that was tried in vain a moment ago. */
function tried(id: string, words: Submission['values'] = values) {
  const one = createSubmission(id, 'careers', words, Date.now() - 1);
  return postpone(one, Date.now(), 60_000, 'unknown');
}

test('a submit is told and tried at once, after what waits longer', async () => {
  await store.add(tried('id-32', { ...values, message: 'Other' }));
  isReachable = true;
  const told = new Promise<void>((resolve) => {
    const stop = status.follow('id-30', (now) => {
      if (now !== 'sent') return;
      stop();
      resolve();
    });
  });
  await client.submit('careers', values, { id: 'id-30' });
  await told;
  expect(arrived).toEqual(['id-32', 'id-30']);
});

test('the same words while they wait are the same submission', async () => {
  await client.submit('careers', values, { id: 'id-3' });
  // It is there already: no need to write.
  fillDisk();
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
  await client.submit('careers', values, { id: 'id-12' });
  const edit = await editing.beginEdit('id-12');
  expect(edit?.submission).toMatchObject({ values });
  expect(await isHeld('id-12')).toBe(true);
  await edit?.end();
  expect(await isHeld('id-12')).toBe(false);
});

test('an edit that led to nothing sends the old words', async () => {
  await store.add(tried('id-40'));
  const edit = await editing.beginEdit('id-40');
  isReachable = true;
  await edit?.end();
  expect(arrived).toEqual(['id-40']);
  await edit?.end();
});

test('of two edits in a page the later one has the message', async () => {
  await store.add(createSubmission('id-41', 'careers', values, 0));
  await store.add(tried('other', {}));
  const first = await editing.beginEdit('id-41');
  const second = await editing.beginEdit('id-41');
  isReachable = true;
  await first?.end();
  expect(await isHeld('id-41')).toBe(true);
  expect(arrived).toEqual([]);
  await second?.end();
  expect(await isHeld('id-41')).toBe(false);
});

test('an edit waits for what is being sent, a second one does not', async () => {
  await store.add(createSubmission('id-42', 'careers', values, 0));
  await editing.beginEdit('id-42');
  const { promise: answer, resolve: answered } = later();
  const sending = device.locks.request('pear-outbox', {}, () => answer);
  expect(await editing.beginEdit('id-42')).toBeDefined();
  // Another page takes it: from here on it may be on its way.
  const end = await hold('id-42');
  await new Promise((turn) => setImmediate(turn));
  const begun = vi.fn();
  const beginning = editing.beginEdit('id-42').then((edit) => {
    begun();
    return edit;
  });
  for (let reads = 0; reads < 5; reads += 1) await store.keys();
  expect(begun).not.toHaveBeenCalled();
  answered();
  await sending;
  await (await beginning)?.end();
  await end();
});

function later() {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

test('what has gone or cannot be read cannot be edited', async () => {
  expect(await editing.beginEdit('id-43')).toBeUndefined();
  const one = createSubmission('id-44', 'careers', values, 0);
  await store.add({ ...one, version: 99 });
  expect(await editing.beginEdit('id-44')).toBeUndefined();
  expect(await isHeld('id-44')).toBe(false);
});

test('a retry makes what was refused due, and tries it', async () => {
  const one = createSubmission('id-45', 'careers', values, 0);
  await store.add(fail(one, 'permission-denied'));
  await editing.retry('id-45');
  expect(await store.read('id-45')).toMatchObject({
    state: 'queued',
    attempts: 1,
  });
  isReachable = true;
  await editing.retry('id-45');
  expect(await status.statusOf('id-45')).toBe('sent');
});

test.each([
  ['was refused', true],
  ['waits', false],
])('on a full disk what %s is retried all the same', async (_, refused) => {
  const one = tried(crypto.randomUUID());
  await store.add(refused ? fail(one, 'permission-denied') : one);
  isReachable = true;
  fillDisk();
  await editing.retry(one.id);
  expect(await status.statusOf(one.id)).toBe('sent');
});

test('what is retried or discarded is told', async () => {
  await store.add(createSubmission('id-47', 'careers', values, 0));
  const said: string[] = [];
  const told = later();
  const stop = status.follow('id-47', (now) => {
    said.push(now);
    if (now === 'gone') told.resolve();
  });
  await editing.discard('id-47');
  await told.promise;
  stop();
  expect(said.at(-1)).toBe('gone');
});

test('what is unsent is listed oldest first, without what is not whole', async () => {
  const of = (id: string, createdAt: number) => ({
    ...createSubmission(id, id, values, 0),
    createdAt,
  });
  await store.add(of('b', 1));
  await store.add(of('c', 2));
  await store.add(of('a', 3));
  await store.add({ ...of('d', 4), version: 99 });
  const found = await status.listUnsent();
  expect(found.map(({ id }) => id)).toEqual(['b', 'c', 'a']);
  expect(await store.keys()).toEqual(['b', 'c', 'a', 'd']);
});

test.each<[string, (id: string) => Promise<unknown>]>([
  ['new words', (id) => submitNewWords(id)],
  ['the same words', (id) => client.submit('careers', values, again(id))],
  ['a retry', (id) => editing.retry(id)],
])('%s end the edit', async (_, end) => {
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
