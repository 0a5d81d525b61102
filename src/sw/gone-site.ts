import { syncTag } from '../submissions/outbox-name.ts';
import { tryDisk } from './file-cache.ts';
import { readRecord, writeRecord } from './offline-cache.ts';

// A worker outlives its site: if the domain is given up or serves another site, the
// worker would show the old pages forever. For that reason the worker requests its own
// script at visits, and counts the visits at which the script is gone.

declare const self: ServiceWorkerGlobalScope;

const hour = 60 * 60 * 1000;
const day = 24 * hour;

const requiredVisits = 7;
/** Milliseconds from the first to the last of the counted visits. */
const requiredAge = 14 * day;
/** Less than a day, so that every visit of a daily visitor counts. */
const minPause = 20 * hour;
/** A longer pause counts as this one, because it may be a jump of the clock. */
const maxPause = 7 * day;

const recordKey = '/gone-site';

/** The visits since the script was last found, if the script is gone. */
interface GoneRecord {
  visits: number;
  /** The sum of the pauses between the visits, in milliseconds. */
  age: number;
  /** When the worker last learned whether the script is there. */
  checkedAt: number;
}

let goneRecord: GoneRecord | undefined;
let isAside: boolean | undefined;

/**
 * Whether the worker answers no requests because its site is gone, or undefined if the
 * record is not read yet.
 */
export function hasSteppedAside(): boolean | undefined {
  return isAside;
}

/** Resolves with whether the worker answers no requests. */
export async function readSteppedAside(): Promise<boolean> {
  goneRecord ??= await readGoneRecord();
  isAside ??= isGone(goneRecord);
  return isAside;
}

/**
 * Begins a visit. The worker steps aside only here, so that it answers all requests of
 * a page or none.
 */
export function beginVisit(): void {
  isAside = goneRecord && isGone(goneRecord);
}

/** Counts the visit if the script of this worker is gone. Never throws. */
export async function countVisit(): Promise<void> {
  goneRecord ??= await readGoneRecord();
  const { visits, age, checkedAt } = goneRecord;
  const now = Date.now();
  const pause = now - checkedAt;
  if (pause >= 0 && pause < minPause) return;

  const scriptState = await requestScript().catch(() => 'unclear');
  if (scriptState === 'unclear') return;

  if (scriptState === 'found') {
    goneRecord = { visits: 0, age: 0, checkedAt: now };
    isAside = false;
  } else if (pause < 0) {
    // The clock was set back, so the pause is unknown.
    goneRecord = { visits, age, checkedAt: now };
  } else {
    const countedPause = visits === 0 ? 0 : Math.min(pause, maxPause);
    const newAge = age + countedPause;
    goneRecord = { visits: visits + 1, age: newAge, checkedAt: now };
  }

  await tryDisk(writeRecord(recordKey, goneRecord));
}

function isGone({ visits, age }: GoneRecord): boolean {
  return visits >= requiredVisits && age >= requiredAge;
}

/** Rejects, or resolves with 'unclear', if the answer may come from a proxy. */
async function requestScript(): Promise<'found' | 'gone' | 'unclear'> {
  const { href } = self.location;
  const response = await fetch(href, { cache: 'no-cache', redirect: 'error' });
  const { status, headers } = response;
  if (status === 404 || status === 410) return 'gone';

  const isScript = /^(text|application)\/(x-)?(java|ecma)script\b/i.test(
    headers.get('content-type') ?? '',
  );
  if (status !== 200 || !isScript) return 'unclear';

  // The workers of all releases contain this text.
  if ((await response.text()).includes(syncTag)) return 'found';
  // The browser runs the script, and rejects what is not valid JavaScript.
  await self.registration.update();
  return 'gone';
}

/** Never rejects. Otherwise no page could load. */
async function readGoneRecord(): Promise<GoneRecord> {
  const storedRecord = await tryDisk(readRecord<GoneRecord>(recordKey));
  return storedRecord ?? { visits: 0, age: 0, checkedAt: 0 };
}
