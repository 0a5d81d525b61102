import { expect, test, vi } from 'vitest';
import { browserPlatform } from '../../src/outbox/platform.ts';

test("the browser's platform uses the browser's globals, which may appear later", async () => {
  const open = vi.fn(() => 'open request');
  const request = vi.fn(async () => 'result');
  class Channel {
    constructor(readonly name: string) {}
  }
  vi.stubGlobal('indexedDB', { open });
  vi.stubGlobal('navigator', { locks: { request } });
  vi.stubGlobal('BroadcastChannel', Channel);
  vi.spyOn(Math, 'random').mockReturnValue(0.25);
  vi.spyOn(performance, 'now').mockReturnValue(7);
  const errorSpy = vi.spyOn(console, 'error').mockReturnValue(undefined);

  expect(browserPlatform.openDatabase('pear')).toBe('open request');
  expect(open).toHaveBeenCalledExactlyOnceWith('pear');
  const work = async () => undefined;
  const lock = browserPlatform.requestLock('name', {}, work);
  expect(await lock).toBe('result');
  expect(request).toHaveBeenCalledWith('name', {}, expect.any(Function));
  expect(browserPlatform.openChannel('name')).toEqual(new Channel('name'));
  expect(browserPlatform.random()).toBe(0.25);
  expect(browserPlatform.elapsed()).toBe(7);
  browserPlatform.logError('line');
  expect(errorSpy).toHaveBeenCalledWith('line');
});

test('rejects a request for a lock in a browser without Web Locks', async () => {
  vi.stubGlobal('navigator', {});
  const request = browserPlatform.requestLock('name', {}, async () => 0);
  await expect(request).rejects.toThrow(TypeError);
});

test('sets and clears timers', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 5 });
  const work = vi.fn();
  browserPlatform.clearTimeout(browserPlatform.setTimeout(work, 10));
  browserPlatform.setTimeout(work, 20);
  vi.advanceTimersByTime(19);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledOnce();
  expect(browserPlatform.now()).toBe(25);
  vi.useRealTimers();
});
