import { expect, test } from 'vitest';
import { createWorkerOutbox } from '../../src/outbox/create-worker-outbox.ts';
import { now, recordOf, startPage } from './start-page.ts';

/** Starts a worker on a device of its own. */
function startWorker() {
  const { device, requestedIds } = startPage();
  const { send, platform } = device.start();
  const outbox = createWorkerOutbox({ name: 'pear', send, platform });
  return { device, outbox, requestedIds };
}

test('the outbox of a worker lists and sends what it can read, oldest first', async () => {
  const { device, outbox, requestedIds } = startWorker();
  await device.seed(
    recordOf('a', { createdAt: now + 1 }),
    recordOf('b'),
    recordOf('newer', { version: 99 }),
  );
  const readable = await outbox.listReadable();
  expect(readable.map(({ id }) => id)).toEqual(['b', 'a']);

  await outbox.deliver();
  expect(requestedIds).toEqual(['b', 'a']);
  expect(await outbox.listReadable()).toEqual([]);
});

test('the outbox of a worker is empty once all is sent', async () => {
  const { device, outbox } = startWorker();
  await device.seed(recordOf('id-1'));
  expect(await outbox.isEmpty()).toBe(false);
  await outbox.deliver();
  expect(await outbox.isEmpty()).toBe(true);
});
