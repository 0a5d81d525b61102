import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DeliveryOptions } from '../../src/outbox/delivery.ts';
import { acceptDeliverMessage } from '../../src/outbox/messages.ts';
import { createPageOutbox } from '../../src/outbox/page/create-page-outbox.ts';
import { createPageDelivery } from '../../src/outbox/page/page-delivery.ts';
import type { PagePlatform } from '../../src/outbox/page/page-platform.ts';
import { startDeliveryTriggers } from '../../src/outbox/page/triggers.ts';
import { browserPlatform } from '../../src/outbox/platform.ts';
import { runTasks } from '../support/waits.ts';
import { createWindow } from './process.ts';
import type { RequestResult } from './server.ts';
import { failCalls, now, recordOf, startPage } from './start-page.ts';

beforeEach(() => {
  vi.useFakeTimers({
    now,
    toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'],
  });
});

afterEach(() => vi.useRealTimers());

/** Advances the timers by `time` ms. */
async function advanceTime(time: number): Promise<void> {
  vi.advanceTimersByTime(time);
  await runTasks();
}

/** A worker that accepts requests to deliver, or answers none of them. */
function createWorker({ accepts }: { accepts: boolean }) {
  const postMessage = vi.fn((_: unknown, [port]: MessagePort[]) => {
    if (accepts) port?.postMessage('accepted');
    port?.close();
  });
  const register = vi.fn().mockResolvedValue(undefined);
  const registration = { active: { postMessage }, sync: { register } };
  const serviceWorker = {
    getRegistration: async () => registration,
    ready: Promise.resolve(registration),
  };
  return { postMessage, register, registration, serviceWorker };
}

/** Starts a page in a browser with this `navigator`. Its timers are the fake ones. */
function openPage(navigator: object = {}, ...results: RequestResult[]) {
  const { device, page, requestedIds, storedTexts } = startPage(...results);
  const { setTimeout, clearTimeout, now, elapsed } = browserPlatform;
  const window = createWindow(navigator);
  const platform: PagePlatform = {
    ...page.platform,
    ...{ setTimeout, clearTimeout, now, elapsed },
    getWindow: () => window,
  };
  const loadDelivery = vi.fn(async () => ({
    createPageDelivery,
    send: page.send,
  }));
  const outbox = createPageOutbox({
    name: 'pear',
    syncTag: 'tag',
    platform,
    loadDelivery,
  });
  const parts = { device, window, platform, outbox, loadDelivery };
  return { ...parts, requestedIds, storedTexts };
}

test('the page delivers without the worker if the worker does not answer within five seconds', async () => {
  const acceptingWorker = createWorker({ accepts: true });
  const ignoringWorker = createWorker({ accepts: false });
  const navigator = { serviceWorker: acceptingWorker.serviceWorker };
  const { device, outbox, requestedIds } = openPage(navigator);
  await device.seed(recordOf('id-1', { state: 'failed' }));
  await outbox.requestDelivery({ ignoreBackoff: true });
  expect(vi.getTimerCount()).toBe(0);

  navigator.serviceWorker = ignoringWorker.serviceWorker;
  void outbox.requestDelivery({ retryRefused: true });
  await runTasks();
  await advanceTime(4999);
  expect(requestedIds).toEqual([]);
  await advanceTime(1);
  expect(requestedIds).toEqual(['id-1']);

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
  const { device, outbox, requestedIds } = openPage({ serviceWorker });
  await device.seed(recordOf('id-1'));
  await outbox.requestDelivery();
  expect(requestedIds).toEqual(['id-1']);
});

test('a page loads the code that sends only if a submission waits, and survives if it cannot', async () => {
  const { device, outbox, loadDelivery, requestedIds } = openPage();
  await outbox.requestDelivery();
  expect(loadDelivery).not.toHaveBeenCalled();

  await device.seed(recordOf('id-1'));
  loadDelivery.mockRejectedValueOnce(new Error('Loading chunk failed'));
  await outbox.requestDelivery();
  expect(requestedIds).toEqual([]);
  const { submissions } = await device.readDisk();
  expect(submissions).toMatchObject([{ attempts: 0 }]);

  await outbox.requestDelivery();
  expect(requestedIds).toEqual(['id-1']);
});

