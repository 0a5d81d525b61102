import { expect, test } from 'vitest';
import { entryOf, startPage } from './start-page.ts';

const waitForTasks = async () => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
};

test('F34: steals the lock of a frozen process after 40 seconds', async () => {
  const { device, page, server, storedTexts } = startPage();
  await device.seed(entryOf('id-1'));
  server.observe = ({ sender }) => sender.freeze();
  void page.outbox.deliver();
  await waitForTasks();
  server.observe = () => undefined;

  let isOver = false;
  const delivery = device.start().outbox.deliver();
  void delivery.then(() => {
    isOver = true;
  });
  await waitForTasks();
  expect(isOver).toBe(false);

  for (const [fire, delay] of device.timers.all) if (delay === 40_000) fire();
  expect(await delivery).toBe(0);
  expect([...storedTexts.keys()]).toEqual(['id-1']);
  expect(await device.readDisk()).toMatchObject({
    submissions: [],
    receipts: ['id-1'],
  });
});

test('forgets several submissions in two tabs without a deadlock', async () => {
  const { device, page } = startPage();
  await device.seed(entryOf('a'), entryOf('b'));
  const otherPage = device.start();
  const counts = await Promise.all([
    page.outbox.forget(['a', 'b']),
    otherPage.outbox.forget(['b', 'a']),
  ]);
  expect(counts.map(({ unsent }) => unsent)).toEqual([2, 0]);
});
