import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createSubmission,
  fail,
  postpone,
  type Submission,
} from '../../src/outbox/submission.ts';

type Triggers = typeof import('../../src/outbox/triggers.ts');

const now = 1_700_000_000_000;
const one = createSubmission('id-1', 'careers', { message: 'Hello' }, now);

let triggers: Triggers;
/** What is on the device; undefined where it can't be read. */
let stored: Submission[] | undefined = [];
const list = vi.fn<() => Promise<Submission[]>>();
const run = vi.fn();
const prefetchChunk = vi.fn();
/** What the page listens to, by the event's name. */
let events: Record<string, () => void> = {};
let visibilityState = 'visible';

beforeEach(async () => {
  vi.useFakeTimers({
    now,
    toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'],
  });
  vi.spyOn(Math, 'random').mockReturnValue(0);
  stored = [];
  events = {};
  visibilityState = 'visible';
  list.mockReset().mockImplementation(async () => {
    if (!stored) throw new Error('The disk does not answer');
    return stored;
  });
  run.mockReset().mockResolvedValue(0);
  prefetchChunk.mockReset().mockResolvedValue(undefined);
  const keys = async () => (await list()).map(({ id }) => id);
  vi.doMock('../../src/outbox/store.ts', () => ({ list, keys }));
  vi.doMock('../../src/outbox/run.ts', () => ({ run }));
  vi.doMock('../../src/async/load-chunk.ts', () => ({
    loadChunk: (name: string, load: () => unknown) =>
      name === 'outbox/run' && load(),
    prefetchChunk,
  }));
  const listen = (type: string, handler: () => void) => {
    events[type] = handler;
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
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Lets all that is ready go on: messages and dynamic imports too. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await new Promise((done) => setImmediate(done));
  }
}

/** A worker that notes what it is asked, and accepts it or does not. */
function createWorker({ accepts }: { accepts: boolean }) {
  const asked: unknown[] = [];
  const active = {
    postMessage(message: unknown, [port]: MessagePort[]) {
      asked.push(message);
      if (accepts) port?.postMessage('accepted');
      port?.close();
    },
  };
  const register = vi.fn().mockResolvedValue(undefined);
  const registration = { active, sync: { register } };
  const serviceWorker = { getRegistration: async () => registration };
  vi.stubGlobal('navigator', { serviceWorker });
  return { asked, register };
}

test('where there is a worker it is asked to deliver', async () => {
  stored = [one];
  const { asked } = createWorker({ accepts: true });
  await triggers.requestDelivery({ now: true });
  expect(asked).toEqual([{ type: 'deliver', now: true }]);
  expect(run).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

test('a worker that does not accept within five seconds is bypassed', async () => {
  stored = [one];
  createWorker({ accepts: false });
  const asking = triggers.requestDelivery({ failedToo: true });
  await settle();
  vi.advanceTimersByTime(4999);
  await settle();
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  await asking;
  expect(run).toHaveBeenCalledWith({ failedToo: true });
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
  await triggers.requestDelivery();
  expect(run).toHaveBeenCalledWith({});
  await triggers.requestSync();
});

test('where nothing waits nothing is loaded or run', async () => {
  await triggers.requestDelivery({ now: true });
  expect(run).not.toHaveBeenCalled();
});

test('what fails as it is delivered waits for the next reason', async () => {
  stored = [one];
  run.mockRejectedValue(new Error('The disk does not answer'));
  await expect(triggers.requestDelivery()).resolves.toBeUndefined();
});

test('Background Sync is asked for, and may refuse', async () => {
  const { register } = createWorker({ accepts: true });
  await triggers.requestSync();
  expect(register).toHaveBeenCalledWith('pear-outbox');
  register.mockRejectedValue(new Error('No window is open'));
  await expect(triggers.requestSync()).resolves.toBeUndefined();
});

/** Begins to deliver, and lets the first requests pass. */
async function begin(): Promise<() => void> {
  let changed = () => {};
  triggers.keepDelivering((listener) => {
    changed = listener;
  });
  await settle();
  return changed;
}

test('a page load is a reason, for what was refused too', async () => {
  stored = [fail(one, 'permission-denied')];
  await begin();
  expect(run).toHaveBeenCalledTimes(1);
  expect(run).toHaveBeenCalledWith({ failedToo: true });
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  ['online', { now: true }],
  ['pageshow', {}],
  ['visibilitychange', {}],
])('%s is a reason', async (type, eagerness) => {
  await begin();
  stored = [one];
  events[type]?.();
  await settle();
  expect(run).toHaveBeenCalledTimes(1);
  expect(run).toHaveBeenCalledWith(eagerness);
});

test('to be hidden is no reason', async () => {
  await begin();
  stored = [one];
  visibilityState = 'hidden';
  events.visibilitychange?.();
  await settle();
  expect(run).not.toHaveBeenCalled();
});

test('a page that comes back sets its timer anew', async () => {
  await begin();
  stored = [one];
  run.mockClear();
  expect(vi.getTimerCount()).toBe(0);
  events.pageshow?.();
  await settle();
  expect(vi.getTimerCount()).toBe(1);
});

test('the page asks again at the next due time, and not before', async () => {
  const changed = await begin();
  const late = { ...postpone(one, now, 9000, 'unknown'), id: 'id-2' };
  stored = [late, postpone(one, now, 3000, 'unknown')];
  changed();
  await settle();
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(2999);
  await settle();
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  await settle();
  expect(run).toHaveBeenCalledTimes(1);
  expect(run).toHaveBeenCalledWith({});
});

test('what is overdue is asked for soon, and then every 25 seconds', async () => {
  const changed = await begin();
  stored = [postpone(one, now, -60_000, 'unknown')];
  changed();
  await settle();
  vi.advanceTimersByTime(99);
  await settle();
  expect(run).not.toHaveBeenCalled();
  for (const [wait, runs] of [
    [1, 1],
    [24_999, 1],
    [1, 2],
    [25_000, 3],
  ] as const) {
    vi.advanceTimersByTime(wait);
    await settle();
    expect(run).toHaveBeenCalledTimes(runs);
  }
});

test('a worker that accepts and does not deliver is bypassed', async () => {
  const { asked } = createWorker({ accepts: true });
  const changed = await begin();
  stored = [postpone(one, now, 100, 'unknown')];
  changed();
  await settle();
  for (const wait of [100, 25_000]) {
    vi.advanceTimersByTime(wait);
    await settle();
  }
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(25_000);
  await settle();
  expect(run).toHaveBeenCalledTimes(1);

  // What has been tried since is the worker's again.
  const before = asked.length;
  stored = [postpone(stored[0] ?? one, now, -30_000, 'unknown')];
  changed();
  await settle();
  vi.advanceTimersByTime(100);
  await settle();
  expect(asked.length).toBe(before + 1);
  expect(run).toHaveBeenCalledTimes(1);
});

test('what is due much later is looked at every 25 seconds', async () => {
  const { asked } = createWorker({ accepts: true });
  const changed = await begin();
  stored = [postpone(one, now, 300_000, 'unknown')];
  changed();
  await settle();
  for (const asks of [2, 3, 4]) {
    vi.advanceTimersByTime(25_000);
    await settle();
    expect(asked).toHaveLength(asks);
  }
  expect(run).not.toHaveBeenCalled();
});

test('what cannot be read, or was refused, sets no timer', async () => {
  const changed = await begin();
  const damaged = { ...one, dueAt: Number.NaN };
  stored = [damaged, fail({ ...one, id: 'id-2' }, 'permission-denied')];
  changed();
  await settle();
  expect(vi.getTimerCount()).toBe(0);
});

test('a disk that does not answer is asked again, less and less often', async () => {
  stored = undefined;
  await begin();
  expect(list).toHaveBeenCalledTimes(2);
  for (const [wait, reads] of [
    [499, 2],
    [1, 3],
    [999, 3],
    [1, 4],
  ] as const) {
    vi.advanceTimersByTime(wait);
    await settle();
    expect(list).toHaveBeenCalledTimes(reads);
  }
  stored = [];
  vi.advanceTimersByTime(2000);
  await settle();
  expect(vi.getTimerCount()).toBe(0);
  stored = undefined;
  events.pageshow?.();
  await settle();
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(500);
  await settle();
  expect(list).toHaveBeenCalledTimes(8);
});

test('without a worker the code that delivers is fetched ahead', async () => {
  await begin();
  expect(prefetchChunk).toHaveBeenCalledWith('outbox/run');
});

test('with a worker it is not', async () => {
  createWorker({ accepts: true });
  await begin();
  expect(prefetchChunk).not.toHaveBeenCalled();
});

test('where it cannot be fetched ahead it is imported', async () => {
  const imported = vi.fn(() => ({ run }));
  vi.doMock('../../src/outbox/run.ts', imported);
  prefetchChunk.mockRejectedValue(new Error('No modulepreload'));
  await begin();
  await vi.waitFor(() => expect(imported).toHaveBeenCalledTimes(1));
});
