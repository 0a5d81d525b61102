import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { retryWorkerInstall } from '../../../src/app/register-worker.ts';

const minute = 60_000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('registers again at growing intervals until an install succeeds', async () => {
  const register = vi.fn(async () => createFailingRegistration());
  register.mockRejectedValueOnce(new TypeError('offline'));
  retryWorkerInstall(createFailingRegistration(), register);

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

function createFailingRegistration(): ServiceWorkerRegistration {
  const failedWorker = Object.assign(new EventTarget(), { state: 'redundant' });
  setTimeout(() => failedWorker.dispatchEvent(new Event('statechange')));
  return registrationOf(failedWorker);
}

function registrationOf(installing: EventTarget): ServiceWorkerRegistration {
  return { active: null, installing } as unknown as ServiceWorkerRegistration;
}
