import { expect, test } from 'vitest';
import { createDeferred } from '../../src/async/deferred.ts';
import { runTasks } from '../support/waits.ts';
import type { Device } from './device.ts';
import { failCalls, recordOf, startPage } from './start-page.ts';

/** Starts a page that is frozen during a request. The requests of others do not end. */
async function startFrozenPage() {
  const started = startPage();
  const { device, page, server } = started;
  await device.seed(recordOf('id-1'));
  server.observe = ({ sender }) => sender.freeze();
  void page.outbox.deliver();
  await runTasks();

  const { promise, resolve: endRequest } = createDeferred();
  server.observe = () => promise;
  return { ...started, endRequest };
}

/** Lets the waits for locks reach their limit. */
async function stealLocks({ timers }: Device) {
  for (const [fire, delay] of timers.all) if (delay === 40_000) fire();
  await runTasks();
}

test('F34: a page sends a submission after 40 seconds if a frozen page holds its lock', async () => {
  const { device, server, storedTexts, endRequest } = await startFrozenPage();
  const delivery = device.start().outbox.deliver();
  await runTasks();
  expect(server.requestedIds).toHaveLength(1);

  await stealLocks(device);
  expect(server.requestedIds).toHaveLength(2);
  // The lock belongs to the second process now, so a third one has to wait.
  const discard = device.start().outbox.discard('id-1');
  await runTasks();
  expect((await device.readDisk()).submissions).toHaveLength(1);

  endRequest();
  expect(await delivery).toBe(0);
  expect(await discard).toBe('sent');
  expect([...storedTexts.keys()]).toEqual(['id-1']);
  expect(await device.readDisk()).toMatchObject({
    submissions: [],
    receipts: ['id-1'],
  });
});

test('of two pages that wait behind a frozen page, only the first one steals its lock', async () => {
  const { device, server, endRequest } = await startFrozenPage();
  const delivery = device.start().outbox.deliver();
  await runTasks();
  const discard = device.start().outbox.discard('id-1');
  await runTasks();

  await stealLocks(device);
  expect(server.requestedIds).toHaveLength(2);
  expect((await device.readDisk()).submissions).toHaveLength(1);

  endRequest();
  expect(await delivery).toBe(0);
  expect(await discard).toBe('sent');
});

test('work that fails under its lock steals no lock', async () => {
  const { device, page } = startPage();
  await device.seed(recordOf('id-1'));
  const { requestLock } = page.platform;
  const optionsOfRequests: LockOptions[] = [];
  page.platform.requestLock = (name, options, work) => {
    optionsOfRequests.push(options);
    return requestLock(name, options, work);
  };
  failCalls('getKey');
  await expect(page.outbox.discard('id-1')).rejects.toThrow('not answer');
  const signal = expect.anything();
  expect(optionsOfRequests).toEqual([{ signal }, { signal }]);
});

test('two tabs that forget the same submissions at once do not wait for each other forever', async () => {
  const { device, page } = startPage();
  await device.seed(recordOf('a'), recordOf('b'));
  const otherPage = device.start();
  const counts = await Promise.all([
    page.outbox.forget(['a', 'b']),
    otherPage.outbox.forget(['b', 'a']),
  ]);
  expect(counts.map(({ unsent }) => unsent)).toEqual([2, 0]);
});

test('forgetting an id that is given twice does not wait for itself', async () => {
  const { device, page } = startPage();
  await device.seed(recordOf('a'));
  expect(await page.outbox.forget(['a', 'a'])).toMatchObject({ unsent: 1 });
});

test('forgetting waits until a submission that is being sent has its receipt', async () => {
  const { device, page, server } = startPage();
  await device.seed(recordOf('id-1'));
  let counts: Promise<{ unsent: number; receipts: number }> | undefined;
  server.observe = async () => {
    counts = device.start().outbox.forget(['id-1']);
    await runTasks();
  };
  await page.outbox.deliver();
  expect(await counts).toMatchObject({ unsent: 0, receipts: 1 });
});
