/**
 * If the device's clock is ahead of the page's own timer by more than this time in
 * milliseconds, somebody has set the clock forward.
 */
const maxClockDrift = 24 * 60 * 60 * 1000;

/** What this device has seen of its clock. All times are in milliseconds. */
export interface ClockRecord {
  /** The time at the last check. */
  seenAt: number;
  /** The clock was wrong or changed before this time, so earlier times prove no age. */
  trustedSince: number;
}

const storageKey = 'pear-clock';

/**
 * Returns the record after a check. The clock was set back if it shows an earlier time
 * than at the last check. It was set forward if it has run ahead of the page's own
 * clock, which nobody can set. That clock may stop while the device sleeps, so only a
 * difference counts that could make a new submission look stale.
 */
export function checkTime(
  { seenAt, trustedSince }: ClockRecord,
  now: number,
  pageTime: number,
): ClockRecord {
  const wasSetForward = now - pageTime > maxClockDrift;
  const lastDoubt = Math.max(
    trustedSince,
    now < seenAt ? seenAt : 0,
    wasSetForward ? now : 0,
  );
  return { seenAt: now, trustedSince: lastDoubt };
}

/** The record of this page, for a browser that stores nothing. */
let pageRecord: ClockRecord = { seenAt: 0, trustedSince: 0 };

/** Checks the clock, and returns the time before which no time is trusted. */
export function checkClock(): number {
  const pageTime = performance.timeOrigin + performance.now();
  // Another tab may have noticed a change of the clock.
  pageRecord = checkTime(readRecord() ?? pageRecord, Date.now(), pageTime);
  try {
    localStorage.setItem(storageKey, JSON.stringify(pageRecord));
  } catch {
    // Storage is full or forbidden. Then only this page knows of a change.
  }
  return pageRecord.trustedSince;
}

/** Checks the clock now, and each time that the visitor comes back to the page. */
export function watchClock(): void {
  checkClock();
  addEventListener('pageshow', checkClock);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') checkClock();
  });
}

function readRecord(): ClockRecord | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '');
    return {
      seenAt: Number(stored.seenAt) || 0,
      trustedSince: Number(stored.trustedSince) || 0,
    };
  } catch {
    // Nothing is stored yet, or storage is forbidden.
    return undefined;
  }
}
