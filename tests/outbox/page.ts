import { afterEach, beforeEach, vi } from 'vitest';
import {
  createSubmission,
  type Submission,
} from '../../src/outbox/submission.ts';

export const now = 1_700_000_000_000;
export const one = createSubmission('id-1', 'careers', { message: 'Hi' }, now);

/** What is on the device; a disk that does not answer holds nothing. */
let stored: Submission[] | undefined = [];
let delivered: string[] = [];
/** What the page listens to, by the event's name. */
const events: Record<string, (() => void)[]> = {};
export const readAll = vi.fn();
/** Delivers in the page itself. */
export const run = vi.fn();
export const document = { visibilityState: 'visible', addEventListener };

beforeEach(() => {
  vi.useFakeTimers({
    now,
    toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'],
  });
  vi.spyOn(Math, 'random').mockReturnValue(0);
  for (const type of Object.keys(events)) delete events[type];
  [stored, delivered] = [[], []];
  readAll.mockReset().mockImplementation(async () => {
    if (!stored) throw new Error('The disk does not answer');
    return { submissions: stored, delivered };
  });
  run.mockReset().mockResolvedValue(0);
  const keys = async () => stored?.map(({ id }) => id);
  vi.doMock('../../src/outbox/store.ts', () => ({ keys, readAll }));
  const subscribe = (listener: () => void) =>
    addEventListener('change', listener);
  vi.doMock('../../src/outbox/broadcast.ts', () => ({
    onOutboxChange: subscribe,
  }));
  vi.doMock('../../src/outbox/run-delivery.ts', () => ({ runDelivery: run }));
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('addEventListener', addEventListener);
  vi.stubGlobal('document', document);
  document.visibilityState = 'visible';
  vi.resetModules();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function addEventListener(type: string, handler: () => void) {
  events[type] = [...(events[type] ?? []), handler];
}

export function fire(type: string) {
  for (const handler of events[type] ?? []) handler();
}

/** Lets this time pass, and all that is ready go on: messages and imports too. */
export async function pass(time = 0): Promise<void> {
  vi.advanceTimersByTime(time);
  for (let turn = 0; turn < 20; turn += 1) {
    await new Promise((done) => setImmediate(done));
  }
}

/** The device holds these from now on, and the page is not told. */
export function hold(submissions: typeof stored, ids: string[] = []) {
  [stored, delivered] = [submissions, ids];
}

/** The device holds these from now on, and the page is told. */
export async function change(...given: Parameters<typeof hold>) {
  hold(...given);
  fire('change');
  await pass();
}
