import { beforeEach, expect, test, vi } from 'vitest';
import type { Submission } from '../../src/outbox/submission.ts';
import {
  advanceTime,
  changeOutbox,
  document,
  fireEvent,
  installWorker,
  newEntry,
  now,
  runDelivery,
  setOutbox,
} from './fake-page.ts';

let deliveryModule: typeof import('../../src/outbox/request-delivery.ts');
const loadChunk = vi.fn();
const prefetchChunk = vi.fn();
const deliveryChunkName = 'outbox/run-delivery';

beforeEach(async () => {
  prefetchChunk.mockReset().mockResolvedValue(undefined);
  loadChunk
    .mockReset()
    .mockImplementation(async (name: string, load: () => unknown) =>
      name === deliveryChunkName ? load() : {},
    );
  vi.doMock('../../src/async/load-chunk.ts', async (importOriginal) => {
    return { ...(await importOriginal()), loadChunk, prefetchChunk };
  });
  deliveryModule = await import('../../src/outbox/request-delivery.ts');
});

test('the page delivers without the worker if the worker does not answer within five seconds', async () => {
  setOutbox([newEntry]);
  const acceptingWorker = installWorker({ accepts: true });
  await deliveryModule.requestDelivery({ ignoreBackoff: true });
  expect(vi.getTimerCount()).toBe(0);
  const ignoringWorker = installWorker({ accepts: false });
  const pendingRequest = deliveryModule.requestDelivery({ retryRefused: true });
  await advanceTime();
  await advanceTime(4999);
  expect(runDelivery).not.toHaveBeenCalled();
  await advanceTime(1);
  await pendingRequest;
  expect(runDelivery).toHaveBeenCalledWith({ retryRefused: true });
  const workers = [acceptingWorker, ignoringWorker];
  // Workers of older releases read these names, so they must not change.
  expect(workers.map(({ postMessage }) => postMessage.mock.lastCall)).toEqual([
    [{ type: 'deliver', now: true, failedToo: false }, [expect.anything()]],
    [{ type: 'deliver', now: false, failedToo: true }, [expect.anything()]],
  ]);
});

test.each([
  ['lacks service workers', undefined],
  ['has no worker yet', { getRegistration: async () => undefined }],
  ['forbids workers', { getRegistration: () => Promise.reject(new Error()) }],
])('delivers in the page if the browser %s', async (_, serviceWorker) => {
  vi.stubGlobal('navigator', { serviceWorker });
  await deliveryModule.requestDelivery();
  expect(runDelivery).not.toHaveBeenCalled();
  setOutbox([newEntry]);
  // requestDelivery must not throw, because a later trigger tries again.
  runDelivery.mockRejectedValue(new Error('The disk does not answer'));
  await deliveryModule.requestDelivery();
  expect(runDelivery).toHaveBeenCalledWith({});
});

async function startTriggers() {
  const triggers = await import('../../src/outbox/triggers.ts');
  triggers.startDeliveryTriggers();
  await advanceTime();
}

const createDueEntry = (time: number): Submission => ({
  ...newEntry,
  attempts: 1,
  dueAt: now + time,
});
const refusedEntry: Submission = { ...newEntry, state: 'refused', attempts: 1 };

test('registers Background Sync only once while submissions wait', async () => {
  const { register } = installWorker({ accepts: true });
  setOutbox(undefined);
  await startTriggers();
  await changeOutbox([]);
  expect(register).not.toHaveBeenCalled();
  await changeOutbox([newEntry]);
  await changeOutbox([newEntry]);
  expect(register).toHaveBeenCalledOnce();
});

test('delivers waiting and refused submissions when the page loads', async () => {
  setOutbox([refusedEntry]);
  await startTriggers();
  expect(runDelivery.mock.calls).toEqual([[{ retryRefused: true }]]);
  expect(vi.getTimerCount()).toBe(0);
});

test('the first delivery waits until the page holds the lock of its edit', async () => {
  let grantLock = () => {};
  const request = () => new Promise<void>((resolve) => (grantLock = resolve));
  vi.stubGlobal('navigator', { locks: { request } });
  setOutbox([refusedEntry]);
  const { beginEdit } = await import('../../src/outbox/editing.ts');
  beginEdit('id-1').catch(() => undefined);
  await startTriggers();
  expect(runDelivery).not.toHaveBeenCalled();
  grantLock();
  await advanceTime();
  expect(runDelivery).toHaveBeenCalledOnce();
});

test.each([
  ['online', 'visible', [[{ ignoreBackoff: true }]]],
  ['pageshow', 'visible', [[{}]]],
  ['visibilitychange', 'visible', [[{}]]],
  ['visibilitychange', 'hidden', []],
])('the event "%s" in a %s page starts the deliveries %j', async (...row) => {
  const [type, visibility, deliveries] = row;
  await startTriggers();
  setOutbox([newEntry]);
  document.visibilityState = visibility;
  fireEvent(type);
  await advanceTime();
  expect(runDelivery.mock.calls).toEqual(deliveries);
  // A page that becomes visible reads the outbox again, which sets a timer.
  const isPageVisibleAgain = type !== 'online' && visibility === 'visible';
  expect(vi.getTimerCount()).toBe(isPageVisibleAgain ? 1 : 0);
});

/** Expects that after `time` ms `spy` has been called `expected[time]` times. */
async function expectCalls(
  spy: typeof runDelivery,
  expected: Record<number, number>,
) {
  const callCounts: typeof expected = {};
  let elapsedTime = 0;
  for (const time of Object.keys(expected).map(Number)) {
    await advanceTime(time - elapsedTime);
    elapsedTime = time;
    callCounts[time] = spy.mock.calls.length;
  }
  expect(callCounts).toEqual(expected);
}

