import { expect, test, vi } from 'vitest';
import { runTasks, waitFor } from '../support/waits.ts';
import type { Process } from './process.ts';
import {
  failCalls,
  now,
  recordLockNames,
  recordOf,
  refusePuts,
  sendText,
  startPage,
} from './start-page.ts';

/** Starts a page, and another one that cannot write. The text of this id is unsent. */
async function startWithFailingPage(
  unsentId: string,
  ...results: Parameters<typeof startPage>
) {
  const started = startPage(...results);
  await started.device.seed(recordOf(unsentId, { dueAt: now + 60_000 }));
  // A page that subscribes learns what another page could not store.
  started.page.outbox.subscribe(() => undefined);
  const failingPage = started.device.start();
  breakWritesOf(failingPage);
  return { ...started, failingPage };
}

/** Makes each transaction of a process fail that could write. */
function breakWritesOf({ platform }: Process) {
  const { openDatabase } = platform;
  platform.openDatabase = (name) => {
    const request = openDatabase(name);
    request.addEventListener('success', () => {
      const { result } = request;
      const { transaction } = result;
      result.transaction = (...args) => {
        const [, mode] = args;
        if (mode === 'readwrite')
          throw new DOMException('The disk fails', 'DataError');
        return transaction.apply(result, args);
      };
    });
    return request;
  };
}

/** Resolves with the status of the result, or with the code of the error. */
function readResult(submit: ReturnType<typeof sendText>): Promise<string> {
  return submit.then(
    ({ status }) => status,
    ({ code }) => code,
  );
}

test('a discard waits while another page sends the same text directly', async () => {
  const { page, failingPage, server, storedTexts } =
    await startWithFailingPage('Hello');
  let discard: Promise<string> | undefined;
  server.observe = async () => {
    discard = page.outbox.discard('Hello');
    await runTasks();
  };
  await sendText(failingPage, 'Hello', 'id-2');
  expect(await discard).toBe('sent');
  expect([...storedTexts.keys()]).toEqual(['Hello']);
});

test('an edit waits while another page sends the same text directly, and is a conflict', async () => {
  const { page, failingPage, server, storedTexts } =
    await startWithFailingPage('Hello');
  await page.outbox.edit('Hello');
  let edit: Promise<unknown> | undefined;
  server.observe = async () => {
    edit = sendText(page, 'new', 'id-3', 'Hello').catch(({ code }) => code);
    await runTasks();
  };
  await sendText(failingPage, 'Hello', 'id-2');
  expect(await edit).toBe('conflict');
  expect([...storedTexts.keys()]).toEqual(['Hello']);
});

test('a text counts as queued only while its twin is stored', async () => {
  const { device, page, failingPage, server } = await startWithFailingPage(
    'Hello',
    'not reached',
  );
  let edit: Promise<unknown> | undefined;
  let idsDuringRequest: string[] = [];
  server.observe = async () => {
    server.observe = () => undefined;
    edit = sendText(page, 'new', 'id-3', 'Hello');
    await runTasks();
    const { submissions } = await device.readDisk();
    idsDuringRequest = submissions.map(({ id }) => id);
  };
  expect(await sendText(failingPage, 'Hello', 'id-2')).toMatchObject({
    status: 'queued',
    id: 'Hello',
  });
  expect(idsDuringRequest).toEqual(['Hello']);
  await edit;
});

test.each([
  { state: 'failed', result: 'not reached', code: 'unreadable' },
  { state: 'queued', result: 'refused', code: 'permission-denied' },
] as const)(
  'a text whose twin is stored as $state is not accepted if the result of the request is: $result',
  async ({ state, result, code }) => {
    const { device, page } = startPage(result);
    await device.seed(recordOf('Hello', { state }));
    breakWritesOf(page);
    await expect(sendText(page, 'Hello', 'id-2')).rejects.toMatchObject({
      id: 'id-2',
      code,
    });
  },
);