test('submit rejects with no-code if the disk fails and the code that sends cannot be loaded', async () => {
  const { device, outbox, loadDelivery, storedTexts } = openPage();
  await device.open();
  failCalls('index', 2);
  loadDelivery.mockRejectedValueOnce(new Error('Loading chunk failed'));
  const submit = () =>
    outbox.submit('careers', { message: 'Hello' }, { id: 'id-1' });
  await expect(submit()).rejects.toMatchObject({ code: 'no-code' });
  expect((await submit()).status).toBe('sent');
  expect(storedTexts.size).toBe(1);
});

test('a worker accepts what a page requests, and ignores other messages', async () => {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
  });
  const data = { type: 'deliver', now: true, failedToo: false };
  const options = acceptDeliverMessage({ data, ports: [port2 as never] });
  expect(options).toEqual({ ignoreBackoff: true, retryRefused: false });
  expect(await answer).toBe('accepted');
  port1.close();
  for (const other of [null, 'deliver', { type: 'other' }])
    expect(acceptDeliverMessage({ data: other, ports: [] })).toBeUndefined();
  // A page that does not wait for the answer sends no port.
  expect(acceptDeliverMessage({ data, ports: [] })).toEqual(options);
});

test('a submit requests delivery and Background Sync', async () => {
  const { serviceWorker, postMessage, register } = createWorker({
    accepts: true,
  });
  const { outbox } = openPage({ serviceWorker });
  await outbox.submit('careers', { message: 'Hello' }, { id: 'id-1' });
  await runTasks();
  expect(postMessage).toHaveBeenCalledOnce();
  expect(register).toHaveBeenCalledExactlyOnceWith('tag');
});

test('a submission that was sent without being stored requests no delivery', async () => {
  const { serviceWorker, postMessage } = createWorker({ accepts: true });
  const { device, outbox } = openPage({ serviceWorker });
  await device.open();
  failCalls('index');
  const values = { message: 'Hello' };
  const { status } = await outbox.submit('careers', values, { id: 'id-1' });
  await runTasks();
  expect(status).toBe('sent');
  expect(postMessage).not.toHaveBeenCalled();
});

test('Retry asks the worker to send a queued submission at once, and a refused one if the disk has failed', async () => {
  const { serviceWorker, postMessage } = createWorker({ accepts: true });
  const { device, outbox } = openPage({ serviceWorker });
  await device.seed(recordOf('id-1', { state: 'failed' }));
  await outbox.retry('id-1');
  failCalls('put');
  await outbox.retry('id-1');
  expect(postMessage.mock.calls.map(([message]) => message)).toEqual([
    { type: 'deliver', now: true, failedToo: false },
    { type: 'deliver', now: true, failedToo: true },
  ]);
});

test('reports whether Background Sync will deliver', async () => {
  const { serviceWorker, register, registration } = createWorker({
    accepts: true,
  });
  const { backgroundSync } = openPage({ serviceWorker }).outbox;
  const { isRegistered, request } = backgroundSync;
  expect(isRegistered.get()).toBe(false);
  await request();
  expect(isRegistered.get()).toBe(true);
  register.mockRejectedValueOnce(new Error('Not allowed'));
  await request();
  expect(isRegistered.get()).toBe(false);
  await request();
  expect(isRegistered.get()).toBe(true);
  Object.assign(registration, { sync: undefined });
  await request();
  expect(isRegistered.get()).toBe(false);
});

/** Starts the triggers of a page, and records the deliveries that they request. */
async function startTriggers({
  device,
  outbox,
  platform,
}: ReturnType<typeof openPage>) {
  const deliveries: DeliveryOptions[] = [];
  const { requestDelivery } = outbox;
  outbox.requestDelivery = async (options = {}) => {
    deliveries.push(options);
    await requestDelivery(options);
  };
  startDeliveryTriggers(outbox, platform);
  await runTasks();
  /** Stores submissions, and lets the page read them. */
  async function seed(...submissions: object[]) {
    await device.seed(...submissions);
    outbox.refresh();
    await advanceTime(0);
  }
  return { deliveries, seed };
}

const dueIn = (time: number) => ({ attempts: 1, dueAt: now + time });

