import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let broadcast: typeof import('../../src/outbox/broadcast.ts');
let page: EventTarget;
const listener = vi.fn();

beforeEach(async () => {
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  listener.mockReset();
  vi.resetModules();
  broadcast = await import('../../src/outbox/broadcast.ts');
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('notifies subscribers of changes in this tab and in other tabs', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const other = new BroadcastChannel('pear-outbox');
  const received = new Promise((resolve) => {
    other.onmessage = ({ data }) => resolve(data);
  });
  const unsubscribe = broadcast.onOutboxChange(listener);
  broadcast.broadcastChange();
  expect(listener).toHaveBeenCalledTimes(1);
  expect(await received).toBe('changed');
  unsubscribe();
  const nextChange = new Promise<void>((resolve) => {
    broadcast.onOutboxChange(resolve);
  });
  other.postMessage('changed');
  await nextChange;
  expect(listener).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
  other.close();
});

test('notifies a page at once and after 30 seconds when it leaves the back-forward cache', () => {
  vi.useFakeTimers();
  broadcast.onOutboxChange(listener);
  const dispatchPageshow = (persisted: boolean) =>
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  dispatchPageshow(false);
  expect(listener).not.toHaveBeenCalled();
  dispatchPageshow(true);
  expect(listener).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(30_000);
  expect(listener).toHaveBeenCalledTimes(2);
});

test('notifies subscribers every two seconds if there is no BroadcastChannel', () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.useFakeTimers();
  broadcast.onOutboxChange(() => undefined);
  broadcast.onOutboxChange(listener);
  broadcast.broadcastChange();
  expect(listener).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(4000);
  expect(listener).toHaveBeenCalledTimes(3);
});
