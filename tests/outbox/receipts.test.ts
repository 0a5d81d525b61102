import { expect, test, vi } from 'vitest';
import { waitFor } from '../support/waits.ts';
import {
  abortPuts,
  failCalls,
  now,
  recordOf,
  refusePuts,
  sendText,
  startPage,
} from './start-page.ts';

/** Stores receipts directly, each of them a millisecond older than the one before. */
async function seedReceipts(
  { open }: ReturnType<typeof startPage>['device'],
  count: number,
) {
  const database = await open();
  for (let age = 0; age < count; age += 1)
    await database.put('receipts', { id: `old-${age}`, at: now - age });
}

test('keeps the 200 newest receipts', async () => {
  const { device, page } = startPage();
  await seedReceipts(device, 200);
  await device.seed(recordOf('last'));
  // A corrected clock can be behind the times of older receipts.
  device.now -= 1000;
  await page.outbox.deliver({ ignoreBackoff: true });
  const { receipts } = await device.readDisk();
  expect(receipts).toHaveLength(200);
  expect(receipts).toEqual(expect.arrayContaining(['last', 'old-198']));
  expect(receipts).not.toContain('old-199');
});

test('after the clock was set back, keeps a new receipt longer than older ones', async () => {
  const { device, page } = startPage();
  await seedReceipts(device, 200);
  device.now -= 24 * 60 * 60 * 1000;
  for (const id of ['first', 'second', 'third']) {
    await device.seed(recordOf(id));
    await page.outbox.deliver({ ignoreBackoff: true });
  }
  const { receipts } = await device.readDisk();
  expect(receipts).toEqual(
    expect.arrayContaining(['first', 'second', 'third']),
  );
});

test('if the disk fails after a delivery, the open pages remember the delivery, and edit nothing', async () => {
  const { device, page, storedTexts } = startPage();
  await device.seed(recordOf('id-1'));
  const unsubscribe = page.outbox.subscribe(() => undefined);
  abortPuts('receipts');
  await page.outbox.deliver();

  await waitFor(() => {
    const { statuses, unsent } = page.outbox.getSnapshot() ?? {};
    expect(statuses?.get('id-1')).toBe('sent');
    expect(unsent).toEqual([]);
  });
  expect(await page.outbox.edit('id-1')).toBeUndefined();
  expect(await page.outbox.discard('id-1')).toBe('sent');
  await expect(sendText(page, 'new', 'id-2', 'id-1')).rejects.toMatchObject({
    code: 'conflict',
  });
  expect([...storedTexts.keys()]).toEqual(['id-1']);
  unsubscribe();
});

test('a submission whose receipt could not be stored is neither replaced nor a twin', async () => {
  const { device, page, storedTexts } = startPage();
  await device.seed(recordOf('Hello'));
  abortPuts('receipts');
  await page.outbox.deliver();
  vi.restoreAllMocks();
  expect((await device.readDisk()).submissions).toHaveLength(1);

  // A new text is sent, although an equal one, which was sent, is still on the disk.
  expect(await sendText(page, 'Hello', 'id-2')).toMatchObject({ id: 'id-2' });
  await waitFor(() =>
    expect([...storedTexts.keys()]).toEqual(['Hello', 'id-2']),
  );
});

test('a delivered submission is not replaced while the disk cannot be read', async () => {
  const { device, page, requestedIds } = startPage();
  await device.seed(recordOf('Hello'));
  abortPuts('receipts');
  await page.outbox.deliver();
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('The disk fails', 'UnknownError');
  });
  await expect(sendText(page, 'new', 'id-2', 'Hello')).rejects.toMatchObject({
    code: 'conflict',
  });
  expect(requestedIds).toEqual(['Hello']);
});

test('an edit does not begin if its submission is sent while the page waits for the lock', async () => {
  const { device, page, server } = startPage();
  await device.seed(recordOf('id-1'));
  let edit: Promise<unknown> | undefined;
  server.observe = async () => {
    edit = page.outbox.edit('id-1');
    abortPuts('receipts');
  };
  await page.outbox.deliver();
  expect(await edit).toBeUndefined();
  expect(await page.outbox.isEdited('id-1')).toBe(false);
});

test('deletes no receipt until there are 200', async () => {
  const { device, page } = startPage();
  await seedReceipts(device, 199);
  await device.seed(recordOf('last'));
  await page.outbox.deliver();
  expect((await device.readDisk()).receipts).toHaveLength(200);
});