test('registers Background Sync only once while submissions wait', async () => {
  const { serviceWorker, register } = createWorker({ accepts: true });
  const page = openPage({ serviceWorker });
  const { seed } = await startTriggers(page);
  expect(register).not.toHaveBeenCalled();
  await seed(recordOf('id-1'));
  await seed(recordOf('id-2'));
  expect(register).toHaveBeenCalledOnce();
});

test('delivers waiting and refused submissions when the page loads', async () => {
  const page = openPage();
  const { device, requestedIds } = page;
  await device.seed(recordOf('id-1', { state: 'failed' }));
  const { deliveries } = await startTriggers(page);
  expect(deliveries).toEqual([{ retryRefused: true }]);
  expect(requestedIds).toEqual(['id-1']);
});

test('the first delivery waits until the page holds the lock of its edit', async () => {
  const page = openPage();
  const { device, outbox } = page;
  await device.seed(recordOf('id-1', { state: 'failed' }));
  const { requestLock } = page.platform;
  let grantLock = () => {};
  const lockIsGranted = new Promise<void>((resolve) => {
    grantLock = resolve;
  });
  page.platform.requestLock = async (name, options, work) => {
    await lockIsGranted;
    return requestLock(name, options, work);
  };

  void outbox.edit('id-1');
  const { deliveries } = await startTriggers(page);
  expect(deliveries).toEqual([]);
  grantLock();
  await runTasks();
  expect(deliveries).toEqual([{ retryRefused: true }]);
});

test.each([
  ['online', 'visible', [{ ignoreBackoff: true }]],
  ['pageshow', 'visible', [{}]],
  ['visibilitychange', 'visible', [{}]],
  ['visibilitychange', 'hidden', []],
] as const)(
  'the event "%s" in a %s page starts the deliveries %j',
  async (type, visibility, expected) => {
    const page = openPage();
    const { window } = page;
    const { deliveries } = await startTriggers(page);
    deliveries.length = 0;
    window.document.visibilityState = visibility;
    window.dispatchEvent(new Event(type));
    window.document.dispatchEvent(new Event(type));
    await runTasks();
    expect(deliveries).toEqual(expected);
  },
);

test('a page from the back-forward cache reads at once, and again after 30 seconds', async () => {
  const page = openPage();
  const { outbox, window } = page;
  await startTriggers(page);
  const listener = vi.fn();
  outbox.subscribe(listener);
  window.dispatchEvent(new Event('pageshow'));
  await runTasks();
  await advanceTime(30_000);
  expect(listener).toHaveBeenCalledTimes(1);
  const restored = Object.assign(new Event('pageshow'), { persisted: true });
  window.dispatchEvent(restored);
  await runTasks();
  await advanceTime(29_999);
  expect(listener).toHaveBeenCalledTimes(2);
  await advanceTime(1);
  expect(listener).toHaveBeenCalledTimes(3);
});

/** Expects that after `time` ms `deliveries` has `expected[time]` entries. */
async function expectDeliveries(
  deliveries: readonly DeliveryOptions[],
  expected: Record<number, number>,
) {
  const counts: typeof expected = {};
  let elapsedTime = 0;
  for (const time of Object.keys(expected).map(Number)) {
    await advanceTime(time - elapsedTime);
    elapsedTime = time;
    counts[time] = deliveries.length;
  }
  expect(counts).toEqual(expected);
}

// `counts` has the number of deliveries at each time, in milliseconds.
test.each([
  {
    occasion: 'at the first due time',
    fields: [dueIn(9000), { ...dueIn(3000), id: 'other' }],
    counts: { 2999: 0, 3000: 1 },
  },
  {
    occasion: 'every 25 s if overdue',
    fields: [dueIn(-60_000)],
    counts: { 99: 0, 100: 1, 25099: 1, 25100: 2 },
  },
  {
    occasion: 'every 25 s if due later',
    fields: [dueIn(300_000)],
    counts: { 24999: 0, 25000: 1, 50000: 2, 75000: 3 },
  },
  {
    occasion: 'never if unreadable or refused',
    fields: [{ dueAt: Number.NaN }, { state: 'failed', id: 'other' }],
    counts: { 60000: 0 },
  },
])('requests delivery of waiting submissions $occasion', async (row) => {
  const { fields, counts } = row;
  // The worker accepts, and sends nothing.
  const { serviceWorker } = createWorker({ accepts: true });
  const page = openPage({ serviceWorker });
  const { deliveries, seed } = await startTriggers(page);
  await seed(...fields.map((each, index) => recordOf(`id-${index}`, each)));
  deliveries.length = 0;
  // The page has read at this time, so all timers are relative to it.
  await expectDeliveries(deliveries, counts);
});

