import { beforeEach, expect, test, vi } from 'vitest';
import { createPageOutbox } from '../../src/outbox/page/create-page-outbox.ts';
import { createPageDelivery } from '../../src/outbox/page/page-delivery.ts';
import { waitFor } from '../support/waits.ts';
import { failCalls, now, recordOf, sendText, startPage } from './start-page.ts';

const listener = vi.fn();
beforeEach(() => void listener.mockReset());

const waitForCalls = (count: number, of = listener) =>
  waitFor(() => expect(of).toHaveBeenCalledTimes(count));

test('reads the outbox once per change for all subscribers', async () => {
  const { page } = startPage();
  const { outbox } = page;
  const unsubscribe = outbox.subscribe(listener);
  await waitForCalls(1);
  const secondListener = vi.fn();
  outbox.subscribe(secondListener);
  const readSpy = vi.spyOn(IDBObjectStore.prototype, 'getAll');

  outbox.refresh();
  await waitForCalls(2);
  expect(readSpy).toHaveBeenCalledTimes(1);
  expect(secondListener).toHaveBeenCalledTimes(1);

  unsubscribe();
  outbox.refresh();
  await waitForCalls(2, secondListener);
  expect(listener).toHaveBeenCalledTimes(2);
});

test('every tab sees what another tab has stored and what it has sent', async () => {
  const { device, page, server } = startPage('not reached', 'stored');
  const { outbox } = device.start();
  outbox.subscribe(listener);
  const statusOf = (id: string) => outbox.getSnapshot()?.statuses.get(id);
  await sendText(page, 'Hello', 'id-1');
  await waitFor(() => expect(statusOf('id-1')).toBe('queued'));
  await waitFor(() => expect(server.requestedIds).toHaveLength(1));
  await page.outbox.deliver({ ignoreBackoff: true });
  await waitFor(() => expect(statusOf('id-1')).toBe('sent'));
  const { statuses } = outbox.getSnapshot() ?? {};
  expect([...(statuses?.keys() ?? [])]).toEqual(['id-1']);
  // Tabs of other releases read this word, so it must not change.
  expect(new Set(device.channels.messages)).toEqual(new Set(['changed']));
});

test('reports the status of each submission, and lists those that it can read', async () => {
  const { device, page } = startPage();
  await device.seed(
    recordOf('first'),
    recordOf('second', { state: 'failed', createdAt: now - 1 }),
    recordOf('newer', { version: 99 }),
  );
  const database = await device.open();
  await database.put('receipts', { id: 'sent', at: now });
  await database.put('receipts', { id: 'gone discarded', at: now });
  page.outbox.subscribe(listener);
  await waitForCalls(1);
  const { unsent = [], statuses = [] } = page.outbox.getSnapshot() ?? {};
  expect(unsent.map(({ id }) => id)).toEqual(['second', 'first']);
  expect(Object.fromEntries(statuses)).toEqual({
    first: 'queued',
    second: 'refused',
    newer: 'queued',
    sent: 'sent',
  });
});

test('returns the same object for a submission that has not changed', async () => {
  const { device, page } = startPage();
  const { outbox } = page;
  await device.seed(recordOf('a'), recordOf('b'));
  outbox.subscribe(listener);
  await waitForCalls(1);
  const before = outbox.getSnapshot()?.unsent ?? [];

  await device.seed(recordOf('b', { attempts: 1 }));
  outbox.refresh();
  await waitForCalls(2);
  const after = outbox.getSnapshot()?.unsent ?? [];

  expect(after[0]).toBe(before[0]);
  expect(after[1]).not.toBe(before[1]);
  expect(after[1]).toMatchObject({ id: 'b', attempts: 1 });
});

test('while the outbox cannot be read, keeps the last result and reads again with backoff', async () => {
  const { device, page } = startPage();
  const { outbox } = page;
  await device.seed(recordOf('id-1'));
  outbox.subscribe(listener);
  await waitForCalls(1);
  device.timers.all.clear();
  failCalls('getAll', 8);

  outbox.refresh();
  for (const delay of [750, 1500, 3000, 6000, 12_000, 24_000, 45_000, 45_000]) {
    await waitFor(() =>
      expect([...device.timers.all.values()]).toEqual([delay]),
    );
    expect(listener).toHaveBeenCalledTimes(1);
    expect(outbox.getSnapshot()?.unsent).toHaveLength(1);
    const [fire = () => {}] = device.timers.all.keys();
    device.timers.all.clear();
    fire();
  }

  await waitForCalls(2);
  expect(device.timers.all.size).toBe(0);
});