test('an edit whose text waits already is sent directly, and the old text is deleted', async () => {
  const { device, page, storedTexts } = startPage();
  await device.seed(recordOf('Hello'), recordOf('old'));
  await page.outbox.edit('old');
  refusePuts('receipts', 1);
  expect(await sendText(page, 'Hello', 'id-2', 'old')).toMatchObject({
    status: 'sent',
    id: 'Hello',
  });
  expect([...storedTexts.keys()]).toEqual(['Hello']);
  expect((await device.readDisk()).submissions).toEqual([]);
});

test('an edit is sent directly if the disk can no longer be read', async () => {
  const { device, page, storedTexts } = startPage();
  await device.seed(recordOf('old'));
  await page.outbox.edit('old');
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('The disk fails', 'UnknownError');
  });
  expect(await sendText(page, 'new', 'id-2', 'old')).toMatchObject({
    status: 'sent',
    id: 'id-2',
  });
  expect([...storedTexts.keys()]).toEqual(['id-2']);
});

test('a direct send of a new text requests no lock', async () => {
  const { page, storedTexts } = startPage();
  breakWritesOf(page);
  const lockNames = recordLockNames(page);
  await sendText(page, 'Hello', 'id-1');
  expect([...storedTexts.keys()]).toEqual(['id-1']);
  expect(lockNames).toEqual([]);
});

test('a discard waits also for the direct send of a twin that another page stored while this page waited for a lock', async () => {
  const { device, page, failingPage, server, storedTexts } =
    await startWithFailingPage('old');
  const lockNames = recordLockNames(failingPage);
  const { requestLock } = failingPage.platform;
  failingPage.platform.requestLock = async (name, options, work) => {
    // The page requests the lock of "old" first to store the text, then to send it.
    const isAboutToSend = lockNames.includes(name);
    if (isAboutToSend) await device.seed(recordOf('Hello'));
    return requestLock(name, options, work);
  };
  let discard: Promise<string> | undefined;
  server.observe = async () => {
    discard = page.outbox.discard('Hello');
    await runTasks();
  };

  expect(await sendText(failingPage, 'Hello', 'id-2', 'old')).toMatchObject({
    status: 'sent',
    id: 'Hello',
  });
  expect(await discard).toBe('sent');
  expect([...storedTexts.keys()]).toEqual(['Hello']);
});

test.each([
  { results: [], status: 'sent', storedIds: ['Hello'] },
  { results: ['not reached'], status: 'queued', storedIds: [] },
] as const)(
  'if the disk fails, an edit without a change of the text is $status, and does not wait for its own lock',
  async ({ results, status, storedIds }) => {
    const { device, page, storedTexts } = startPage(...results);
    await device.seed(recordOf('Hello'));
    breakWritesOf(page);
    await page.outbox.edit('Hello');
    expect(await sendText(page, 'Hello', 'id-2', 'Hello')).toMatchObject({
      status,
      id: 'Hello',
    });
    expect([...storedTexts.keys()]).toEqual(storedIds);
  },
);

test('a replaced text that the disk cannot delete is neither shown nor edited again', async () => {
  const { device, page, storedTexts } = startPage();
  await device.seed(recordOf('old'));
  const unsubscribe = page.outbox.subscribe(() => undefined);
  const edit = await page.outbox.edit('old');
  refusePuts('submissions');
  failCalls('delete', 2);
  await sendText(page, 'new', 'id-2', 'old');
  await edit?.end();
  vi.restoreAllMocks();
  expect((await device.readDisk()).submissions).toHaveLength(1);

  await waitFor(() => {
    const { unsent, statuses } = page.outbox.getSnapshot() ?? {};
    expect(unsent).toEqual([]);
    expect(statuses?.has('old')).toBe(false);
  });
  const nextEdit = await page.outbox.edit('old');
  await nextEdit?.end();
  await page.outbox.deliver();
  expect([...storedTexts.keys()]).toEqual(['id-2']);
  unsubscribe();
});

