import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { retryInstall } from '../../../src/app/register-worker.ts';

const minute = 60_000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a first install that always fails is tried ever more seldom', async () => {
  const register = vi.fn(async () => failingInstall());
  retryInstall(failingInstall(), register);

  await vi.advanceTimersByTimeAsync(minute);
  const inTheFirstMinute = register.mock.calls.length;
  expect(inTheFirstMinute).toBeGreaterThanOrEqual(2);
  expect(inTheFirstMinute).toBeLessThanOrEqual(4);

  await vi.advanceTimersByTimeAsync(59 * minute);
  const inAnHour = register.mock.calls.length;
  expect(inAnHour).toBeGreaterThan(10);
  expect(inAnHour).toBeLessThan(35);
});

test('where the script itself does not come it is asked for again', async () => {
  const register = vi
    .fn<() => Promise<ServiceWorkerRegistration>>()
    .mockRejectedValueOnce(new TypeError('offline'))
    .mockRejectedValueOnce(new TypeError('offline'))
    .mockResolvedValue(registrationOf(new EventTarget()));
  retryInstall(failingInstall(), register);
  await vi.advanceTimersByTimeAsync(60 * minute);
  expect(register).toHaveBeenCalledTimes(3);
});

function failingInstall(): ServiceWorkerRegistration {
  const installing = Object.assign(new EventTarget(), { state: 'redundant' });
  setTimeout(() => installing.dispatchEvent(new Event('statechange')));
  return registrationOf(installing);
}

function registrationOf(installing: EventTarget): ServiceWorkerRegistration {
  return { active: null, installing } as unknown as ServiceWorkerRegistration;
}
