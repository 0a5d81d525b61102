import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isEdited, takeEditLock } from '../../src/outbox/edit-lock.ts';
import * as requests from '../../src/outbox/request-delivery.ts';
import {
  createSubmission,
  postpone,
  refuse,
  type Submission,
} from '../../src/outbox/submission.ts';
import { createLocks } from './locks.ts';

/** Whether Firestore answers, and the ids it was sent. */
let isReachable = false;
let arrived: string[] = [];
const device = { onLine: true, locks: createLocks() };
vi.stubGlobal('navigator', device);
vi.stubGlobal('addEventListener', () => undefined);
vi.stubGlobal('location', { host: '127.0.0.1:1', protocol: 'http:' });
/** While a test waits to answer, what it waits for. */
let answering: () => Promise<void> = async () => undefined;
vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
  await answering();
  if (!isReachable) throw new TypeError('There is no network here');
  arrived.push(/careers\/([^"]+)/.exec(body)?.[1] ?? '');
  const answer = { writeResults: [{}], commitTime: '2025-01-01' };
  return new Response(JSON.stringify(answer));
});
const client = await import('../../src/outbox/client.ts');
const editing = await import('../../src/outbox/editing.ts');
const { emptyOutbox } = editing;
const live = await import('../../src/outbox/live.ts');
const store = await import('../../src/outbox/store.ts');
const { runDelivery } = await import('../../src/outbox/run-delivery.ts');

/** The message that a test is about: receipts outlive the tests. */
let id: string;
let other: string;

beforeEach(async () => {
  isReachable = false;
  answering = async () => undefined;
  arrived = [];
  [id, other] = [crypto.randomUUID(), crypto.randomUUID()];
  for (const id of await store.keys()) await store.discard(id);
});

afterEach(() => vi.restoreAllMocks());

const values = { name: 'Ada', email: 'ada@example.com', message: 'Hello' };
const newWords = { ...values, message: 'Hello again' };

const submit = (more: { id?: string; replaces?: string } = {}) =>
  client.submit('careers', values, { id, ...more });
const submitNewWords = () =>
  client.submit('careers', newWords, { id: other, replaces: id });

/** Waits to be sent, since long ago. */
const waiting = (more: Partial<Submission> = {}) => ({
  ...createSubmission(id, 'careers', values, 0),
  ...more,
});

/** One that was tried in vain a moment ago. */
function tried(more: Partial<Submission> = {}) {
  const one = waiting({ createdAt: Date.now() - 1, ...more });
  return postpone(one, Date.now(), 60_000, 'unknown');
}

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

function later() {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** Once the message's followers have been told this. */
async function told(wanted: string): Promise<void> {
  const { promise, resolve } = later();
  const stop = live.follow(() => {
    const status = live.currentOutbox()?.statuses.get(id) ?? 'gone';
    if (status === wanted) resolve();
  });
  await promise;
  stop();
}

async function statusOf(wanted: string) {
  const found = await store.read(wanted);
  if (found) return found.state;
  return (await store.hasReceipt(wanted)) ? 'sent' : 'gone';
}

/** Whoever does not wait has read all it wants by then. */
async function readMuch(): Promise<void> {
  for (let reads = 0; reads < 5; reads += 1) await store.keys();
}

test('a submission is on disk when it is accepted', async () => {
  expect(await submit()).toEqual({ id, status: 'queued' });
  expect(await store.read(id)).toMatchObject({ values });
});

test.each([
  ['without a network', /^(?!no-code)[a-z-]+$/, true],
  ['without the code that sends', /^no-code$/, false],
])('neither saved nor sent is an error: %s', async (_, code, hasCode) => {
  fillDisk();
  if (!hasCode) {
    vi.spyOn(requests, 'loadDelivery').mockRejectedValue(new Error('No chunk'));
  }
  const error = await submit().catch((error) => error);
  expect(error).toBeInstanceOf(client.NotSubmitted);
  expect(error).toMatchObject({ id, code: expect.stringMatching(code) });
  expect(error.message).toBe(`${id} was neither saved nor sent: ${error.code}`);
});

test.each([
  ['is full', fillDisk],
  ['does not answer', failDisk],
])('where the disk %s a submission is sent directly', async (_, breakDisk) => {
  isReachable = true;
  breakDisk();
  expect(await submit()).toEqual({ id, status: 'sent' });
  expect(arrived).toEqual([id]);
});

test('the same words that wait on a full disk go under their own id', async () => {
  // To be asked for again it would be written, which the disk does not do.
  await store.add(refuse(waiting(), 0, 'permission-denied'));
  isReachable = true;
  fillDisk();
  const answer = await client.submit('careers', newWords, { id: other });
  expect(answer).toEqual({ id: other, status: 'sent' });
  expect(await submit({ id: 'id-3' })).toEqual({ id, status: 'sent' });
  expect(arrived).toEqual([other, id]);
  expect(await statusOf(id)).toBe('sent');
});

test.each([
  ['go', true],
  ['stay held where they cannot: better late than twice', false],
])('after new words were sent directly the old %s', async (_, canGo) => {
  await store.add(waiting());
  await store.add(createSubmission('third', 'feedback', values, 1));
  const edit = await editing.beginEdit(id);
  isReachable = true;
  fillDisk();
  if (!canGo) {
    vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
      throw new DOMException('The disk does not answer', 'DataError');
    });
  }
  expect(await submitNewWords()).toMatchObject({ status: 'sent' });
  expect(await store.keys()).toEqual(canGo ? ['third'] : [id, 'third']);
  // Also where the form that has been sent is left.
  await edit?.end();
  expect(await isEdited(id)).toBe(!canGo);
  vi.restoreAllMocks();
  await editing.endEdits(id);
});

