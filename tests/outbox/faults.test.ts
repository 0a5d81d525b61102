import { expect, test, vi } from 'vitest';
import { now, prepare, undoPuts, waiting } from './prepare.ts';
import type { Fate } from './server.ts';

const day = 24 * 60 * 60 * 1000;

test('F20 of 200 submissions over a link that loses half none is lost', async () => {
  const fates = Array.from({ length: 600 }, (_, request): Fate => {
    const mixed = Math.imul(request, 0x9e3779b1) >>> 16;
    if (mixed & 1) return 'stored';
    return mixed & 2 ? 'not reached' : 'stored, but the answer is lost';
  });
  const { device, stored } = prepare(...fates);
  const ids = Array.from({ length: 200 }, (_, n) => `id-${n}`);
  await device.seed(...ids.map((id) => waiting(id)));
  const { deliver } = device.start().code;
  while ((await deliver({ ignoreBackoff: true })) > 0);
  expect([...stored.keys()].sort()).toEqual(ids.sort());
  expect((await device.look()).submissions).toEqual([]);
});

test('F35 without Web Locks two deliver at once, and each arrives once', async () => {
  const { device, stored } = prepare();
  device.hasLocks = false;
  await device.seed(waiting('id-1'), waiting('id-2'));
  const pages = [device.start(), device.start()];
  const edit = await pages[0]?.code.beginEdit('id-1');
  await edit?.end();
  await Promise.all(pages.map(({ code }) => code.deliver()));
  expect([...stored.keys()]).toEqual(['id-1', 'id-2']);
  expect(await device.look()).toEqual({
    submissions: [],
    receipts: ['id-1', 'id-2'],
  });
});

test('F40 what aborts as it is removed is sent again, and arrives once', async () => {
  const { device, stored } = prepare();
  await device.seed(waiting('id-1'));
  undoPuts('receipts');
  const { deliver } = device.start().code;
  expect(await deliver()).toBe(1);
  expect((await device.look()).submissions).toHaveLength(1);
  vi.restoreAllMocks();
  expect(await deliver()).toBe(0);
  expect([...stored.keys()]).toEqual(['id-1']);
  expect(await device.look()).toEqual({ submissions: [], receipts: ['id-1'] });
});

test('F42 newer and corrupt records stay as they are, and hold back no other', async () => {
  const { device, stored } = prepare();
  const unreadable = [
    { id: 'corrupt', form: 'careers' },
    { id: 'hollow', version: 1, form: 'careers' },
    { id: 'newer', version: 99, form: 'careers', words: [] },
  ];
  const numbered = waiting('numbered', { id: 7 });
  const strange = waiting('strange', { form: 'none' });
  await device.seed(numbered, ...unreadable, strange);
  const { submit, deliver, beginEdit } = device.start().code;
  const words = { message: 'Hello' };
  const { status } = await submit('careers', words, { id: 'id-1' });
  expect(status).toBe('queued');
  for (const id of ['gone', 'newer']) {
    expect(await beginEdit(id)).toBeUndefined();
  }
  await deliver({ ignoreBackoff: true, retryFailed: true });
  expect([...stored.keys()]).toEqual(['id-1']);
  const invalid = { state: 'failed', error: 'invalid-submission' };
  expect((await device.look()).submissions).toEqual([
    expect.objectContaining({ id: 7, error: 'unreadable' }),
    ...unreadable,
    expect.objectContaining({ id: 'strange', ...invalid }),
  ]);
});

const old = { createdAt: now - 30 * day, attempts: 500 };
const early = { dueAt: now - 365 * day, createdAt: now - 365 * day };
const late = { dueAt: now + 365 * day, createdAt: now + 365 * day };

test.each([
  ['F43 30 days old, after 500 attempts', old, 0],
  ['F44 made by a clock a year behind', early, 0],
  ['F44 made by a clock a year ahead', late, 0],
  ['F44 on a device whose clock is a year behind', {}, -365 * day],
  ['F44 on a device whose clock is a year ahead', {}, 365 * day],
])('%s: it is sent, and again in five minutes', async (_, more, by) => {
  const { device, stored } = prepare('not reached');
  await device.seed(waiting('id-1', more));
  device.now += by;
  const { deliver } = device.start().code;
  expect(await deliver()).toBe(1);
  device.now += 5 * 60 * 1000;
  expect(await deliver()).toBe(0);
  expect([...stored.keys()]).toEqual(['id-1']);
});
