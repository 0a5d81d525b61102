import { expect, test, vi } from 'vitest';
import { fillDisk, now, prepare, send, undoPuts, waiting } from './prepare.ts';

const failOpening = () =>
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('Not here', 'SecurityError');
  });

test.each([
  ['F36 the database does not open', failOpening],
  ['F39 the disk is full', fillDisk],
  ['F40 what is saved is undone', () => undoPuts('submissions')],
])('%s: sent directly, or an error with its id', async (_, spoil) => {
  const { device, page, stored } = prepare('stored, but the answer is lost');
  await device.open();
  spoil();
  await expect(send(page, 'Hello', 'id-1')).rejects.toMatchObject({
    id: 'id-1',
    message: expect.stringMatching(/^id-1 was neither saved nor sent: \S+$/),
  });
  const again = await send(page, 'Hello', 'id-1');
  expect(again).toMatchObject({ id: 'id-1', status: 'sent' });
  expect([...stored]).toEqual([['id-1', 'Hello']]);
  expect((await device.look()).submissions).toEqual([]);
});

test('the same words that wait on a full disk go under their own id', async () => {
  const { device, page, stored } = prepare();
  await device.seed(waiting('Hello', { state: 'failed' }));
  fillDisk();
  await send(page, 'Other', 'id-2');
  expect(await send(page, 'Hello', 'id-3')).toMatchObject({ id: 'Hello' });
  expect([...stored.keys()]).toEqual(['id-2', 'Hello']);
  expect(await device.look()).toEqual({ submissions: [], receipts: ['Hello'] });
});

test.each([
  ['are discarded', true],
  ['are held back and discarded as soon as the disk deletes', false],
])('after new words are sent directly, the old words %s', async (_, canGo) => {
  const { device, page, stored } = prepare();
  await device.seed(waiting('old'), waiting('third'));
  const edit = await page.code.beginEdit('old');
  fillDisk();
  if (!canGo) {
    vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
      throw new DOMException('The disk does not answer', 'DataError');
    });
  }
  const { status } = await send(page, 'new', 'id-2', 'old');
  expect(status).toBe('sent');
  // Also where the form that has been sent is left.
  await edit?.end();
  expect([...stored.keys()]).toEqual(['id-2']);
  vi.restoreAllMocks();
  await device.start().code.deliver();
  expect([...stored.keys()]).toEqual(['id-2', 'third']);
  const left = async () =>
    (await device.look()).submissions.map(({ id }) => id);
  expect(await left()).toEqual(canGo ? [] : ['old']);
  for (const fire of device.timers.all.keys()) fire();
  await vi.waitFor(async () => expect(await left()).toEqual([]));
  page.kill();
  await device.start().code.deliver();
  expect([...stored.keys()]).toEqual(['id-2', 'third']);
});

test('new words for what has gone are not sent, on whatever disk', async () => {
  const { device, page, stored } = prepare();
  await device.seed(waiting('other'));
  const conflict = { id: 'id-2', code: 'conflict' };
  const submit = () => send(page, 'new', 'id-2', 'id-1');
  await expect(submit()).rejects.toMatchObject(conflict);
  const { transaction } = IDBDatabase.prototype;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...given
  ) {
    if (given[1] === 'readonly') return transaction.apply(this, given);
    throw new DOMException('The disk does not answer', 'DataError');
  });
  await expect(submit()).rejects.toMatchObject(conflict);
  expect(stored.size).toBe(0);
});

test('a submit is tried at once, after what waits longer', async () => {
  const { device, page, stored } = prepare();
  const earlier = { createdAt: now - 1, dueAt: now + 60_000 };
  await device.seed(waiting('first', earlier));
  await send(page, 'second', 'second');
  await vi.waitFor(() => expect(stored.size).toBe(2));
  expect([...stored.keys()]).toEqual(['first', 'second']);
});
