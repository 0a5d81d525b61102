import { expect, test } from 'vitest';
import { waitFor } from '../support/waits.ts';
import {
  now,
  recordOf,
  refusePuts,
  sendText,
  startPage,
} from './start-page.ts';

test.each([
  { place: 'one page', isSame: true },
  { place: 'two tabs', isSame: false },
])(
  'sends a submission only after the later of two edits has ended, in $place',
  async ({ isSame }) => {
    const { device, page, storedTexts } = startPage();
    await device.seed(recordOf('id-1', { dueAt: now + 60_000 }));
    const secondEditor = isSame ? page : device.start();
    const firstEdit = await page.outbox.edit('id-1');
    const secondEdit = await secondEditor.outbox.edit('id-1');
    expect(secondEdit?.submission).toMatchObject({
      values: { message: 'id-1' },
    });
    await firstEdit?.end();
    const { deliver } = device.start().outbox;
    expect(await deliver({ ignoreBackoff: true })).toBe(1);
    expect(storedTexts.size).toBe(0);
    const { request } = device.locks.createLockManager();
    // Pages of other releases use the same lock name, so it must not change.
    const [name, options] = ['pear-edit-id-1', { ifAvailable: true }];
    expect(await request(name, options, (lock) => lock)).toBe(null);
    await secondEdit?.end();
    expect(storedTexts.size).toBe(1);
  },
);

test('the visitor can edit and discard other submissions while one is being sent', async () => {
  const { device, page, server } = startPage('not reached');
  await device.seed(recordOf('id-1'));
  const { edit, discard } = page.outbox;
  const editToSteal = await edit('id-1');
  await editToSteal?.end();
  let results: Promise<unknown> | undefined;
  server.observe = async () => {
    await device.seed(recordOf('id-2'));
    expect(await edit('id-2')).toBeDefined();
    expect(await edit('id-2')).toBeDefined();
    expect(await discard('id-2')).toBe('discarded');
    results = Promise.all([discard('id-1'), edit('id-1')]);
  };
  await device.start().outbox.deliver({ ignoreBackoff: true });
  expect(await results).toEqual(['sent', undefined]);
});

test.each([
  { change: 'a changed', text: 'new', sentId: 'id-2' },
  { change: 'an unchanged', text: 'id-1', sentId: 'id-1' },
])('sends one message after an edit with $change text', async (row) => {
  const { text, sentId } = row;
  const { device, page, storedTexts, requestedIds } = startPage('not reached');
  await device.seed(recordOf('id-1'));
  const edit = await page.outbox.edit('id-1');
  await sendText(page, text, 'id-2', 'id-1');
  await waitFor(() => expect(requestedIds).toEqual([sentId]));
  // submit() has ended the edit. A second end must not send anything.
  await edit?.end();
  expect(requestedIds).toEqual([sentId]);
  await device.start().outbox.deliver({ ignoreBackoff: true });
  expect([...storedTexts]).toEqual([[sentId, text]]);
});

test('F33: sends a submission once if another tab submits the same text during an edit', async () => {
  const { device, page, storedTexts } = startPage();
  await device.seed(recordOf('id-1'));
  await device.start().outbox.edit('id-1');
  // The same text is stored already, so submit() succeeds on a full disk.
  refusePuts('submissions');
  const resubmission = await sendText(page, 'id-1', 'id-2');
  expect(resubmission).toMatchObject({ id: 'id-1', status: 'queued' });
  await waitFor(() => expect([...storedTexts.keys()]).toEqual(['id-1']));
});

test('retry() ends an edit of the submission that it retries', async () => {
  const { device, page, storedTexts } = startPage('not reached');
  await device.seed(recordOf('id-1', { state: 'failed', attempts: 7 }));
  const { edit, retry } = page.outbox;
  await edit('id-1');
  await retry('id-1');
  const { submissions } = await device.readDisk();
  expect(submissions).toMatchObject([{ state: 'queued', attempts: 1 }]);
  await retry('id-1');
  expect([...storedTexts.keys()]).toEqual(['id-1']);
});

test('retry() sends a refused submission even if the disk is full', async () => {
  const { device, page, storedTexts } = startPage();
  await device.seed(recordOf('id-2', { state: 'failed' }));
  refusePuts('submissions');
  await page.outbox.retry('id-2');
  expect([...storedTexts.keys()]).toEqual(['id-2']);
});

test('forget() deletes the given submissions and all receipts, and returns both counts', async () => {
  const { device, page } = startPage();
  await sendText(page, 'sent', 'id-0');
  await page.outbox.deliver();
  const newerEntry = recordOf('newer', { version: 99 });
  await device.seed(recordOf('id-1'), recordOf('id-2'), newerEntry);
  const ids = ['gone', 'id-0', 'id-1', 'newer'];
  const deletedCounts = await page.outbox.forget(ids);
  expect(deletedCounts).toEqual({ unsent: 2, receipts: 1, tombstones: 0 });
  const { submissions, receipts } = await device.readDisk();
  expect(submissions).toMatchObject([{ id: 'id-2' }]);
  expect(receipts).toEqual([]);
});

test('several processes that ask at once find that nobody edits a submission', async () => {
  const { device, page } = startPage();
  await device.seed(recordOf('id-1'));
  const { isEdited } = device.start().outbox;
  const answers = [1, 2, 3].map(() => isEdited('id-1'));
  expect(await Promise.all(answers)).toEqual([false, false, false]);
  await page.outbox.edit('id-1');
  expect(await isEdited('id-1')).toBe(true);
});

test('only the later of two edits of a page can be ended', async () => {
  const { device, page } = startPage();
  await device.seed(recordOf('id-1'));
  const firstEdit = await page.outbox.edit('id-1');
  const secondEdit = await page.outbox.edit('id-1');
  expect(await firstEdit?.end()).toBe(false);
  expect(await page.outbox.isEdited('id-1')).toBe(true);
  expect(await secondEdit?.end()).toBe(true);
});

test('an edit goes on after a conflict', async () => {
  const { device, page } = startPage('not reached');
  await sendText(page, 'Hello', 'taken');
  await device.seed(recordOf('id-1'));
  await page.outbox.edit('id-1');
  await expect(sendText(page, 'new', 'taken', 'id-1')).rejects.toMatchObject({
    code: 'conflict',
  });
  expect(await page.outbox.isEdited('id-1')).toBe(true);
});

test('a discard ends the edit of another tab, so that the text can be submitted again', async () => {
  const { device, page, storedTexts } = startPage();
  await device.seed(recordOf('Hello', { dueAt: now + 60_000 }));
  const otherEdit = await device.start().outbox.edit('Hello');
  await page.outbox.discard('Hello');
  expect(await otherEdit?.end()).toBe(false);

  await sendText(page, 'Hello', 'Hello');
  await page.outbox.deliver();
  expect([...storedTexts.keys()]).toEqual(['Hello']);
});

test('a page knows when all its edits have begun', async () => {
  const { device, page, server } = startPage();
  await device.seed(
    recordOf('sent'),
    recordOf('other', { dueAt: now + 60_000 }),
  );
  const { edit, whenEditsBegun } = page.outbox;
  let firstEdit: Promise<unknown> | undefined;
  const begun: string[] = [];
  server.observe = async () => {
    firstEdit = edit('sent').then(() => begun.push('first'));
    await edit('other');
    void whenEditsBegun().then(() => begun.push('all'));
  };
  await device.start().outbox.deliver();
  await firstEdit;
  await waitFor(() => expect(begun).toEqual(['first', 'all']));
});
