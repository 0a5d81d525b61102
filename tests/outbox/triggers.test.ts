import { beforeEach, expect, test, vi } from 'vitest';
import { recordFailure } from '../../src/outbox/submission.ts';
import { change, document, fire, hold, now, one, pass, run } from './page.ts';

let requests: typeof import('../../src/outbox/request-delivery.ts');
const prefetchChunk = vi.fn();
const chunk = 'outbox/run-delivery';

beforeEach(async () => {
  prefetchChunk.mockReset().mockResolvedValue(undefined);
  vi.doMock('../../src/async/load-chunk.ts', () => ({
    loadChunk: async (name: string, load: () => unknown) =>
      name === chunk ? load() : {},
    prefetchChunk,
  }));
  requests = await import('../../src/outbox/request-delivery.ts');
});

/** A worker that notes what it is asked, and accepts it or does not. */
function createWorker({ accepts }: { accepts: boolean }) {
  const ask = vi.fn((_: unknown, [port]: MessagePort[]) => {
    if (accepts) port?.postMessage('accepted');
    port?.close();
  });
  const register = vi.fn().mockResolvedValue(undefined);
  const active = { postMessage: ask };
  const registration = { active, sync: { register } };
  const serviceWorker = {
    getRegistration: async () => registration,
    ready: Promise.resolve(registration),
    addEventListener: () => undefined,
  };
  vi.stubGlobal('navigator', { serviceWorker });
  return { ask, register };
}

test('a worker is asked, and bypassed if it does not accept in five seconds', async () => {
  hold([one]);
  const { ask } = createWorker({ accepts: true });
  await requests.requestDelivery({ ignoreBackoff: true });
  expect(ask).toHaveBeenCalledTimes(1);
  expect(ask.mock.calls[0]?.[0]).toMatchObject({ type: 'deliver', now: true });
  expect(vi.getTimerCount()).toBe(0);
  createWorker({ accepts: false });
  const asking = requests.requestDelivery({ retryFailed: true });
  await pass();
  await pass(4999);
  expect(run).not.toHaveBeenCalled();
  await pass(1);
  await asking;
  expect(run).toHaveBeenCalledWith({ retryFailed: true });
});

test.each([
  ['lacks workers', undefined],
  ['has none', { getRegistration: async () => undefined }],
  ['forbids workers', { getRegistration: () => Promise.reject(new Error()) }],
])('a page that %s delivers by itself what waits', async (_, serviceWorker) => {
  vi.stubGlobal('navigator', { serviceWorker });
  await requests.requestDelivery();
  expect(run).not.toHaveBeenCalled();
  hold([one]);
  // What fails waits for the next reason.
  run.mockRejectedValue(new Error('The disk does not answer'));
  await requests.requestDelivery();
  expect(run).toHaveBeenCalledWith({});
});

async function begin() {
  const triggers = await import('../../src/outbox/triggers.ts');
  triggers.startDeliveryTriggers();
  await pass();
}

const dueIn = (time: number) =>
  recordFailure(one, 'queued', now + time, 'unknown');
const refused = recordFailure(one, 'refused', now, 'permission-denied');

test('Background Sync is asked for where something is found waiting, once', async () => {
  const { register } = createWorker({ accepts: true });
  hold(undefined);
  await begin();
  await change([]);
  expect(register).not.toHaveBeenCalled();
  await change([one]);
  await change([one]);
  expect(register).toHaveBeenCalledOnce();
});

test('a page load is a reason, for what was refused too', async () => {
  hold([refused]);
  await begin();
  expect(run.mock.calls).toEqual([[{ retryFailed: true }]]);
  expect(prefetchChunk).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  ['online', 'visible', [[{ ignoreBackoff: true }]]],
  ['pageshow', 'visible', [[{}]]],
  ['visibilitychange', 'visible', [[{}]]],
  ['visibilitychange', 'hidden', []],
])('%s, now %s: %j is asked for', async (type, visibility, asked) => {
  await begin();
  hold([one]);
  document.visibilityState = visibility;
  fire(type);
  await pass();
  expect(run.mock.calls).toEqual(asked);
  // A page that comes back sets its timer anew.
  const isBack = type !== 'online' && visibility === 'visible';
  expect(vi.getTimerCount()).toBe(isBack ? 1 : 0);
});

