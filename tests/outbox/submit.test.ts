import { expect, test, vi } from 'vitest';
import { waitFor } from '../support/waits.ts';
import { createDevice } from './device.ts';
import {
  abortPuts,
  failCalls,
  now,
  recordLockNames,
  recordOf,
  refusePuts,
  sendText,
  startPage,
} from './start-page.ts';

const failDatabaseOpen = () =>
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('Not here', 'SecurityError');
  });

test.each([
  ['F36: the database does not open', failDatabaseOpen],
  ['F39: the disk is full', () => refusePuts('submissions')],
  ['F40: the write transaction aborts', () => abortPuts('submissions')],
])(
  '%s, so submit() sends the submission directly or throws an error with the id',
  async (_, breakStorage) => {
    const { device, page, storedTexts } = startPage('stored, but not answered');
    await device.open();
    breakStorage();
    await expect(sendText(page, 'Hello', 'id-1')).rejects.toMatchObject({
      id: 'id-1',
      message: expect.stringMatching(/^id-1 was neither saved nor sent: \S+$/),
    });
    const retryResult = await sendText(page, 'Hello', 'id-1');
    expect(retryResult).toMatchObject({ id: 'id-1', status: 'sent' });
    // The disk may have no receipt, so the page itself remembers the delivery.
    await waitFor(async () =>
      expect(await page.outbox.isDelivered('id-1')).toBe(true),
    );
    expect([...storedTexts]).toEqual([['id-1', 'Hello']]);
    expect((await device.readDisk()).submissions).toEqual([]);
  },
);

test('on a full disk, resubmitting a stored submission sends the submission under its existing id', async () => {
  const { device, page, storedTexts } = startPage();
  const unreadableRecord = { id: 'unreadable', form: 'careers' };
  await device.seed(recordOf('Hello', { state: 'failed' }), unreadableRecord);
  refusePuts('submissions');
  await sendText(page, 'Other', 'id-2');
  expect(await sendText(page, 'Hello', 'id-3')).toMatchObject({ id: 'Hello' });
  expect([...storedTexts.keys()]).toEqual(['id-2', 'Hello']);
  expect(await device.readDisk()).toMatchObject({
    submissions: [unreadableRecord],
    receipts: ['Hello', 'id-2'],
  });
});

test.each([
  { time: 'at once', canDelete: true },
  { time: 'as soon as the disk can delete again', canDelete: false },
])(
  'if an edited text is sent without being stored, the old text is deleted $time',
  async ({ canDelete }) => {
    const { device, page, storedTexts } = startPage();
    await device.seed(recordOf('old'), recordOf('third'));
    const edit = await page.outbox.edit('old');
    refusePuts('submissions');
    if (!canDelete) failCalls('delete', 2);
    const { status } = await sendText(page, 'new', 'id-2', 'old');
    expect(status).toBe('sent');
    // The form calls end() when the visitor leaves the page.
    await edit?.end();
    expect([...storedTexts.keys()]).toEqual(['id-2']);
    vi.restoreAllMocks();
    await device.start().outbox.deliver();
    expect([...storedTexts.keys()]).toEqual(['id-2', 'third']);
    const listUnsentIds = async () =>
      (await device.readDisk()).submissions.map(({ id }) => id);
    expect(await listUnsentIds()).toEqual(canDelete ? [] : ['old']);
    for (const fire of device.timers.all.keys()) fire();
    await waitFor(async () => expect(await listUnsentIds()).toEqual([]));
    await waitFor(async () =>
      expect(await page.outbox.isEdited('old')).toBe(false),
    );
  },
);

test('does not send an edited text if its submission has left the outbox', async () => {
  const { device, page, storedTexts } = startPage();
  await device.seed(recordOf('other'));
  const conflictError = { id: 'id-2', code: 'conflict' };
  const submit = () => sendText(page, 'new', 'id-2', 'id-1');
  await expect(submit()).rejects.toMatchObject(conflictError);
  failCalls('index');
  await expect(submit()).rejects.toMatchObject(conflictError);
  expect(storedTexts.size).toBe(0);
});

test('a submit sends the waiting submissions first, and then the new one', async () => {
  const { device, page, storedTexts } = startPage();
  const olderTimes = { createdAt: now - 1, dueAt: now + 60_000 };
  await device.seed(recordOf('old', olderTimes));
  await sendText(page, 'Hello', 'new');
  await waitFor(() => expect(storedTexts.size).toBe(2));
  expect([...storedTexts.keys()]).toEqual(['old', 'new']);
});

test('another text under the id of a stored submission is a conflict', async () => {
  const { device, page } = startPage('not reached');
  await sendText(page, 'Hello', 'id-1');
  await expect(sendText(page, 'Other', 'id-1')).rejects.toMatchObject({
    code: 'conflict',
  });
  const { submissions } = await device.readDisk();
  expect(submissions).toMatchObject([{ values: { message: 'Hello' } }]);
});

