import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let changes: typeof import('../../src/outbox/broadcast.ts');
let page: EventTarget;
const listener = vi.fn();

beforeEach(async () => {
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  listener.mockReset();
  vi.resetModules();
  changes = await import('../../src/outbox/broadcast.ts');
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a change is announced to this page and to others, and theirs to it, until the end', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const other = new BroadcastChannel('pear-outbox');
  const told = new Promise((resolve) => {
    other.onmessage = ({ data }) => resolve(data);
  });
  const stop = changes.onOutboxChange(listener);
  changes.broadcastChange();
  expect(listener).toHaveBeenCalledTimes(1);
  expect(await told).toBe('changed');
  stop();
  const next = new Promise<void>((resolve) => {
    changes.onOutboxChange(resolve);
  });
  other.postMessage('changed');
  await next;
  expect(listener).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
  other.close();
});

test('a page that comes back from the cache looks again, at once and later', () => {
  vi.useFakeTimers();
  changes.onOutboxChange(listener);
  const show = (persisted: boolean) =>
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  show(false);
  expect(listener).not.toHaveBeenCalled();
  show(true);
  expect(listener).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(30_000);
  expect(listener).toHaveBeenCalledTimes(2);
});

test('without BroadcastChannel all look every two seconds', () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.useFakeTimers();
  changes.onOutboxChange(() => undefined);
  changes.onOutboxChange(listener);
  changes.broadcastChange();
  expect(listener).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(4000);
  expect(listener).toHaveBeenCalledTimes(3);
});
