import { expect, test, vi } from 'vitest';
import type { RequestResult } from './server.ts';
import { abortPuts, now, recordOf, startPage } from './start-page.ts';

const dayMs = 24 * 60 * 60 * 1000;
const yearMs = 365 * dayMs;

test('F20: delivers 200 submissions over a link that loses half of the requests', async () => {
  const results = Array.from({ length: 600 }, (_, request): RequestResult => {
    const hash = Math.imul(request, 0x9e3779b1) >>> 16;
    if (hash & 1) return 'stored';
    return hash & 2 ? 'not reached' : 'stored, but not answered';
  });
  const { device, page, storedTexts } = startPage(...results);
  const ids = Array.from({ length: 200 }, (_, index) => `id-${index}`);
  await device.seed(...ids.map((id) => recordOf(id)));
  while ((await page.outbox.deliver({ ignoreBackoff: true })) > 0);
  expect([...storedTexts.keys()].sort()).toEqual(ids.sort());
  expect((await device.readDisk()).submissions).toEqual([]);
});

test.each([
  { state: 'missing', hasLocks: false },
  { state: 'refused', hasLocks: true },
])('F35: two tabs send a message once if Web Locks are $state', async (row) => {
  const { device, storedTexts } = startPage();
  device.hasLocks = row.hasLocks;
  const request = () => Promise.reject(new Error('No locks'));
  device.locks.createLockManager = () => ({ request });
  await device.seed(recordOf('id-1'), recordOf('id-2'));
  const pages = [device.start(), device.start()];
  const edit = await pages[0]?.outbox.edit('id-1');
  await edit?.end();
  await Promise.all(pages.map(({ outbox }) => outbox.deliver()));
  expect([...storedTexts.keys()]).toEqual(['id-1', 'id-2']);
  expect(await device.readDisk()).toMatchObject({
    submissions: [],
    receipts: ['id-1', 'id-2'],
  });
});

test('F40: sends a submission again if the transaction that deletes it aborts', async () => {
  const { device, page, storedTexts } = startPage();
  await device.seed(recordOf('id-1'));
  abortPuts('receipts');
  expect(await page.outbox.deliver()).toBe(1);
  expect((await device.readDisk()).submissions).toHaveLength(1);
  vi.restoreAllMocks();
  expect(await page.outbox.deliver()).toBe(0);
  expect([...storedTexts.keys()]).toEqual(['id-1']);
  const receipts = ['id-1'];
  expect(await device.readDisk()).toMatchObject({ submissions: [], receipts });
});

test('F42: delivers a submission although the outbox also holds unreadable records', async () => {
  const { device, page, server, storedTexts } = startPage();
  // submissions/send.ts refuses what no form can have submitted.
  device.send = async (submission, sender) =>
    submission.form === 'careers' && typeof submission.id === 'string'
      ? server.send(submission, sender)
      : { kind: 'refused', error: 'invalid-submission' };
  const unreadableRecords = [
    { id: 'corrupt', form: 'careers' },
    { id: 'hollow', version: 1, form: 'careers' },
    { id: 'newer', version: 99, form: 'careers', words: [] },
  ];
  const numericIdRecord = recordOf('numbered', { id: 7 });
  const unknownFormEntry = recordOf('strange', { form: 'none' });
  await device.seed(numericIdRecord, ...unreadableRecords, unknownFormEntry);
  const { submit, deliver, edit } = page.outbox;
  const values = { message: 'Hello' };
  const { status } = await submit('careers', values, { id: 'id-1' });
  expect(status).toBe('queued');
  for (const id of ['gone', 'newer']) expect(await edit(id)).toBeUndefined();
  await deliver({ ignoreBackoff: true, retryRefused: true });
  expect([...storedTexts.keys()]).toEqual(['id-1']);
  const expectedFailure = { state: 'failed', error: 'invalid-submission' };
  expect((await device.readDisk()).submissions).toEqual([
    expect.objectContaining({ id: 7, ...expectedFailure }),
    ...unreadableRecords,
    expect.objectContaining({ id: 'strange', ...expectedFailure }),
  ]);
});

const monthOldFields = { createdAt: now - 30 * dayMs, attempts: 500 };
const yearOldTimes = { dueAt: now - yearMs, createdAt: now - yearMs };
const yearAheadTimes = { dueAt: now + yearMs, createdAt: now + yearMs };

test.each([
  {
    kind: 'F43: a submission that is 30 days old',
    fields: monthOldFields,
    clockChange: 0,
  },
  {
    kind: 'F44: a submission that is dated a year ago',
    fields: yearOldTimes,
    clockChange: 0,
  },
  {
    kind: 'F44: a submission that is dated in a year',
    fields: yearAheadTimes,
    clockChange: 0,
  },
  {
    kind: 'F44: a submission on a clock that is a year behind',
    fields: {},
    clockChange: -yearMs,
  },
  {
    kind: 'F44: a submission on a clock that is a year ahead',
    fields: {},
    clockChange: yearMs,
  },
])('$kind is sent at once, and again after five minutes', async (row) => {
  const { fields, clockChange } = row;
  const { device, page, storedTexts } = startPage('not reached');
  await device.seed(recordOf('id-1', fields));
  device.now += clockChange;
  expect(await page.outbox.deliver()).toBe(1);
  device.now += 5 * 60 * 1000;
  expect(await page.outbox.deliver()).toBe(0);
  expect([...storedTexts.keys()]).toEqual(['id-1']);
});
