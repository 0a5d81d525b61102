import {
  afterEach,
  beforeEach,
  expect,
  type MockInstance,
  test,
  vi,
} from 'vitest';
import {
  createSubmission,
  postpone,
  refuse,
  type Submission,
} from '../../src/outbox/submission.ts';

const now = 1_700_000_000_000;
const one = createSubmission('id-1', 'careers', { message: 'Hello' }, now);

let triggers: typeof import('../../src/outbox/triggers.ts');
let requests: typeof import('../../src/outbox/request-delivery.ts');
let sync: typeof import('../../src/outbox/background-sync.ts');
/** Tells that the outbox has changed. */
let changed = () => {};
/** What is on the device; undefined where it can't be read. */
let stored: Submission[] | undefined = [];
const list = vi.fn<() => Promise<Submission[]>>();
const run = vi.fn();
const prefetchChunk = vi.fn();
/** What the page listens to, by the event's name. */
const events: Record<string, (() => void)[]> = {};
let visibilityState = 'visible';

beforeEach(async () => {
  vi.useFakeTimers({
    now,
    toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'],
  });
  vi.spyOn(Math, 'random').mockReturnValue(0);
  for (const type of Object.keys(events)) delete events[type];
  stored = [];
  visibilityState = 'visible';
  list.mockReset().mockImplementation(async () => {
    if (!stored) throw new Error('The disk does not answer');
    return stored;
  });
  run.mockReset().mockResolvedValue(0);
  prefetchChunk.mockReset().mockResolvedValue(undefined);
  const keys = async () => (await list()).map(({ id }) => id);
  const readAll = async () => ({ submissions: await list(), delivered: [] });
  vi.doMock('../../src/outbox/store.ts', () => ({ keys, readAll }));
  const subscribe = (listener: () => void) => {
    changed = listener;
  };
  vi.doMock('../../src/outbox/changes.ts', () => ({ subscribe }));
  vi.doMock('../../src/outbox/run-delivery.ts', () => ({ runDelivery: run }));
  vi.doMock('../../src/async/load-chunk.ts', () => ({
    loadChunk: (name: string, load: () => unknown) =>
      name === 'outbox/run-delivery' && load(),
    prefetchChunk,
  }));
  const listen = (type: string, handler: () => void) => {
    events[type] = [...(events[type] ?? []), handler];
  };
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('addEventListener', listen);
  vi.stubGlobal('document', {
    addEventListener: listen,
    get visibilityState() {
      return visibilityState;
    },
  });
  vi.resetModules();
  triggers = await import('../../src/outbox/triggers.ts');
  requests = await import('../../src/outbox/request-delivery.ts');
  sync = await import('../../src/outbox/background-sync.ts');
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function fire(type: string) {
  for (const handler of events[type] ?? []) handler();
}

/** Lets this time pass, and all that is ready go on: messages and imports too. */
async function pass(time = 0): Promise<void> {
  vi.advanceTimersByTime(time);
  for (let turn = 0; turn < 20; turn += 1) {
    await new Promise((done) => setImmediate(done));
  }
}

/** A worker that notes what it is asked, and accepts it or does not. */
function createWorker({ accepts }: { accepts: boolean }) {
  const ask = vi.fn((_: unknown, [port]: MessagePort[]) => {
    if (accepts) port?.postMessage('accepted');
    port?.close();
  });
  const active = { postMessage: ask };
  const register = vi.fn().mockResolvedValue(undefined);
  const registration = { active, sync: { register } };
  const serviceWorker = {
    getRegistration: async () => registration,
    ready: Promise.resolve(registration),
  };
  vi.stubGlobal('navigator', { serviceWorker });
  return { ask, register };
}

test('where there is a worker it is asked to deliver', async () => {
  stored = [one];
  const { ask } = createWorker({ accepts: true });
  await requests.requestDelivery({ ignoreBackoff: true });
  expect(ask.mock.calls[0]?.[0]).toMatchObject({ type: 'deliver', now: true });
  expect(ask).toHaveBeenCalledTimes(1);
  expect(run).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

test('a worker that does not accept within five seconds is bypassed', async () => {
  stored = [one];
  createWorker({ accepts: false });
  const asking = requests.requestDelivery({ retryFailed: true });
  await pass();
  await pass(4999);
  expect(run).not.toHaveBeenCalled();
  await pass(1);
  await asking;
  expect(run).toHaveBeenCalledWith({ retryFailed: true });
});

test.each<[string, unknown]>([
  ['lacks workers', {}],
  ['has none', { serviceWorker: { getRegistration: async () => undefined } }],
  [
    'forbids workers',
    { serviceWorker: { getRegistration: () => Promise.reject(new Error()) } },
  ],
])('a page that %s delivers by itself', async (_, navigator) => {
  stored = [one];
  vi.stubGlobal('navigator', navigator);
  await requests.requestDelivery();
  expect(run).toHaveBeenCalledWith({});
  await sync.requestSync();
});

test('where nothing waits nothing is loaded or run', async () => {
  await requests.requestDelivery({ ignoreBackoff: true });
  expect(run).not.toHaveBeenCalled();
});

test('what fails as it is delivered waits for the next reason', async () => {
  stored = [one];
  run.mockRejectedValue(new Error('The disk does not answer'));
  await expect(requests.requestDelivery()).resolves.toBeUndefined();
});

test('Background Sync is asked for, and may refuse', async () => {
  const { register } = createWorker({ accepts: true });
  await sync.requestSync();
  expect(register).toHaveBeenCalledWith('pear-outbox');
  register.mockRejectedValue(new Error('No window is open'));
  await expect(sync.requestSync()).resolves.toBeUndefined();
});

test('it is asked for anew where something is found waiting, once', async () => {
  const { register } = createWorker({ accepts: true });
  stored = undefined;
  const change = await begin();
  await change();
  expect(register).not.toHaveBeenCalled();
  await change(one);
  await change(one);
  expect(register).toHaveBeenCalledOnce();
});

/** Begins to deliver; `change` has these wait from then on. */
async function begin() {
  triggers.keepDelivering();
  await pass();
  return async function change(...submissions: Submission[]) {
    stored = submissions;
    changed();
    await pass();
  };
}

const dueIn = (time: number) => postpone(one, now, time, 'unknown');

/** How often it had been called after each of these times. */
async function callsAfter(spy: MockInstance, ...times: number[]) {
  const calls: number[] = [];
  for (const time of times) {
    await pass(time);
    calls.push(spy.mock.calls.length);
  }
  return calls;
}

test('a page load is a reason, for what was refused too', async () => {
  stored = [refuse(one, 0, 'permission-denied')];
  await begin();
  expect(run.mock.calls).toEqual([[{ retryFailed: true }]]);
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  ['online', 'visible', [[{ ignoreBackoff: true }]]],
  ['pageshow', 'visible', [[{}]]],
  ['visibilitychange', 'visible', [[{}]]],
  ['visibilitychange', 'hidden', []],
])('%s, now %s: %j is asked for', async (type, visibility, asked) => {
  await begin();
  stored = [one];
  visibilityState = visibility;
  fire(type);
  await pass();
  expect(run.mock.calls).toEqual(asked);
  // A page that comes back sets its timer anew.
  const isBack = type !== 'online' && visibility === 'visible';
  expect(vi.getTimerCount()).toBe(isBack ? 1 : 0);
});

test('the page asks again at the next due time, and not before', async () => {
  const change = await begin();
  await change({ ...dueIn(9000), id: 'id-2' }, dueIn(3000));
  expect(vi.getTimerCount()).toBe(1);
  const calls = await callsAfter(run, 2999, 1);
  expect(calls).toEqual([0, 1]);
  expect(run).toHaveBeenCalledWith({});
});

test('what was read before delivery began is waited for too', async () => {
  stored = [dueIn(3000)];
  const { follow } = await import('../../src/outbox/live.ts');
  follow(() => undefined);
  await pass();
  await begin();
  expect(await callsAfter(run, 2999, 1)).toEqual([1, 2]);
});

test('what is overdue is asked for soon, and then every 25 seconds', async () => {
  const change = await begin();
  await change(dueIn(-60_000));
  const calls = await callsAfter(run, 99, 1, 24_999, 1, 25_000);
  expect(calls).toEqual([0, 1, 1, 2, 3]);
});

test('a worker that accepts and does not deliver is bypassed', async () => {
  const { ask } = createWorker({ accepts: true });
  const change = await begin();
  await change(dueIn(100));
  const calls = await callsAfter(run, 100, 25_000, 25_000);
  expect(calls).toEqual([0, 0, 1]);
  // What has been tried since is the worker's again.
  ask.mockClear();
  await change({ ...dueIn(-30_000), attempts: 2 });
  await pass(100);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(run).toHaveBeenCalledTimes(1);
});

test('what is due much later is looked at every 25 seconds', async () => {
  const { ask } = createWorker({ accepts: true });
  const change = await begin();
  await change(dueIn(300_000));
  const calls = await callsAfter(ask, 25_000, 25_000, 25_000);
  expect(calls).toEqual([2, 3, 4]);
  expect(run).not.toHaveBeenCalled();
});

test('what cannot be read, or was refused, sets no timer', async () => {
  const change = await begin();
  await change(
    { ...one, dueAt: Number.NaN },
    refuse({ ...one, id: 'id-2' }, 0, 'permission-denied'),
  );
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  ['has never been tried', 0, one, {}],
  ['waits after a try', 1, dueIn(9000), {}],
  ['was refused', 1, refuse(one, now, 'permission-denied'), {}],
  [
    'waits, in Firefox, which would prompt',
    0,
    dueIn(9000),
    { mozInnerScreenX: 0 },
  ],
])(
  'what %s: %i times asked to stay on a full disk',
  async (_, times, found, more) => {
    const persist = vi.fn(async () => true);
    for (const [name, value] of Object.entries(more)) {
      vi.stubGlobal(name, value);
    }
    vi.stubGlobal('navigator', { storage: { persist } });
    vi.resetModules();
    triggers = await import('../../src/outbox/triggers.ts');
    const change = await begin();
    await change(found);
    await change(found);
    expect(persist).toHaveBeenCalledTimes(times);
  },
);

test.each([
  [false, [['outbox/run-delivery']]],
  [true, []],
])('with a worker (%s) %j is fetched ahead', async (hasWorker, fetched) => {
  if (hasWorker) createWorker({ accepts: true });
  await begin();
  expect(prefetchChunk.mock.calls).toEqual(fetched);
});

test('where it cannot be fetched ahead it is imported', async () => {
  const imported = vi.fn(() => ({ runDelivery: run }));
  vi.doMock('../../src/outbox/run-delivery.ts', imported);
  prefetchChunk.mockRejectedValue(new Error('No modulepreload'));
  await begin();
  await vi.waitFor(() => expect(imported).toHaveBeenCalledTimes(1));
});
