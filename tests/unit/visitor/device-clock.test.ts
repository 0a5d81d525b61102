import { expect, test, vi } from 'vitest';
import { createSubmission } from '../../../src/outbox/submission.ts';
import { isStale } from '../../../src/unsent/is-stale.ts';
import { checkTime } from '../../../src/visitor/device-clock.ts';

const hour = 60 * 60 * 1000;
const year = 365 * 24 * hour;
const today = Date.UTC(2026, 10, 27);
const unknown = { seenAt: 0, trustedSince: 0 };

const isStaleAt = (createdAt: number, now: number, trustedSince: number) =>
  isStale(createSubmission('1', 'careers', {}, createdAt), now, trustedSince);

test('a submission becomes stale after a day', () => {
  expect(isStaleAt(today, today + 24 * hour, 0)).toBe(false);
  expect(isStaleAt(today, today + 24 * hour + 1, 0)).toBe(true);
});

test('a message of the day before yesterday is stale at the next visit', () => {
  const submitted = checkTime(unknown, today, today);
  const later = today + 48 * hour;
  const { trustedSince } = checkTime(submitted, later, later);
  expect(isStaleAt(today, later, trustedSince)).toBe(true);
});

test('a new message is not stale after a slow clock is corrected in an open page', () => {
  const loadedAt = today - 6 * year;
  const submitted = checkTime(unknown, loadedAt + hour, loadedAt + hour);
  const corrected = checkTime(submitted, today, loadedAt + 2 * hour);
  const nextVisit = checkTime(corrected, today + hour, today + hour);

  for (const { trustedSince } of [corrected, nextVisit])
    expect(isStaleAt(loadedAt + hour, today + hour, trustedSince)).toBe(false);
});

test('a message from while the clock was set back is not stale after its correction', () => {
  const earlierVisit = checkTime(unknown, today, today);
  const wrongTime = today - 6 * year;
  const submitted = checkTime(earlierVisit, wrongTime, wrongTime);
  const later = today + hour;
  const corrected = checkTime(submitted, later, later);
  expect(isStaleAt(wrongTime, later, corrected.trustedSince)).toBe(false);
});

test('a message from while the clock was ahead is not stale after its correction', () => {
  const future = today + year;
  const submitted = checkTime(unknown, future, future);
  const { trustedSince } = checkTime(submitted, today, today);
  expect(isStaleAt(future, today, trustedSince)).toBe(false);

  // A message that is submitted now waits for more than a day.
  expect(isStaleAt(today, today + 48 * hour, trustedSince)).toBe(false);
});

test('the sleep of a device for a few hours leaves the age trusted', () => {
  const submitted = checkTime(unknown, today, today);
  const awake = checkTime(submitted, today + 25 * hour, today + 5 * hour);
  expect(isStaleAt(today, today + 25 * hour, awake.trustedSince)).toBe(true);
});

test.each([
  ['nothing is stored', null],
  ['another script has stored a text', 'x'],
  ['storage is forbidden', undefined],
])('the clock is trusted if %s', async (_, stored) => {
  const setItem = vi.fn();
  const getItem = () => {
    if (stored === undefined) throw new DOMException('', 'SecurityError');
    return stored;
  };

  vi.resetModules();
  vi.stubGlobal('localStorage', { getItem, setItem });
  const { checkClock } = await import('../../../src/visitor/device-clock.ts');
  expect(checkClock()).toBe(0);
});
