import { expect, test, vi } from 'vitest';
import { fillDisk, now, prepare, send, waiting } from './prepare.ts';

test.each([
  ['one page', true],
  ['two tabs', false],
])('the later of two edits has it, in %s', async (_, isSame) => {
  const { device, stored } = prepare();
  await device.seed(waiting('id-1', { dueAt: now + 60_000 }));
  const page = device.start().code;
  const other = isSame ? page : device.start().code;
  const first = await page.beginEdit('id-1');
  const second = await other.beginEdit('id-1');
  expect(second?.submission).toMatchObject({ values: { message: 'id-1' } });
  await first?.end();
  const { deliver } = device.start().code;
  expect(await deliver({ ignoreBackoff: true })).toBe(1);
  expect(stored.size).toBe(0);
  await second?.end();
  expect(stored.size).toBe(1);
});

test('nothing but what is being sent itself waits for it', async () => {
  const { device, observe } = prepare('not reached');
  await device.seed(waiting('id-1'));
  const { beginEdit, discard } = device.start().code;
  const ended = await beginEdit('id-1');
  await ended?.end();
  let both: Promise<unknown> | undefined;
  observe(async () => {
    await device.seed(waiting('id-2'));
    expect(await beginEdit('id-2')).toBeDefined();
    expect(await beginEdit('id-2')).toBeDefined();
    expect(await discard('id-2')).toBe('discarded');
    both = Promise.all([discard('id-1'), beginEdit('id-1')]);
  });
  await device.start().code.deliver({ ignoreBackoff: true });
  expect(await both).toEqual(['sent', undefined]);
});

test.each([
  ['new words', 'new', 'id-2'],
  ['the same words', 'id-1', 'id-1'],
])('%s end the edit, and one message waits', async (_, words, left) => {
  const { device, page, stored, requests } = prepare('not reached');
  await device.seed(waiting('id-1'));
  const edit = await page.code.beginEdit('id-1');
  await send(page, words, 'id-2', 'id-1');
  await vi.waitFor(() => expect(requests).toEqual([left]));
  // The form ends it once more, which is no reason to send again.
  await edit?.end();
  expect(requests).toEqual([left]);
  await device.start().code.deliver({ ignoreBackoff: true });
  expect([...stored]).toEqual([[left, words]]);
});

test('F33 the same words are the same submission, and end any edit', async () => {
  const { device, page, stored } = prepare();
  await device.seed(waiting('id-1'));
  await device.start().code.beginEdit('id-1');
  // They are there already: no need to write.
  fillDisk();
  const again = await send(page, 'id-1', 'id-2');
  expect(again).toMatchObject({ id: 'id-1', status: 'queued' });
  await vi.waitFor(() => expect([...stored.keys()]).toEqual(['id-1']));
});

test('a retry ends an edit and makes what was refused due', async () => {
  const { device, stored } = prepare('not reached');
  await device.seed(waiting('id-1', { state: 'failed', attempts: 7 }));
  const { beginEdit, retry } = device.start().code;
  await beginEdit('id-1');
  await retry('id-1');
  const { submissions } = await device.look();
  expect(submissions).toMatchObject([{ state: 'queued', attempts: 1 }]);
  await retry('id-1');
  expect(stored.size).toBe(1);
});

test('on a full disk what was refused or waits is retried all the same', async () => {
  const { device, page, stored } = prepare();
  const late = waiting('late', { dueAt: now + 60_000 });
  await device.seed(waiting('refused', { state: 'failed' }), late);
  fillDisk();
  await page.code.retry('late');
  await page.code.retry('refused');
  expect([...stored.keys()].sort()).toEqual(['late', 'refused']);
});

test('forgetting removes what it was asked for, and says how much', async () => {
  const { device, page } = prepare();
  await send(page, 'sent', 'id-0');
  await page.code.deliver();
  const newer = waiting('newer', { version: 99 });
  await device.seed(waiting('id-1'), waiting('id-2'), newer);
  const ids = ['gone', 'id-0', 'id-1', 'newer'];
  const removed = await page.code.emptyOutbox(ids);
  expect(removed).toEqual({ unsent: 2, receipts: 1 });
  const { submissions, receipts } = await device.look();
  expect(submissions).toMatchObject([{ id: 'id-2' }]);
  expect(receipts).toEqual([]);
});