test('an edit under the id of another stored text is a conflict, and both texts stay', async () => {
  const { device, page } = startPage();
  await device.seed(recordOf('Hello'), recordOf('old'));
  await expect(sendText(page, 'new', 'Hello', 'old')).rejects.toMatchObject({
    code: 'conflict',
  });
  const { submissions } = await device.readDisk();
  expect(submissions.map(({ id }) => id)).toEqual(['Hello', 'old']);
});

test('a submit that repeats the id of a delivered submission stores and sends nothing', async () => {
  const { device, page, requestedIds } = startPage();
  await sendText(page, 'Hello', 'id-1');
  await page.outbox.deliver();
  expect(await sendText(page, 'Hello', 'id-1')).toMatchObject({ id: 'id-1' });
  await page.outbox.deliver();
  expect(requestedIds).toEqual(['id-1']);
  const { submissions, receipts } = await device.readDisk();
  expect(submissions).toEqual([]);
  expect(receipts).toEqual(['id-1']);
});

test('a submit that repeats the id of a duplicate, whose twin was delivered, sends nothing', async () => {
  const { device, page, storedTexts } = startPage();
  await device.seed(recordOf('Hello'));
  expect(await sendText(page, 'Hello', 'id-2')).toMatchObject({ id: 'Hello' });
  await page.outbox.deliver();
  expect(await sendText(page, 'Hello', 'id-2')).toMatchObject({ id: 'Hello' });
  await page.outbox.deliver();
  expect([...storedTexts.keys()]).toEqual(['Hello']);
});

test('a submit that repeats the id of a duplicate, whose twin was discarded, is sent', async () => {
  const { device, page, storedTexts } = startPage('not reached');
  await device.seed(recordOf('Hello'));
  await sendText(page, 'Hello', 'id-2');
  await page.outbox.deliver();
  await page.outbox.discard('Hello');
  await sendText(page, 'Hello', 'id-2');
  await page.outbox.deliver();
  expect([...storedTexts.keys()]).toEqual(['id-2']);
});

test('replacing a submission that was sent is a conflict, even if the new text waits already', async () => {
  const { device, page } = startUnansweredPage();
  await device.seed(recordOf('Hello'));
  await expect(sendText(page, 'Hello', 'id-2', 'sent')).rejects.toMatchObject({
    code: 'conflict',
  });
});

test('an edit whose text waits already can be submitted twice', async () => {
  const { device, page } = startUnansweredPage();
  await device.seed(recordOf('Hello'), recordOf('old'));
  const submit = () => sendText(page, 'Hello', 'id-2', 'old');
  expect(await submit()).toMatchObject({ id: 'Hello' });
  expect(await submit()).toMatchObject({ id: 'Hello' });
});

test('a text that waits already counts as queued if both the disk and the server fail', async () => {
  const { device, page } = startPage('not reached');
  await device.seed(recordOf('Hello'));
  abortPuts('receipts');
  expect(await sendText(page, 'Hello', 'id-2')).toMatchObject({
    id: 'Hello',
    status: 'queued',
  });
  expect(await page.outbox.isDelivered('id-2')).toBe(false);
});

test('an edit whose text waits already fails if both the disk and the server fail', async () => {
  const { device, page } = startPage('not reached');
  await device.seed(recordOf('Hello'), recordOf('old'));
  abortPuts('receipts');
  await expect(sendText(page, 'Hello', 'id-2', 'old')).rejects.toMatchObject({
    id: 'id-2',
  });
});

test('while the disk fails, a submit that repeats the id of a delivered submission sends nothing', async () => {
  const { device, page, requestedIds } = startPage();
  await sendText(page, 'Hello', 'id-1');
  await page.outbox.deliver();
  await device.seed(recordOf('twin'));
  await sendText(page, 'twin', 'id-2');
  await page.outbox.deliver();
  breakWrites();
  expect(await sendText(page, 'Hello', 'id-1')).toMatchObject({ id: 'id-1' });
  expect(await sendText(page, 'twin', 'id-2')).toMatchObject({ id: 'twin' });
  expect(requestedIds).toEqual(['id-1', 'twin']);
});

test('while the disk fails, a submit that repeats a stored edit is no conflict', async () => {
  const { device, page } = startPage(
    'not reached',
    'not reached',
    'not reached',
  );
  await device.seed(recordOf('old'));
  await sendText(page, 'new', 'id-2', 'old');
  await page.outbox.deliver();
  breakWrites();
  expect(await sendText(page, 'new', 'id-2', 'old')).toMatchObject({
    id: 'id-2',
    status: 'queued',
  });
});

test('while the disk fails, another text under the id of a stored submission is a conflict', async () => {
  const { device, page, requestedIds } = startPage();
  await device.seed(recordOf('Hello'));
  breakWrites();
  await expect(sendText(page, 'Other', 'Hello')).rejects.toMatchObject({
    code: 'conflict',
  });
  expect(requestedIds).toEqual([]);
});