test('reads every two seconds if the browser has no BroadcastChannel', async () => {
  const { device, page } = startPage();
  const openChannel = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  const platform = { ...page.platform, openChannel };
  const loadDelivery = async () => ({ createPageDelivery, send: page.send });
  const outbox = createPageOutbox({
    name: 'pear',
    syncTag: 'tag',
    loadDelivery,
    platform,
  });
  await outbox.readContent();
  device.timers.all.clear();
  outbox.subscribe(listener);
  outbox.subscribe(() => undefined);
  await waitForCalls(1);
  for (const count of [2, 3]) {
    const polls = [...device.timers.all].filter(([, delay]) => delay === 2000);
    expect(polls).toHaveLength(1);
    for (const [fire] of polls) {
      device.timers.all.delete(fire);
      fire();
    }
    await waitForCalls(count);
  }
  // The outbox also announces its own changes without a channel.
  await outbox.submit('careers', { message: 'Hello' }, { id: 'id-1' });
  await waitFor(() => expect(listener.mock.calls.length).toBeGreaterThan(3));
});

test('a page reads the outbox after the time of a submit that repeats a delivered one', async () => {
  const { page } = startPage();
  await sendText(page, 'Hello', 'id-1');
  await page.outbox.deliver();
  const unsubscribe = page.outbox.subscribe(listener);
  await waitForCalls(1);
  const { submitMoment } = await sendText(page, 'Hello', 'id-1');
  await waitFor(() => {
    const readMoment = page.outbox.getSnapshot()?.readMoment;
    expect(readMoment).toBeGreaterThanOrEqual(submitMoment);
  });
  unsubscribe();
});

test('a read that began before a submit does not count as a later one, however coarse the clock is', async () => {
  const { page } = startPage();
  page.platform.elapsed = () => 0;
  const reads: { readMoment: number; hasSubmission: boolean }[] = [];
  const unsubscribe = page.outbox.subscribe(() => {
    const { readMoment, statuses } = page.outbox.getSnapshot() ?? {};
    if (readMoment === undefined || !statuses) return;
    reads.push({ readMoment, hasSubmission: statuses.has('id-1') });
  });
  const { submitMoment } = await sendText(page, 'Hello', 'id-1');
  await waitFor(() =>
    expect(reads.some(({ hasSubmission }) => hasSubmission)).toBe(true),
  );
  for (const { readMoment, hasSubmission } of reads)
    expect(readMoment > submitMoment).toBe(hasSubmission);
  unsubscribe();
});

test('a subscriber that throws does not count as a failing disk, and stops no other one', async () => {
  const { device, page } = startPage();
  await page.outbox.readContent();
  device.timers.all.clear();
  const consoleSpy = vi.spyOn(console, 'error').mockReturnValue();
  const bug = new Error('A bug');
  const unsubscribe = page.outbox.subscribe(() => {
    throw bug;
  });
  page.outbox.subscribe(listener);
  await waitForCalls(1);
  expect(device.timers.all.size).toBe(0);
  expect(consoleSpy).toHaveBeenCalledWith(bug);
  unsubscribe();
});

test('a second listener does not replace the first one', async () => {
  const { page } = startPage();
  const secondListener = vi.fn();
  page.outbox.subscribe(listener);
  page.outbox.subscribe(secondListener);
  await sendText(page, 'Hello', 'id-1');
  expect(listener).toHaveBeenCalled();
  expect(secondListener).toHaveBeenCalled();
});

test('all releases use the same channel', async () => {
  const { device, page } = startPage();
  await sendText(page, 'Hello', 'id-1');
  expect([...device.channels.names]).toEqual(['pear-outbox']);
});

test('an edit of a submission that is gone makes all tabs read the outbox again', async () => {
  const { device, page } = startPage();
  await device.seed(recordOf('id-1'));
  const { messages } = device.channels;
  messages.length = 0;
  expect(await page.outbox.edit('id-1')).toBeDefined();
  expect(messages).toEqual([]);
  expect(await page.outbox.edit('gone')).toBeUndefined();
  expect(messages).toEqual(['changed']);
});