test.each([
  ['a sound disk', () => undefined],
  ['a disk that only reads', () => failDisk('readwrite')],
])('new words for what has gone are not sent: %s', async (_, breakDisk) => {
  await store.markDelivered(id, 0);
  await store.add(createSubmission('fourth', 'feedback', values, 1));
  isReachable = true;
  breakDisk();
  await expect(submitNewWords()).rejects.toMatchObject({ code: 'conflict' });
  expect(await store.keys()).toEqual(['fourth']);
  expect(arrived).toEqual([]);
});

test('a submit is told and tried at once, after what waits longer', async () => {
  await store.add(tried({ id: other, values: newWords }));
  isReachable = true;
  const sent = told('sent');
  await submit();
  await sent;
  expect(arrived).toEqual([other, id]);
});

test('the same words while they wait are the same submission', async () => {
  await submit();
  // It is there already: no need to write.
  fillDisk();
  expect(await submit({ id: other })).toMatchObject({ id });
  expect(await store.keys()).toEqual([id]);
});

test('new words take the place of the old, whoever edited them', async () => {
  await submit();
  await submitNewWords();
  expect(await store.keys()).toEqual([other]);
});

test('what is being edited is not sent, until the edit ends', async () => {
  await store.add(tried());
  const edit = await editing.beginEdit(id);
  expect(edit?.submission).toMatchObject({ values });
  expect(await isEdited(id)).toBe(true);
  isReachable = true;
  await requests.requestDelivery({ ignoreBackoff: true });
  expect(arrived).toEqual([]);
  await edit?.end();
  expect(arrived).toEqual([id]);
  expect(await isEdited(id)).toBe(false);
  await edit?.end();
});

test('of two edits in a page the later one has the message', async () => {
  await store.add(waiting());
  await store.add(tried({ id: other, values: {} }));
  const first = await editing.beginEdit(id);
  const second = await editing.beginEdit(id);
  isReachable = true;
  await first?.end();
  expect(await isEdited(id)).toBe(true);
  expect(arrived).toEqual([]);
  await second?.end();
  expect(await isEdited(id)).toBe(false);
});

test('an edit waits for what is being sent, a second one does not', async () => {
  await store.add(waiting());
  await editing.beginEdit(id);
  const { promise: answer, resolve: answered } = later();
  const sending = device.locks.request(`pear-outbox-${id}`, {}, () => answer);
  expect(await editing.beginEdit(id)).toBeDefined();
  // Another page takes it: from here on it may be on its way.
  const end = await takeEditLock(id);
  await new Promise((turn) => setImmediate(turn));
  const begun = vi.fn(async (edit?: { end(): Promise<void> }) => edit?.end());
  const beginning = editing.beginEdit(id).then(begun);
  await readMuch();
  expect(begun).not.toHaveBeenCalled();
  answered();
  await sending;
  await beginning;
  await end();
});

test('nothing but what is being sent itself waits for it', async () => {
  const [sent, hang] = [later(), later()];
  answering = () => {
    sent.resolve();
    return hang.promise;
  };
  await store.add(waiting());
  const running = runDelivery({ ignoreBackoff: true });
  await sent.promise;
  await store.add(waiting({ id: other, values: {} }));
  expect(await editing.beginEdit(other)).toBeDefined();
  expect(await editing.discard(other)).toBe('discarded');
  const discarded = vi.fn();
  const discarding = editing.discard(id).then(discarded);
  await readMuch();
  expect(discarded).not.toHaveBeenCalled();
  hang.resolve();
  await discarding;
  expect(discarded).toHaveBeenCalledWith('discarded');
  await running;
});

