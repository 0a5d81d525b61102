import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  registerUntilInstalled,
  registerWorker,
} from '../../../src/app/register-worker.ts';

const minute = 60_000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

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

  register.mockResolvedValue(registrationOf(new EventTarget()));
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

function createFailingRegistration(): ServiceWorkerRegistration {
  const failedWorker = Object.assign(new EventTarget(), { state: 'redundant' });
  setTimeout(() => failedWorker.dispatchEvent(new Event('statechange')));
  return registrationOf(failedWorker);
}

function registrationOf(installing: EventTarget): ServiceWorkerRegistration {
  return { active: null, installing } as unknown as ServiceWorkerRegistration;
}