test('the text of a replaced submission that the disk could not delete can be submitted again', async () => {
  const { device, page, storedTexts } = startPage();
  await device.seed(recordOf('old'));
  refusePuts('submissions');
  failCalls('delete', 2);
  await sendText(page, 'new', 'id-2', 'old');
  vi.restoreAllMocks();

  expect(await sendText(page, 'old', 'id-3')).toMatchObject({ id: 'id-3' });
  for (const fire of device.timers.all.keys()) fire();
  await page.outbox.deliver({ ignoreBackoff: true });
  expect([...storedTexts]).toEqual([
    ['id-2', 'new'],
    ['id-3', 'old'],
  ]);
});

test('a replaced text that the disk cannot delete is hidden even if nothing else changes', async () => {
  const { device, page } = startPage();
  await device.seed(recordOf('old'));
  const unsubscribe = page.outbox.subscribe(() => undefined);
  await page.outbox.edit('old');
  await sendText(page, 'new', 'id-2');
  await waitFor(() =>
    expect(page.outbox.getSnapshot()?.statuses.get('id-2')).toBe('sent'),
  );
  failCalls('delete', 2);
  expect(await sendText(page, 'new', 'id-2', 'old')).toMatchObject({
    status: 'sent',
  });
  expect((await device.readDisk()).submissions).toHaveLength(1);
  await waitFor(() => expect(page.outbox.getSnapshot()?.unsent).toEqual([]));
  unsubscribe();
});

test('once the disk has deleted a replaced text, the text can be submitted again under its id', async () => {
  const { device, page, server } = startPage();
  await device.seed(recordOf('old'));
  const unsubscribe = page.outbox.subscribe(() => undefined);
  refusePuts('submissions');
  failCalls('delete', 2);
  await sendText(page, 'new', 'id-2', 'old');
  vi.restoreAllMocks();
  for (const fire of device.timers.all.keys()) fire();
  await waitFor(async () =>
    expect((await device.readDisk()).submissions).toEqual([]),
  );

  server.observe = () => new Promise(() => undefined);
  await sendText(page, 'old', 'old');
  await waitFor(() =>
    expect(page.outbox.getSnapshot()?.statuses.get('old')).toBe('queued'),
  );
  // The text is a twin of a further submit, as any unsent text is.
  expect(await sendText(page, 'old', 'id-3')).toMatchObject({ id: 'old' });
  unsubscribe();
});

test('two tabs do not wait for each other if each changes its text to that of the other tab', async () => {
  const { device, page, storedTexts } = startPage();
  await device.seed(recordOf('a'), recordOf('b'));
  const otherPage = device.start();
  for (const each of [page, otherPage]) {
    breakWritesOf(each);
    // Otherwise the page would not learn what the other one could not store.
    each.outbox.subscribe(() => undefined);
  }

  const results = await Promise.all([
    readResult(sendText(page, 'b', 'id-2', 'a')),
    readResult(sendText(otherPage, 'a', 'id-3', 'b')),
  ]);
  // The second tab may get its lock before it learns what the first one has sent.
  expect(results).toContain('sent');
  for (const result of results) expect(result).toMatch(/^(sent|conflict)$/);
  for (const [id, text] of storedTexts) expect(text).toBe(id);
});

test.each([
  { status: 'queued', results: ['not reached'], refusedPuts: 1 },
  { status: 'sent', results: [], refusedPuts: Number.POSITIVE_INFINITY },
] as const)(
  'a repeated submit adds no record if the result of the first one was that its twin is $status',
  async ({ status, results, refusedPuts }) => {
    const { device, page, storedTexts } = startPage(...results);
    await device.seed(recordOf('Hello', { dueAt: now + 60_000 }));
    refusePuts('receipts', refusedPuts);
    expect(await sendText(page, 'Hello', 'id-2')).toMatchObject({
      id: 'Hello',
      status,
    });
    await waitFor(async () =>
      expect(await page.outbox.isHandedOver('id-2')).toBe(true),
    );
    await page.outbox.deliver({ ignoreBackoff: true });

    await sendText(page, 'Hello', 'id-2');
    await page.outbox.deliver({ ignoreBackoff: true });
    expect([...storedTexts.keys()]).toEqual(['Hello']);
  },
);