test('what has gone or cannot be read cannot be edited', async () => {
  await store.add(waiting({ version: 99 }));
  expect(await editing.beginEdit(id)).toBeUndefined();
  expect(await editing.beginEdit(other)).toBeUndefined();
  expect(await isEdited(id)).toBe(false);
});

test('a retry makes what was refused due, and tries it', async () => {
  await store.add(refuse(waiting(), 0, 'permission-denied'));
  await editing.retry(id);
  const found = await store.read(id);
  expect(found).toMatchObject({ state: 'queued', attempts: 1 });
  isReachable = true;
  await editing.retry(id);
  expect(await statusOf(id)).toBe('sent');
});

test.each([
  ['was refused', true],
  ['waits', false],
])('on a full disk what %s is retried all the same', async (_, refused) => {
  await store.add(refused ? refuse(tried(), 0, 'permission-denied') : tried());
  isReachable = true;
  fillDisk();
  await editing.retry(id);
  expect(await statusOf(id)).toBe('sent');
});

test('what is unsent is listed oldest first, without what is not whole', async () => {
  for (const [createdAt, id] of ['b', 'c', 'a', 'd'].entries()) {
    const version = id === 'd' ? 99 : 1;
    await store.add(waiting({ id, form: id, createdAt, version }));
  }
  const found = await store.listUnsent();
  expect(found.map(({ id }) => id)).toEqual(['b', 'c', 'a']);
  expect(await store.keys()).toEqual(['b', 'c', 'a', 'd']);
});

test.each([
  ['new words end the edit', submitNewWords, () => other],
  [
    'the same words end the edit',
    () => submit({ id: other, replaces: id }),
    () => id,
  ],
  ['a retry ends the edit', () => editing.retry(id), () => id],
])('%s, and one message waits', async (_, end, left) => {
  await submit();
  await editing.beginEdit(id);
  await end();
  expect(await isEdited(id)).toBe(false);
  expect(await store.keys()).toEqual([left()]);
});

test.each([
  ['another', () => other],
  ['the same', () => id],
])(
  'the same words again (%s id) are sent, though another tab edits them',
  async (_, again) => {
    await submit();
    await takeEditLock(id);
    isReachable = true;
    expect(await submit({ id: again() })).toEqual({ id, status: 'queued' });
    await vi.waitFor(() => expect(arrived).toEqual([id]));
  },
);

test("only what has a receipt is 'sent', and a discard is told", async () => {
  await submit();
  expect(await statusOf(id)).toBe('queued');
  const gone = told('gone');
  expect(await editing.discard(id)).toBe('discarded');
  await gone;
  await store.markDelivered(other, 0);
  expect(await statusOf(other)).toBe('sent');
});

/** Another tab is sending it; gives what lets the answer come, after a while. */
function whileItIsSent(): () => Promise<void> {
  const { promise: answer, resolve: answered } = later();
  const sending = device.locks.request(`pear-outbox-${id}`, {}, async () => {
    await answer;
    await store.markDelivered(id, 0);
  });
  return async () => {
    await readMuch();
    answered();
    await sending;
  };
}

test('discarding what is being sent waits, and tells of it', async () => {
  await submit();
  const answer = whileItIsSent();
  const discarding = editing.discard(id);
  await answer();
  expect(await discarding).toBe('sent');
});

test('new words wait for the old ones that are being sent', async () => {
  await submit();
  const answer = whileItIsSent();
  const submitting = submitNewWords();
  await answer();
  await expect(submitting).rejects.toMatchObject({ code: 'conflict' });
  expect(await store.keys()).toEqual([]);
});

test('forgetting waits for what is being sent, and leaves no trace', async () => {
  await store.clear([]);
  await submit();
  await store.add(waiting({ id: other, values: newWords }));
  const { promise: answer, resolve: answered } = later();
  const sending = device.locks.request(`pear-outbox-${id}`, {}, async () => {
    await answer;
    await store.markDelivered(id, 0);
  });
  const gone = told('gone');
  const forgetting = emptyOutbox([other, id]);
  await readMuch();
  expect(await store.keys()).toEqual([other, id]);
  answered();
  await sending;
  expect(await forgetting).toEqual({ unsent: 1, receipts: 1 });
  await gone;
  // Whoever had read it before does not bring it back.
  await store.update(tried());
  expect(await store.readAll()).toEqual({ submissions: [], delivered: [] });
});

test('forgetting removes what it was asked for, and no other', async () => {
  await submit();
  await store.add(waiting({ id: other, values: newWords }));
  expect(await emptyOutbox([id])).toMatchObject({ unsent: 1 });
  expect(await store.keys()).toEqual([other]);
});
