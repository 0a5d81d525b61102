import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  registerUntilInstalled,
  registerWorker,
} from '../../../src/app/register-worker.ts';

const minute = 60_000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

test('registers again at growing intervals until an install succeeds', async () => {
  const register = vi.fn(async () => createFailingRegistration());
  const failOnce = () =>
    register.mockRejectedValueOnce(new TypeError('offline'));
  failOnce();
  await registerUntilInstalled(register);

  register.mockClear();
  failOnce();

  await vi.advanceTimersByTimeAsync(minute);
  const callsInMinute = register.mock.calls.length;
  expect(callsInMinute).toBeGreaterThanOrEqual(2);
  expect(callsInMinute).toBeLessThanOrEqual(4);

  await vi.advanceTimersByTimeAsync(59 * minute);
  const callsInHour = register.mock.calls.length;
  expect(callsInHour).toBeGreaterThan(10);
  expect(callsInHour).toBeLessThan(35);

  register.mockResolvedValue(createRegistration(new EventTarget()));
  await vi.advanceTimersByTimeAsync(60 * minute);
  expect(register).toHaveBeenCalledTimes(callsInHour + 1);
});

test('if the first registration fails, the page registers the worker later and checks for updates each hour', async () => {
  const update = vi.fn(async () => undefined);
  const registration = Object.assign(new EventTarget(), {
    active: {},
    update,
  });

  const register = vi.fn(async () => registration);
  register.mockRejectedValueOnce(new TypeError('Failed to register'));
  const serviceWorker = Object.assign(new EventTarget(), {
    register,
    getRegistration: async () =>
      register.mock.calls.length > 1 ? registration : undefined,
  });

  const document = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    readyState: 'complete',
  });

  const show = async () => {
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
  };

  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('document', document);
  vi.stubGlobal('window', globalThis);

  await registerWorker();
  expect(register).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(minute);
  expect(register).toHaveBeenCalledTimes(2);
  await show();
  expect(update).not.toHaveBeenCalled();

  for (const hours of [1, 2]) {
    await vi.advanceTimersByTimeAsync(61 * minute);
    await show();
    await show();
    expect(update).toHaveBeenCalledTimes(hours);
  }
  expect(register).toHaveBeenCalledTimes(2);
});

test('a page with an active worker leaves a failed update to the browser', async () => {
  const failedWorker = createFailedWorker();
  const registration = { active: {}, installing: failedWorker };
  const register = vi.fn(
    async () => registration as unknown as ServiceWorkerRegistration,
  );

  await registerUntilInstalled(register);
  failedWorker.dispatchEvent(new Event('statechange'));
  await vi.advanceTimersByTimeAsync(60 * minute);
  expect(register).toHaveBeenCalledTimes(1);
});

test('a worker that has installed is not registered again', async () => {
  const worker = Object.assign(new EventTarget(), { state: 'installed' });
  const register = vi.fn(async () => createRegistration(worker));

  await registerUntilInstalled(register);
  worker.dispatchEvent(new Event('statechange'));
  await vi.advanceTimersByTimeAsync(60 * minute);
  expect(register).toHaveBeenCalledTimes(1);
});

test.each([
  { state: 'with a worker', unregister: vi.fn() },
  { state: 'without a worker', unregister: undefined },
])(
  'in a browser $state, a build that withdraws the worker leaves no worker and no cache',
  async ({ unregister }) => {
    const names = new Set(['pear-offline', 'workbox-precache']);
    vi.stubGlobal('caches', {
      keys: async () => [...names],
      delete: async (name: string) => names.delete(name),
    });
    const register = vi.fn();
    const getRegistration = async () => unregister && { unregister };
    vi.stubGlobal('navigator', {
      serviceWorker: { register, getRegistration },
    });

    vi.stubEnv('VITE_WORKER', 'off');
    vi.resetModules();
    const module = await import('../../../src/app/register-worker.ts');
    await module.registerWorker();

    if (unregister) expect(unregister).toHaveBeenCalledTimes(1);
    expect(names).toEqual(new Set());
    expect(register).not.toHaveBeenCalled();
  },
);

function createFailingRegistration(): ServiceWorkerRegistration {
  const failedWorker = createFailedWorker();
  setTimeout(() => failedWorker.dispatchEvent(new Event('statechange')));
  return createRegistration(failedWorker);
}

function createFailedWorker(): EventTarget {
  return Object.assign(new EventTarget(), { state: 'redundant' });
}

function createRegistration(
  installing: EventTarget,
): ServiceWorkerRegistration {
  return { active: null, installing } as unknown as ServiceWorkerRegistration;
}