const callCountsByTime = { 99: 0, 100: 1, 25099: 1, 25100: 2, 50100: 3 };
const otherEntry = { ...createDueEntry(3000), id: 'id-2' };
const unreadableEntry = { ...newEntry, dueAt: Number.NaN };

test.each([
  [
    'at the first due time',
    [createDueEntry(9000), otherEntry],
    { 2999: 0, 3000: 1 },
  ],
  ['every 25 s if overdue', [createDueEntry(-60_000)], callCountsByTime],
  [
    'never if unreadable or refused',
    [unreadableEntry, refusedEntry],
    { 0: 0, 50000: 0 },
  ],
])('delivers submissions %s', async (_, submissions, expected) => {
  await startTriggers();
  await changeOutbox(submissions);
  await expectCalls(runDelivery, expected);
});

test('delivers a waiting submission even if a form reads the outbox before the triggers start', async () => {
  setOutbox([createDueEntry(3000)]);
  const { subscribeToOutbox } = await import('../../src/outbox/use-outbox.ts');
  subscribeToOutbox(() => undefined);
  await advanceTime();
  await startTriggers();
  await expectCalls(runDelivery, { 2999: 1, 3000: 2 });
});

test('the page delivers if the worker agrees to deliver but does not', async () => {
  const { postMessage } = installWorker({ accepts: true });
  await startTriggers();
  await changeOutbox([createDueEntry(100)]);
  await expectCalls(runDelivery, { 100: 0, 25100: 0, 50100: 1 });
  // After a new attempt, the page requests delivery from the worker again.
  postMessage.mockClear();
  await changeOutbox([{ ...createDueEntry(-30_000), attempts: 2 }]);
  await expectCalls(postMessage, { 99: 0, 100: 1 });
  // The page requests delivery from the worker even if no submission is overdue.
  await changeOutbox([createDueEntry(300_000)]);
  await expectCalls(postMessage, { 25000: 2, 50000: 3, 75000: 4 });
  expect(runDelivery).toHaveBeenCalledTimes(1);
});

test('the page leaves the delivery to the worker while a form edits the overdue submission', async () => {
  let isEdited = true;
  installWorker({ accepts: true });
  const request = async (
    _name: string,
    _options: object,
    work: (lock: object | null) => unknown,
  ) => work(isEdited ? null : {});
  vi.stubGlobal('navigator', { ...navigator, locks: { request } });
  await startTriggers();
  await changeOutbox([createDueEntry(100)]);
  await expectCalls(runDelivery, { 100: 0, 50100: 0, 100100: 0 });
  isEdited = false;
  await expectCalls(runDelivery, { 25000: 1 });
});

test.each([
  ['is new', 0, newEntry],
  ['waits after an attempt', 1, createDueEntry(9000)],
  ['was refused', 1, refusedEntry],
  ['waits in Firefox (which would prompt)', 0, createDueEntry(9000)],
])(
  'if a submission %s, the page requests persistent storage %i times',
  async (...row) => {
    const [condition, times, submission] = row;
    const persist = vi.fn(async () => true);
    if (condition.includes('Firefox')) vi.stubGlobal('mozInnerScreenX', 0);
    vi.stubGlobal('navigator', { storage: { persist } });
    await startTriggers();
    await changeOutbox([submission]);
    await changeOutbox([submission]);
    expect(persist).toHaveBeenCalledTimes(times);
  },
);

test('without a worker, prefetches the delivery code, or imports it if prefetching fails', async () => {
  const importDelivery = vi.fn(() => ({ runDelivery }));
  vi.doMock('../../src/outbox/run-delivery.ts', importDelivery);
  await deliveryModule.prefetchDeliveryCode();
  expect(prefetchChunk).toHaveBeenCalledExactlyOnceWith(deliveryChunkName);
  expect(importDelivery).not.toHaveBeenCalled();
  prefetchChunk.mockRejectedValue(new Error('No modulepreload'));
  await deliveryModule.prefetchDeliveryCode();
  expect(importDelivery).toHaveBeenCalledOnce();
  installWorker({ accepts: true });
  await deliveryModule.prefetchDeliveryCode();
  expect(prefetchChunk).toHaveBeenCalledTimes(2);
});

test('without the delivery code and a worker, the page can deliver only after a reload', async () => {
  const { ChunkFailure } = await import('../../src/async/load-chunk.ts');
  const missingCode = await import('../../src/outbox/missing-code.ts');
  const listener = vi.fn();
  missingCode.onMissingCode(listener);
  for (const kind of ['network', 'missing'] as const) {
    const failure = new ChunkFailure(kind, '/static/js/run-delivery-1.js');
    loadChunk.mockRejectedValueOnce(failure);
    const load = () => deliveryModule.loadDeliveryCode();
    await expect(load()).rejects.toBe(failure);
    expect(missingCode.needsReload()).toBe(kind === 'missing');
    if (kind === 'missing') await expect(load()).rejects.toBe(failure);
    else expect(await load()).toEqual({ runDelivery });
  }
  expect(listener).toHaveBeenCalledOnce();
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } });
  expect(missingCode.needsReload()).toBe(false);
  const failure = missingCode.findChunkFailure('delivery');
  missingCode.recordMissingCode('triggers', failure);
  expect(missingCode.needsReload()).toBe(true);
});