/** How often the spy has been called by each of these times. */
async function expectCalls(spy: typeof run, expected: Record<number, number>) {
  const calls: typeof expected = {};
  let passed = 0;
  for (const time of Object.keys(expected).map(Number)) {
    await pass(time - passed);
    passed = time;
    calls[time] = spy.mock.calls.length;
  }
  expect(calls).toEqual(expected);
}

const every25Seconds = { 99: 0, 100: 1, 25099: 1, 25100: 2, 50100: 3 };
const soon = { ...dueIn(3000), id: 'id-2' };
const unreadable = { ...one, dueAt: Number.NaN };

test.each([
  ['due in 3 and 9 s, after 3', [dueIn(9000), soon], { 2999: 0, 3000: 1 }],
  ['overdue, soon and every 25 s', [dueIn(-60_000)], every25Seconds],
  ['unreadable, or refused, never', [unreadable, refused], { 0: 0, 50000: 0 }],
])('what is %s is asked for', async (_, submissions, expected) => {
  await begin();
  await change(submissions);
  await expectCalls(run, expected);
});

test('what was read before delivery began is waited for too', async () => {
  hold([dueIn(3000)]);
  const { subscribeToOutbox } = await import('../../src/outbox/use-outbox.ts');
  subscribeToOutbox(() => undefined);
  await pass();
  await begin();
  await expectCalls(run, { 2999: 1, 3000: 2 });
});

test('a worker that accepts and does not deliver is bypassed', async () => {
  const { ask } = createWorker({ accepts: true });
  await begin();
  await change([dueIn(100)]);
  await expectCalls(run, { 100: 0, 25100: 0, 50100: 1 });
  // What has been tried since is the worker's again.
  ask.mockClear();
  await change([{ ...dueIn(-30_000), attempts: 2 }]);
  await pass(100);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(run).toHaveBeenCalledTimes(1);
});

test('what is due much later is looked at every 25 seconds', async () => {
  const { ask } = createWorker({ accepts: true });
  await begin();
  await change([dueIn(300_000)]);
  await expectCalls(ask, { 25000: 2, 50000: 3, 75000: 4 });
  expect(run).not.toHaveBeenCalled();
});

test.each([
  ['has never been tried', 0, one],
  ['waits after a try', 1, dueIn(9000)],
  ['was refused', 1, refused],
  ['waits, in Firefox, which would prompt', 0, dueIn(9000)],
])('%s: %i times asked to persist', async (what, times, found) => {
  const persist = vi.fn(async () => true);
  if (what.includes('Firefox')) vi.stubGlobal('mozInnerScreenX', 0);
  vi.stubGlobal('navigator', { storage: { persist } });
  await begin();
  await change([found]);
  await change([found]);
  expect(persist).toHaveBeenCalledTimes(times);
});

test('the code is fetched ahead where no worker has it, or else imported', async () => {
  const imported = vi.fn(() => ({ runDelivery: run }));
  vi.doMock('../../src/outbox/run-delivery.ts', imported);
  await requests.prepareDelivery();
  expect(prefetchChunk).toHaveBeenCalledExactlyOnceWith(chunk);
  expect(imported).not.toHaveBeenCalled();
  prefetchChunk.mockRejectedValue(new Error('No modulepreload'));
  await requests.prepareDelivery();
  expect(imported).toHaveBeenCalledOnce();
  createWorker({ accepts: true });
  await requests.prepareDelivery();
  expect(prefetchChunk).toHaveBeenCalledTimes(2);
});
