import { afterEach, beforeEach, vi } from 'vitest';
import {
  createSubmission,
  type Submission,
} from '../../src/outbox/submission.ts';

export const now = 1_700_000_000_000;
const values = { message: 'Hi' };
export const newEntry = createSubmission('id-1', 'careers', values, now);

/** The stored submissions, or undefined if reading the disk fails. */
let storedSubmissions: Submission[] | undefined = [];
let deliveredIds: string[] = [];
let eventTarget = new EventTarget();
export const readStores = vi.fn();
export const runDelivery = vi.fn();
export const document = { visibilityState: 'visible', addEventListener };

beforeEach(() => {
  vi.useFakeTimers({
    now,
    toFake: [
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'Date',
      'performance',
    ],
  });
  vi.spyOn(Math, 'random').mockReturnValue(0);
  eventTarget = new EventTarget();
  setOutbox([]);
  readStores.mockReset().mockImplementation(async () => {
    if (!storedSubmissions) throw new Error('The disk does not answer');
    return { submissions: storedSubmissions, deliveredIds };
  });
  runDelivery.mockReset().mockResolvedValue(0);
  const listIds = async () => storedSubmissions?.map(({ id }) => id);
  vi.doMock('../../src/outbox/store.ts', () => ({ listIds, readStores }));
  const onOutboxChange = (listener: () => void) =>
    addEventListener('change', listener);
  const idsWithoutReceipt = new Set(['without receipt']);
  const broadcastMock = { onOutboxChange, idsWithoutReceipt };
  vi.doMock('../../src/outbox/broadcast.ts', () => broadcastMock);
  vi.doMock('../../src/outbox/run-delivery.ts', () => ({ runDelivery }));
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('addEventListener', addEventListener);
  vi.stubGlobal('document', document);
  document.visibilityState = 'visible';
  vi.resetModules();
});

afterEach(() => vi.useRealTimers());

function addEventListener(type: string, listener: () => void) {
  eventTarget.addEventListener(type, listener);
}

export function fireEvent(type: string, fields?: object) {
  eventTarget.dispatchEvent(Object.assign(new Event(type), fields));
}

/** Installs a worker that accepts requests to deliver, or answers none of them. */
export function installWorker({ accepts }: { accepts: boolean }) {
  const postMessage = vi.fn((_: unknown, [port]: MessagePort[]) => {
    if (accepts) port?.postMessage('accepted');
    port?.close();
  });
  const register = vi.fn().mockResolvedValue(undefined);
  const registration = { active: { postMessage }, sync: { register } };
  const serviceWorker = {
    getRegistration: async () => registration,
    ready: Promise.resolve(registration),
    addEventListener: () => undefined,
  };
  vi.stubGlobal('navigator', { onLine: true, serviceWorker });
  return { postMessage, register, registration };
}

/** Advances the timers by `time` ms, then waits for posted messages and promises. */
export async function advanceTime(time = 0): Promise<void> {
  vi.advanceTimersByTime(time);
  for (let turn = 0; turn < 20; turn += 1)
    await new Promise((resolve) => setImmediate(resolve));
}

export function setOutbox(
  submissions: typeof storedSubmissions,
  ids: string[] = [],
) {
  [storedSubmissions, deliveredIds] = [submissions, ids];
}

/** Sets the stored submissions, and notifies the page of the change. */
export async function changeOutbox(...content: Parameters<typeof setOutbox>) {
  setOutbox(...content);
  fireEvent('change');
  await advanceTime();
}
