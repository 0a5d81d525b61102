import { formerForms } from '../form-definitions/former-forms.ts';
import {
  collections,
  type FormName,
  forms,
} from '../form-definitions/forms.ts';
import type { CommandContext } from './context.ts';
import { getMailbox, normalizeAddress } from './email-address.ts';
import {
  collectionNames,
  createNoRecordsError,
  readAll,
} from './read-records.ts';
import { getReceivedTime, getSortKey } from './record-source.ts';
import { formatDay } from './times.ts';

export interface Bar {
  name: string;
  count: number;
}

export interface Figures {
  signUps: number;
  people: number;
  addresses: number;
  /** Sign-ups by day, such as 2026-11-01, from the first to the last. */
  days: Bar[];
  /** Messages by form, without sign-ups. */
  kinds: Bar[];
  /** The most wanted brand first. */
  brands: Bar[];
  /** The number of sign-ups and messages for each weekday (Monday first) and hour. */
  hours: number[][];
}

export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

type Counts = Map<string, number>;

/**
 * Counts sign-ups, people and messages, also by brand and hour. Days and hours are
 * those of the owner's time zone.
 */
export async function computeFigures(
  context: CommandContext,
  since: string | undefined,
): Promise<Figures> {
  const collectionCounts: Counts = new Map();
  const dayCounts: Counts = new Map();
  const emails = new Set<string>();
  const brands = new Map<string, Counts>();
  const hours = weekdays.map(() => Array<number>(24).fill(0));
  /** Ids of counted sign-ups, because each sign-up writes its brand into two records. */
  const signUps = new Set<string>();

  const pages = readAll(context, collectionNames, since);
  for await (const { collection, page } of pages) {
    for (const entry of page) {
      const { id, fields } = entry;
      const { email, favoriteBrand, brand } = fields;
      const receivedTime = getReceivedTime(entry);
      // Skips an older record that has a new timestamp because its delivery was repeated.
      if (since && getSortKey(receivedTime) < getSortKey(since)) continue;

      increment(collectionCounts, collection);
      if (email) emails.add(normalizeAddress(email));

      const isVote = collection === 'favoriteBrand';
      const brandName = favoriteBrand ?? brand;
      if (brandName && !(isVote && signUps.has(id))) {
        const key = normalizeBrand(brandName);
        const spellings: Counts = brands.get(key) ?? new Map();
        brands.set(key, increment(spellings, brandName));
      }

      if (isVote) continue;

      if (collection === 'waitlist') {
        signUps.add(id);
        increment(dayCounts, formatDay(receivedTime));
      }

      const time = new Date(receivedTime);
      const hour = time.getHours();
      // A record without a time has no weekday.
      const dayHours = hours[getWeekday(time)];
      if (dayHours) dayHours[hour] = (dayHours[hour] ?? 0) + 1;
    }
  }

  if (collectionCounts.size === 0)
    throw createNoRecordsError(context, collectionNames, since);

  return {
    signUps: collectionCounts.get('waitlist') ?? 0,
    people: new Set([...emails].map(getMailbox)).size,
    addresses: emails.size,
    days: toDailyBars(dayCounts),
    kinds: listKinds(collectionCounts),
    brands: [...brands.values()].map(mergeSpellings).sort(compareBars),
    hours,
  };
}

/** Returns a date's weekday as an index into `weekdays`, or NaN. */
function getWeekday(date: Date): number {
  return (date.getDay() + 6) % 7;
}

/**
 * Counts the messages of each form and of those that it has replaced, and the messages
 * of collections that no form has any more.
 */
function listKinds(collectionCounts: Counts): Bar[] {
  const restCounts = new Map(collectionCounts);
  const takeCount = (collection: string) => {
    const count = restCounts.get(collection) ?? 0;
    restCounts.delete(collection);
    return count;
  };
  takeCount('favoriteBrand');

  const formBars = Object.values(forms).flatMap(({ name, reportLabel }) => {
    const counts = listCollections(name).map(takeCount);
    const count = counts.reduce((sum, one) => sum + one, 0);
    return name === 'waitlist' ? [] : { name: reportLabel, count };
  });
  const formerBars = [...restCounts].map(([name, count]) => ({ name, count }));
  return [...formBars, ...formerBars];
}

/** Returns the collections of a form, and of the former forms that it has replaced. */
function listCollections(form: FormName): string[] {
  const replaced = [...formerForms.values()].filter(
    ({ replacedBy }) => replacedBy === form,
  );
  return [collections[form], ...replaced.map(({ collection }) => collection)];
}

export function sumCounts(bars: readonly Bar[]): number {
  return bars.reduce((sum, { count }) => sum + count, 0);
}

function increment(counts: Counts, name: string): Counts {
  return counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** Removes case, spaces and accents, so that spellings of a brand become equal. */
function normalizeBrand(brand: string): string {
  const plainBrand = brand.normalize('NFKD').replace(/[\p{M}\s]/gu, '');
  return plainBrand.toLowerCase();
}

function mergeSpellings(spellings: Counts): Bar {
  const bars = [...spellings].map(([name, count]) => ({ name, count }));
  const name = bars.sort(compareBars)[0]?.name.trim() ?? '';
  return { name, count: sumCounts(bars) };
}

function compareBars(a: Bar, b: Bar): number {
  return b.count - a.count || (a.name < b.name ? -1 : 1);
}

/** Returns a bar for each day, even for a day without a sign-up. */
function toDailyBars(dayCounts: Counts): Bar[] {
  const keys = [...dayCounts.keys()]
    .filter((day) => !day.includes('NaN'))
    .sort();
  const lastDay = keys.at(-1) ?? '';

  const bars: Bar[] = [];
  let day = keys[0] ?? '';

  while (day && day <= lastDay) {
    bars.push({ name: day, count: dayCounts.get(day) ?? 0 });
    const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
    day = formatDay(new Date(year, month - 1, date + 1).getTime());
  }
  return bars;
}

/** The words for a bar of `groupDays`. */
export type Period = 'day' | 'week' | 'month' | 'year';

/** Adds days up to weeks, months or years, until there are at most `maxBars` bars. */
export function groupDays(
  days: readonly Bar[],
  maxBars: number,
): { period: Period; bars: Bar[] } {
  for (const [period, keyOf] of Object.entries(periodKeys)) {
    const bars: Bar[] = [];
    for (const { name: day, count } of days) {
      const name = keyOf(day);
      const last = bars.at(-1);
      if (last?.name === name) last.count += count;
      else bars.push({ name, count });
    }

    if (bars.length <= maxBars || period === 'year')
      return { period: period as Period, bars };
  }
  throw new Error('There is no longer period than a year');
}

const periodKeys: Record<Period, (day: string) => string> = {
  day: (day) => day,
  week: (day) => {
    const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
    const daysSinceMonday = getWeekday(new Date(year, month - 1, date));
    const monday = new Date(year, month - 1, date - daysSinceMonday);
    return formatDay(monday.getTime());
  },
  month: (day) => day.slice(0, 7),
  year: (day) => day.slice(0, 4),
};
