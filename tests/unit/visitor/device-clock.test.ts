import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSubmission } from '../../../src/outbox/submission.ts';
import { isStale } from '../../../src/unsent/is-stale.ts';
import { checkTime } from '../../../src/visitor/device-clock.ts';
import { FakeStorage } from '../forms/fake-storage.ts';

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

test('a submission of the day before yesterday is stale at the next visit', () => {
  const submitted = checkTime(unknown, today, today);
  const left = checkTime(submitted, today + hour, today + hour);
  const later = today + 48 * hour;
  const shown = checkTime(left, later, later);
  // Two events can check the clock within a millisecond.
  const { trustedSince } = checkTime(shown, later, later);
  expect(isStaleAt(today, later, trustedSince)).toBe(true);
});

test('a new submission is not stale after a slow clock is corrected in an open page', () => {
  const loadedAt = today - 6 * year;
  const submitted = checkTime(unknown, loadedAt + hour, loadedAt + hour);
  const corrected = checkTime(submitted, today, loadedAt + 2 * hour);
  const nextVisit = checkTime(corrected, today + hour, today + hour);

  for (const { trustedSince } of [corrected, nextVisit])
    expect(isStaleAt(loadedAt + hour, today + hour, trustedSince)).toBe(false);
});

test('a submission from when the clock was wrong does not become stale when the clock is corrected', () => {
  const earlierVisit = checkTime(unknown, today, today);
  const wrongTime = today - 6 * year;
  const submitted = checkTime(earlierVisit, wrongTime, wrongTime);
  const later = today + hour;
  const corrected = checkTime(submitted, later, later);
  expect(isStaleAt(wrongTime, later, corrected.trustedSince)).toBe(false);
});

test('a submission from when the clock was ahead is not stale after the clock is corrected', () => {
  const future = today + year;
  const submitted = checkTime(unknown, future, future);
  const { trustedSince } = checkTime(submitted, today, today);
  expect(isStaleAt(future, today, trustedSince)).toBe(false);

  // The age of a submission that is made now is unknown, so it is not stale either.
  expect(isStaleAt(today, today + 48 * hour, trustedSince)).toBe(false);
});

test('a device that sleeps for less than a day counts as one whose clock was not set', () => {
  const submitted = checkTime(unknown, today, today);
  const awake = checkTime(submitted, today + 25 * hour, today + 5 * hour);
  expect(isStaleAt(today, today + 25 * hour, awake.trustedSince)).toBe(true);
});

describe('on a device', () => {
  let now: number;
  /** Milliseconds that the page's own timer has counted since the page loaded. */
  let pageAge: number;
  let storage: FakeStorage;
  let events: EventTarget;
  let page: EventTarget & { visibilityState: string };

  beforeEach(() => {
    storage = new FakeStorage();
    vi.useFakeTimers({ toFake: ['Date'] });
  });

  afterEach(() => vi.useRealTimers());

  /** Loads a page at a time of the device's clock. */
  async function loadPage(time: number) {
    setClock(time);
    pageAge = 0;
    events = new EventTarget();
    page = Object.assign(new EventTarget(), { visibilityState: 'visible' });

    vi.stubGlobal('localStorage', storage);
    vi.stubGlobal('document', page);
    vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
    vi.stubGlobal('performance', { timeOrigin: time, now: () => pageAge });
    vi.resetModules();
    return import('../../../src/visitor/device-clock.ts');
  }

  function setClock(time: number): void {
    now = time;
    vi.setSystemTime(time);
  }

  function passTime(duration: number): void {
    setClock(now + duration);
    pageAge += duration;
  }

  test('a page notices that the clock was set back after an earlier visit', async () => {
    // As an earlier release has stored it.
    storage.setItem('pear-clock', `{"seenAt":${today},"trustedSince":${hour}}`);
    const visit = await loadPage(today + hour);
    expect(visit.checkClock()).toBe(hour);

    const visitWithWrongClock = await loadPage(today - year);
    expect(visitWithWrongClock.checkClock()).toBe(today + hour);

    const nextVisit = await loadPage(today + 2 * hour);
    expect(nextVisit.checkClock()).toBe(today + hour);
  });

  test('an open page notices that the clock was set forward by more than a day', async () => {
    const { checkClock } = await loadPage(today);
    passTime(hour);
    setClock(now + 24 * hour);
    expect(checkClock()).toBe(0);

    setClock(now + 1);
    expect(checkClock()).toBe(now);
  });

  test('an open page checks the clock each time that its visitor comes back', async () => {
    const { watchClock } = await loadPage(today);
    const readSeenAt = () =>
      JSON.parse(String(storage.getItem('pear-clock'))).seenAt;
    watchClock();
    expect(readSeenAt()).toBe(today);

    passTime(hour);
    events.dispatchEvent(new Event('pageshow'));
    expect(readSeenAt()).toBe(today + hour);

    passTime(hour);
    page.visibilityState = 'hidden';
    page.dispatchEvent(new Event('visibilitychange'));
    expect(readSeenAt()).toBe(today + hour);

    page.visibilityState = 'visible';
    page.dispatchEvent(new Event('visibilitychange'));
    expect(readSeenAt()).toBe(today + 2 * hour);
  });

  test('if storage is full, a page notices a change of the clock while it is open', async () => {
    const { checkClock } = await loadPage(today);
    vi.spyOn(storage, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });

    expect(checkClock()).toBe(0);
    setClock(today - year);
    expect(checkClock()).toBe(today);
  });

  test('a page trusts the clock if another script has stored a text', async () => {
    storage.setItem('pear-clock', 'x');
    const { checkClock } = await loadPage(today);
    expect(checkClock()).toBe(0);
  });

  test('a page trusts the clock if storage is forbidden', async () => {
    const { checkClock } = await loadPage(today);
    vi.stubGlobal('localStorage', undefined);
    expect(checkClock()).toBe(0);
  });
});
