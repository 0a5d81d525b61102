import { expect, test, vi } from 'vitest';
import { entryOf, fillDisk, now, send, startPage } from './start-page.ts';

test.each([
  ['one page', true],
  ['two tabs', false],
])(
  'sends a submission only after the later of two edits has ended, in %s',
  async (_, isSame) => {
    const { device, page, stored } = startPage();
    await device.seed(entryOf('id-1', { dueAt: now + 60_000 }));
    const other = isSame ? page : device.start();
    const first = await page.code.beginEdit('id-1');
    const second = await other.code.beginEdit('id-1');
    expect(second?.submission).toMatchObject({ values: { message: 'id-1' } });
    await first?.end();
    const { deliver } = device.start().code;
    expect(await deliver({ ignoreBackoff: true })).toBe(1);
    expect(stored.size).toBe(0);
    const { request } = device.locks.lockManagerFor();
    // Pages of other releases use the same lock name, so it must not change.
    const [name, options] = ['pear-edit-id-1', { ifAvailable: true }];
    expect(await request(name, options, (lock) => lock)).toBe(null);
    await second?.end();
    expect(stored.size).toBe(1);
  },
);

test('the visitor can edit and discard other submissions while one is being sent', async () => {
  const { device, page, server } = startPage('not reached');
  await device.seed(entryOf('id-1'));
  const { beginEdit, discard } = page.code;
  const endedEdit = await beginEdit('id-1');
  await endedEdit?.end();
  let results: Promise<unknown> | undefined;
  server.observe = async () => {
    await device.seed(entryOf('id-2'));
    expect(await beginEdit('id-2')).toBeDefined();
    expect(await beginEdit('id-2')).toBeDefined();
    expect(await discard('id-2')).toBe('discarded');
    results = Promise.all([discard('id-1'), beginEdit('id-1')]);
  };
  await device.start().code.deliver({ ignoreBackoff: true });
  expect(await results).toEqual(['sent', undefined]);
});

test.each([
  ['a changed', 'new', 'id-2'],
  ['an unchanged', 'id-1', 'id-1'],
])('sends one message after an edit with %s text', async (_, text, sentId) => {
  const { device, page, stored, requestedIds } = startPage('not reached');
  await device.seed(entryOf('id-1'));
  const edit = await page.code.beginEdit('id-1');
  await send(page, text, 'id-2', 'id-1');
  await vi.waitFor(() => expect(requestedIds).toEqual([sentId]));
  // submit() has ended the edit. A second end must not send anything.
  await edit?.end();
  expect(requestedIds).toEqual([sentId]);
  await device.start().code.deliver({ ignoreBackoff: true });
  expect([...stored]).toEqual([[sentId, text]]);
});

test('F33: sends a text once if one tab edits it while another tab submits it again', async () => {
  const { device, page, stored } = startPage();
  await device.seed(entryOf('id-1'));
  await device.start().code.beginEdit('id-1');
  // The same text is stored already, so submit() succeeds on a full disk.
  fillDisk();
  const again = await send(page, 'id-1', 'id-2');
  expect(again).toMatchObject({ id: 'id-1', status: 'queued' });
  await vi.waitFor(() => expect([...stored.keys()]).toEqual(['id-1']));
});

test('retry() ends an edit, and sends refused submissions even if the disk is full', async () => {
  const { device, page, stored } = startPage('not reached');
  await device.seed(entryOf('id-1', { state: 'failed', attempts: 7 }));
  const { beginEdit, retry } = page.code;
  await beginEdit('id-1');
  await retry('id-1');
  const { submissions } = await device.snapshot();
  expect(submissions).toMatchObject([{ state: 'queued', attempts: 1 }]);
  await retry('id-1');
  expect([...stored.keys()]).toEqual(['id-1']);
  await device.seed(entryOf('id-2', { state: 'failed' }));
  fillDisk();
  await retry('id-2');
  expect([...stored.keys()]).toEqual(['id-1', 'id-2']);
});

test('deleteSubmissions() deletes the given submissions and all receipts, and returns both counts', async () => {
  const { device, page } = startPage();
  await send(page, 'sent', 'id-0');
  await page.code.deliver();
  const newerVersion = entryOf('newer', { version: 99 });
  await device.seed(entryOf('id-1'), entryOf('id-2'), newerVersion);
  const ids = ['gone', 'id-0', 'id-1', 'newer'];
  const removed = await page.code.deleteSubmissions(ids);
  expect(removed).toEqual({ unsent: 2, receipts: 1 });
  const { submissions, receipts } = await device.snapshot();
  expect(submissions).toMatchObject([{ id: 'id-2' }]);
  expect(receipts).toEqual([]);
});