test('if the disk is full, deletes all receipts but the newest 20, and stores the new receipt if it fits', async () => {
  const { device, page } = startPage();
  await seedReceipts(device, 30);
  await device.seed(recordOf('id-1'));
  refusePuts('receipts', 1);
  await page.outbox.deliver();
  const { submissions, receipts } = await device.readDisk();
  expect(submissions).toEqual([]);
  expect(receipts).toHaveLength(21);
  expect(receipts).toEqual(expect.arrayContaining(['id-1', 'old-19']));
});

test('without space for a receipt, the open pages remember the delivery', async () => {
  const { device, page } = startPage();
  await device.seed(recordOf('id-1'));
  const otherPage = device.start();
  const unsubscribe = otherPage.outbox.subscribe(() => undefined);
  refusePuts('receipts');

  await page.outbox.deliver();

  expect(await device.readDisk()).toMatchObject({
    submissions: [],
    receipts: [],
  });
  for (const { outbox } of [page, otherPage]) {
    await waitFor(async () =>
      expect(await outbox.discard('id-1')).toBe('sent'),
    );
    expect(await outbox.isHandedOver('id-1')).toBe(true);
  }
  await waitFor(() =>
    expect(otherPage.outbox.getSnapshot()?.statuses.get('id-1')).toBe('sent'),
  );
  unsubscribe();
});

test('after another error than a full disk, keeps all receipts and the submission', async () => {
  const { device, page } = startPage();
  await seedReceipts(device, 30);
  await device.seed(recordOf('id-1'));
  failCalls('put');

  expect(await page.outbox.deliver()).toBe(1);

  const { submissions, receipts } = await device.readDisk();
  expect(receipts).toHaveLength(30);
  expect(submissions).toMatchObject([{ id: 'id-1', attempts: 0 }]);
});

test('if the disk is full and then fails, keeps the submission', async () => {
  const { device, page } = startPage();
  await device.seed(recordOf('id-1'));
  const putSpy = vi.spyOn(IDBObjectStore.prototype, 'put');
  for (const name of ['QuotaExceededError', 'DataError'])
    putSpy.mockImplementationOnce(() => {
      throw new DOMException('The disk has failed', name);
    });
  expect(await page.outbox.deliver()).toBe(1);
  const { submissions } = await device.readDisk();
  expect(submissions).toMatchObject([{ id: 'id-1' }]);
});

test('a submission that is sent directly leaves a receipt if the disk has space for one', async () => {
  const { device, page } = startPage();
  await device.open();
  failCalls('index');
  expect((await sendText(page, 'Hello', 'id-1')).status).toBe('sent');
  await waitFor(async () =>
    expect((await device.readDisk()).receipts).toEqual(['id-1']),
  );
});

test.each([
  { witness: 'the page', isReloaded: false },
  { witness: 'no page', isReloaded: true },
])(
  'a repeated submit of a text whose twin was delivered without a receipt adds no record if $witness remembers it',
  async ({ isReloaded }) => {
    const { device, page, storedTexts } = startPage('not reached');
    await sendText(page, 'Hello', 'id-1');
    await page.outbox.deliver();
    await sendText(device.start(), 'Hello', 'id-2');
    refusePuts('receipts');
    await page.outbox.deliver({ ignoreBackoff: true });
    vi.restoreAllMocks();
    expect((await device.readDisk()).submissions).toEqual([]);

    const nextPage = isReloaded ? device.start() : page;
    expect(await sendText(nextPage, 'Hello', 'id-2')).toMatchObject({
      id: 'id-1',
    });
    await nextPage.outbox.deliver();
    expect([...storedTexts.keys()]).toEqual(['id-1']);
  },
);

test('a repeated submit of an edit that was delivered without a receipt is no conflict', async () => {
  const { device, page, storedTexts } = startPage();
  await device.seed(recordOf('old', { dueAt: now + 60_000 }));
  await sendText(page, 'new', 'id-2', 'old');
  refusePuts('receipts');
  await page.outbox.deliver();
  vi.restoreAllMocks();

  expect(await sendText(page, 'new', 'id-2', 'old')).toMatchObject({
    id: 'id-2',
  });
  expect([...storedTexts.keys()]).toEqual(['id-2']);
});