test('the page delivers itself if the worker has sent nothing for 50 seconds, unless the visitor edits', async () => {
  const { serviceWorker, postMessage } = createWorker({ accepts: true });
  const page = openPage({ serviceWorker });
  const { device, requestedIds } = page;
  const { seed } = await startTriggers(page);
  const otherPage = device.start();
  await seed(recordOf('id-1'));
  const edit = await otherPage.outbox.edit('id-1');
  postMessage.mockClear();
  for (let poll = 0; poll < 5; poll += 1) await advanceTime(25_000);
  expect(requestedIds).toEqual([]);
  expect(postMessage).toHaveBeenCalledTimes(5);

  // Another page's lock ends, and that page delivers nothing.
  otherPage.kill();
  expect(edit).toBeDefined();
  await advanceTime(25_000);
  expect(requestedIds).toEqual(['id-1']);
});

test('a submission is sent at its due time, although polls come before', async () => {
  const page = openPage();
  const { requestedIds } = page;
  const { seed } = await startTriggers(page);
  await seed(recordOf('id-1', dueIn(40_000)));
  await advanceTime(39_999);
  expect(requestedIds).toEqual([]);
  await advanceTime(1);
  expect(requestedIds).toEqual(['id-1']);
});

test('the page delivers itself also what was stored while the clock was a day ahead', async () => {
  const { serviceWorker } = createWorker({ accepts: true });
  const page = openPage({ serviceWorker });
  const { seed } = await startTriggers(page);
  await seed(recordOf('id-1', dueIn(24 * 60 * 60 * 1000)));
  for (let poll = 0; poll < 3; poll += 1) await advanceTime(25_000);
  expect(page.requestedIds).toEqual(['id-1']);
});

test.each([
  { change: 'an attempt of one', deleted: '', added: { attempts: 1 } },
  { change: 'the delivery of one', deleted: 'id-1', added: {} },
  { change: 'a new one', deleted: '', added: { id: 'id-3' } },
  { change: 'another one', deleted: 'id-1', added: { id: 'id-3' } },
])(
  '$change of two overdue submissions restarts the 50 seconds before the page delivers',
  async ({ deleted, added }) => {
    const { serviceWorker } = createWorker({ accepts: true });
    const page = openPage({ serviceWorker });
    const { device, requestedIds } = page;
    const { seed } = await startTriggers(page);
    await seed(recordOf('id-1'), recordOf('id-2'));
    await advanceTime(26_000);

    await (await device.open()).delete('submissions', deleted);
    await seed(recordOf('id-2', added));
    await advanceTime(30_000);
    expect(requestedIds).toEqual([]);

    for (let poll = 0; poll < 2; poll += 1) await advanceTime(25_000);
    expect(requestedIds).toContain('id-2');
  },
);

test.each([
  { effect: 'asks once', isFirefox: false, callCount: 1 },
  { effect: 'never asks in Firefox', isFirefox: true, callCount: 0 },
])(
  'the page $effect for persistent storage after a failed attempt',
  async ({ isFirefox, callCount }) => {
    const persist = vi.fn().mockRejectedValue(new Error('Not allowed'));
    const page = openPage({ storage: { persist } });
    if (isFirefox) Object.assign(page.window, { mozInnerScreenX: 0 });
    const { seed } = await startTriggers(page);
    await seed(recordOf('id-1', { dueAt: now + 60_000 }));
    expect(persist).not.toHaveBeenCalled();
    await seed(recordOf('id-1', dueIn(60_000)));
    await seed(recordOf('id-2', dueIn(60_000)));
    expect(persist).toHaveBeenCalledTimes(callCount);
  },
);
