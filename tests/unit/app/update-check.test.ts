import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { registerWorker } from '../../../src/app/register-worker.ts';
import { newVersion } from '../../../src/app/update-notice.tsx';

const minute = 60_000;
const workboxListeners = new Map<string, () => void>();
const registrations: [url: string, options: object][] = [];

vi.mock('workbox-window', () => {
  class Workbox {
    constructor(readonly url: string) {}
    addEventListener(type: string, listener: () => void) {
      workboxListeners.set(type, listener);
    }
    async register(options: object) {
      registrations.push([this.url, options]);
      return { active: {} };
    }
  }
  return { Workbox };
});

const update = vi.fn(async () => undefined);
let page: EventTarget & { visibilityState: string };
let serviceWorker: EventTarget & { controller: object | null };

beforeEach(() => {
  vi.useFakeTimers();
  update.mockClear();
  newVersion.set('none');

  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  serviceWorker = Object.assign(new EventTarget(), {
    controller: null,
    getRegistration: async () => {
      return { update };
    },
  });

  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('window', {});
  vi.stubGlobal('location', { reload: vi.fn() });
});

afterEach(() => vi.useRealTimers());

/** Shows or hides the page, and returns the number of checks so far. */
async function setVisibility(state: 'visible' | 'hidden'): Promise<number> {
  page.visibilityState = state;
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  return update.mock.calls.length;
}

test('a page registers the worker before the load event, which an unfinished image delays', async () => {
  registrations.length = 0;
  await registerWorker();
  expect(registrations).toEqual([['/sw.js', { immediate: true }]]);
});

test('a page checks for a new version when it is shown, at most once an hour', async () => {
  await registerWorker();
  await vi.advanceTimersByTimeAsync(60 * minute);
  expect(await setVisibility('visible')).toBe(0);

  await vi.advanceTimersByTimeAsync(2 * minute);
  expect(await setVisibility('hidden')).toBe(0);
  expect(await setVisibility('visible')).toBe(1);

  await vi.advanceTimersByTimeAsync(59 * minute);
  expect(await setVisibility('visible')).toBe(1);

  await vi.advanceTimersByTimeAsync(2 * minute);
  expect(await setVisibility('visible')).toBe(2);
});

test('a failed check is ignored, and the next one comes an hour later', async () => {
  await registerWorker();
  update.mockRejectedValueOnce(new TypeError('offline'));
  await vi.advanceTimersByTimeAsync(61 * minute);
  expect(await setVisibility('visible')).toBe(1);
  expect(await setVisibility('visible')).toBe(1);

  await vi.advanceTimersByTimeAsync(61 * minute);
  expect(await setVisibility('visible')).toBe(2);
});

test('a waiting worker offers the new version', async () => {
  await registerWorker();
  expect(newVersion.get()).toBe('none');
  workboxListeners.get('waiting')?.();
  expect(newVersion.get()).toBe('ready');
});

test('the first worker of a page is no new version, but its successor is one', async () => {
  await registerWorker();

  serviceWorker.dispatchEvent(new Event('controllerchange'));
  expect(newVersion.get()).toBe('none');

  serviceWorker.dispatchEvent(new Event('controllerchange'));
  expect(newVersion.get()).toBe('ready');
});

test('on a page that has a worker already, the next worker is a new version', async () => {
  serviceWorker.controller = {};
  await registerWorker();
  serviceWorker.dispatchEvent(new Event('controllerchange'));
  expect(newVersion.get()).toBe('ready');
  expect(location.reload).not.toHaveBeenCalled();
});

test('a page whose visitor has accepted the new version reloads when it takes over', async () => {
  serviceWorker.controller = {};
  await registerWorker();
  newVersion.set('requested');
  serviceWorker.dispatchEvent(new Event('controllerchange'));
  expect(location.reload).toHaveBeenCalledTimes(1);
});

test('a page that was loaded with Shift+Reload, without its worker, reloads after its visitor has accepted the new version', async () => {
  await registerWorker();
  workboxListeners.get('waiting')?.();
  newVersion.set('requested');
  serviceWorker.dispatchEvent(new Event('controllerchange'));
  expect(location.reload).toHaveBeenCalledTimes(1);
});

test('a browser without service workers registers nothing', async () => {
  vi.stubGlobal('navigator', {});
  await expect(registerWorker()).resolves.toBeUndefined();
});
