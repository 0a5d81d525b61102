import { afterEach, beforeEach, expect, test, vi } from 'vitest';

type Handler = (event: { persisted: boolean }) => void;

let changes: typeof import('../../src/outbox/changes.ts');
let pageshow: Handler[] = [];

beforeEach(async () => {
  pageshow = [];
  vi.stubGlobal('addEventListener', (type: string, handler: Handler) => {
    if (type === 'pageshow') pageshow.push(handler);
  });
  vi.resetModules();
  changes = await import('../../src/outbox/changes.ts');
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
  const first = vi.fn();
  const stop = changes.subscribe(first);
  changes.announce();
  expect(first).toHaveBeenCalledTimes(1);
  expect(await told).toBe('changed');
  stop();
  const next = new Promise<void>((resolve) => {
    changes.subscribe(resolve);
  });
  other.postMessage('changed');
  await next;
  expect(first).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
  other.close();
});

test('a page that comes back from the cache looks again, at once and later', () => {
  vi.useFakeTimers();
  const listener = vi.fn();
  changes.subscribe(() => undefined);
  changes.subscribe(listener);
  expect(pageshow).toHaveLength(1);
  pageshow[0]?.({ persisted: false });
  expect(listener).not.toHaveBeenCalled();
  pageshow[0]?.({ persisted: true });
  expect(listener).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(30_000);
  expect(listener).toHaveBeenCalledTimes(2);
});

class Forbidden {
  constructor() {
    throw new DOMException('Cookies are blocked', 'SecurityError');
  }
}

test.each([
  ['lacks', undefined],
  ['forbids', Forbidden],
])('who %s BroadcastChannel looks every two seconds', (_, given) => {
  vi.stubGlobal('BroadcastChannel', given);
  vi.useFakeTimers();
  const listener = vi.fn();
  changes.subscribe(listener);
  changes.announce();
  expect(listener).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(4000);
  expect(listener).toHaveBeenCalledTimes(3);
});

test('who only tells, such as the worker, listens to nothing', () => {
  changes.announce();
  expect(pageshow).toEqual([]);
});
