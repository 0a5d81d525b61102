import { expect, test } from 'vitest';
import {
  now,
  recordOf,
  refusePuts,
  sendText,
  startPage,
} from './start-page.ts';

test('a submission counts as handed over while it is stored and after it was sent, discarded or replaced', async () => {
  const { device, page } = startPage();
  const { outbox } = page;
  await device.seed(recordOf('sent'));
  await outbox.deliver();
  const later = { dueAt: now + 60_000 };
  await device.seed(
    recordOf('stored', later),
    recordOf('discarded', later),
    recordOf('old', later),
  );
  await outbox.discard('discarded');
  await device
    .start()
    .outbox.submit(
      'careers',
      { message: 'new' },
      { id: 'new', replaces: 'old' },
    );

  const ids = ['stored', 'sent', 'discarded', 'old', 'new', 'unknown'];
  const otherPage = device.start();
  const handedOver: string[] = [];
  for (const id of ids) {
    if (await otherPage.outbox.isHandedOver(id)) handedOver.push(id);
  }

  expect(handedOver).toEqual(['stored', 'sent', 'discarded', 'old', 'new']);
  expect((await device.readDisk()).tombstones).toEqual(['discarded', 'old']);
  const { tombstoneCount } = await outbox.readContent();
  expect(tombstoneCount).toBe(2);
});

test('a submission that equals a stored one leaves a tombstone of its own', async () => {
  const { device, page } = startPage();
  const { outbox } = page;
  const values = { message: 'equal' };
  await outbox.submit('careers', values, { id: 'stored' });
  const { id } = await outbox.submit('careers', values, { id: 'equal' });
  expect(id).toBe('stored');
  expect((await device.readDisk()).tombstones).toEqual(['equal']);
});

test('a repeated submit of a waiting submission leaves no tombstone', async () => {
  const { device, page } = startPage('not reached');
  await sendText(page, 'Hello', 'id-1');
  await sendText(page, 'Hello', 'id-1');
  expect((await device.readDisk()).tombstones).toEqual([]);
});

test('on a full disk, a repeated submit of a refused submission leaves no tombstone', async () => {
  const { device, page } = startPage();
  await device.seed(recordOf('Hello', { state: 'failed' }));
  refusePuts('submissions');
  expect(await sendText(page, 'Hello', 'Hello')).toMatchObject({
    status: 'sent',
  });
  const { receipts, tombstones } = await device.readDisk();
  expect(receipts).toEqual(['Hello']);
  expect(tombstones).toEqual([]);
});

test('a submission that is not stored leaves no tombstone when it is discarded', async () => {
  const { device, page } = startPage();
  expect(await page.outbox.discard('unknown')).toBe('discarded');
  expect((await device.readDisk()).tombstones).toEqual([]);
});

test('a full disk does not prevent a discard', async () => {
  const { device, page } = startPage();
  await device.seed(recordOf('id-1'));
  refusePuts('receipts');
  expect(await page.outbox.discard('id-1')).toBe('discarded');
  expect(await device.readDisk()).toEqual({
    submissions: [],
    receipts: [],
    tombstones: [],
  });
});

test('forgetting deletes the tombstones too', async () => {
  const { device, page } = startPage();
  await device.seed(recordOf('id-1'));
  await page.outbox.discard('id-1');
  const counts = await page.outbox.forget([]);
  expect(counts).toEqual({ unsent: 0, receipts: 0, tombstones: 1 });
  expect((await device.readDisk()).tombstones).toEqual([]);
});