test('a submit of the text of an unsent submission ends the edit of that submission in another tab', async () => {
  const { device, page, storedTexts } = startPage('not reached');
  await device.seed(recordOf('Hello'));
  await device.start().outbox.edit('Hello');
  breakWrites();
  expect(await sendText(page, 'Hello', 'id-2')).toMatchObject({ id: 'Hello' });
  vi.restoreAllMocks();
  await page.outbox.deliver({ ignoreBackoff: true });
  expect([...storedTexts.keys()]).toEqual(['Hello']);
});

test('a disk that fails between two reads does not hide why a submit has failed', async () => {
  const { device, page, server } = startPage('not reached');
  await device.seed(recordOf('Hello'), recordOf('old'));
  breakWrites();
  server.observe = () => {
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('The disk fails', 'UnknownError');
    });
  };
  await expect(sendText(page, 'Hello', 'id-2', 'old')).rejects.toMatchObject({
    id: 'id-2',
    code: 'unreadable',
  });
});

test('a value that is not a text is refused, because no release could send it', async () => {
  const { device, page } = startPage();
  await device.open();
  const values = { message: 5 as unknown as string };
  await expect(
    page.outbox.submit('careers', values, { id: 'id-1' }),
  ).rejects.toThrow(TypeError);
  expect((await device.readDisk()).submissions).toEqual([]);
});

test('a submit of a new submission requests no lock', async () => {
  const { device, page } = startPage();
  await device.open();
  const lockNames = recordLockNames(page);
  await sendText(page, 'Hello', 'id-1');
  // The delivery, which follows, has its locks.
  expect(lockNames).toEqual([]);
});

/** Starts a page whose requests are never answered. */
function startUnansweredPage() {
  const device = createDevice(() => new Promise(() => {}));
  return { device, page: device.start() };
}

test('stores a new submission in the format of all releases', async () => {
  const { device, page } = startUnansweredPage();
  const values = { name: 'Ada', message: 'Hello', company: '' };
  await page.outbox.submit('careers', values, { id: 'id-1' });
  expect((await device.readDisk()).submissions).toEqual([
    {
      id: 'id-1',
      version: 1,
      form: 'careers',
      values: { name: 'Ada', message: 'Hello' },
      state: 'queued',
      createdAt: now,
      attempts: 0,
      dueAt: now,
    },
  ]);
});

test('Retry makes a refused submission wait again, due at once', async () => {
  const { device, page } = startUnansweredPage();
  const refusal = { state: 'failed', attempts: 3, dueAt: now + 9000 };
  await device.seed(recordOf('id-1', refusal));
  void page.outbox.retry('id-1');
  await waitFor(async () =>
    expect((await device.readDisk()).submissions).toEqual([recordOf('id-1')]),
  );
});

test('Retry of a submission that is no longer stored changes nothing', async () => {
  const { device, page, requestedIds } = startPage();
  await device.open();
  expect(await page.outbox.retry('sent')).toBe(true);
  expect(requestedIds).toEqual([]);
  expect((await device.readDisk()).submissions).toEqual([]);
});

test('a failing disk does not delay the result of a submission that was sent directly', async () => {
  const { device, page, storedTexts } = startPage();
  await device.open();
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(
    () => new IDBRequest(),
  );
  const submission = sendText(page, 'Hello', 'id-1');
  await waitFor(() => expect(fireTimers(device, 10_000)).toBe(1));
  // Now the transaction of the receipt hangs as well.
  expect(await submission).toMatchObject({ status: 'sent' });
  expect(storedTexts.size).toBe(1);
});

/** Makes each transaction fail that could write. */
function breakWrites() {
  const { transaction } = IDBDatabase.prototype;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...args
  ) {
    const [, mode] = args;
    if (mode === 'readwrite')
      throw new DOMException('The disk fails', 'UnknownError');
    return transaction.apply(this, args);
  });
}

/** Fires the timers with this delay in ms, and returns their number. */
function fireTimers(device: ReturnType<typeof createDevice>, delay: number) {
  const matchingTimers = [...device.timers.all].filter(
    ([, each]) => each === delay,
  );
  for (const [fire] of matchingTimers) {
    device.timers.all.delete(fire);
    fire();
  }
  return matchingTimers.length;
}

test('a send that throws counts as a transient failure', async () => {
  const device = createDevice(() => Promise.reject(new Error('A bug')));
  const page = device.start();
  await device.seed(recordOf('id-1'));
  expect(await page.outbox.deliver()).toBe(1);
  expect((await device.readDisk()).submissions).toMatchObject([
    { attempts: 1, error: 'not-sent', dueAt: now + 750 },
  ]);
  refusePuts('submissions');
  await expect(sendText(page, 'Hello', 'id-2')).rejects.toMatchObject({
    id: 'id-2',
    code: 'not-sent',
  });
});

test('retries the deletion of a replaced submission with growing delays', async () => {
  const { device, page } = startPage();
  await device.seed(recordOf('old'));
  refusePuts('submissions');
  failCalls('delete', 4);
  await sendText(page, 'new', 'id-2', 'old');
  for (const delay of [750, 1500, 3000])
    await waitFor(() => expect(fireTimers(device, delay)).toBe(1));
  await waitFor(async () =>
    expect((await device.readDisk()).submissions).toEqual([]),
  );
});
