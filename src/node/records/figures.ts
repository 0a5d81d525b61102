import { collections, forms } from '../../descriptions/forms.ts';
import { foldAddress, mailboxOf } from './address.ts';
import { cameAt, sortable } from './source.ts';
import { readAll, type Task } from './task.ts';

/** A name and how many it stands for. */
export interface Bar {
  name: string;
  count: number;
}

export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

type Counts = Map<string, number>;

/** Counts what the report tells; days and hours are UTC. */
export async function countFigures(task: Task) {
  const { names, since } = task;
  const counts: Counts = new Map();
  const byDay: Counts = new Map();
  const addresses = new Set<string>();
  const brands = new Map<string, Counts>();
  const hours = weekdays.map(() => Array<number>(24).fill(0));
  /** A sign-up's brand stands in two collections, under one id. */
  const signUps = new Set<string>();
  for await (const { collection, page } of readAll(task, names, since)) {
    for (const entry of page) {
      const { id, fields } = entry;
      const { email, favoriteBrand, brand } = fields;
      const came = cameAt(entry);
      // What a replay has made newer.
      if (since && sortable(came) < sortable(since)) continue;
      add(counts, collection);
      if (email) addresses.add(foldAddress(email));
      const wanted = favoriteBrand ?? brand;
      const isSecond = collection === 'favoriteBrand' && signUps.has(id);
      if (wanted && !isSecond) {
        const spellings: Counts = brands.get(foldBrand(wanted)) ?? new Map();
        add(spellings, wanted);
        brands.set(foldBrand(wanted), spellings);
      }
      if (collection === 'favoriteBrand') continue;
      if (collection === 'waitlist') {
        signUps.add(id);
        add(byDay, came.slice(0, 10));
      }
      const time = new Date(came);
      const row = hours[(time.getUTCDay() + 6) % 7];
      if (row) row[time.getUTCHours()] = (row[time.getUTCHours()] ?? 0) + 1;
    }
  }
  return {
    total: [...counts.values()].reduce((sum, count) => sum + count, 0),
    signUps: counts.get('waitlist') ?? 0,
    people: new Set([...addresses].map(mailboxOf)).size,
    addresses: addresses.size,
    /** Sign-ups of each day from the first to the last, as 2026-11-01. */
    days: daysOf(byDay),
    /** What visitors wrote, beside their sign-ups. */
    kinds: Object.values(forms)
      .filter(({ name }) => name !== 'waitlist')
      .map(({ name, inReport }) => ({
        name: inReport,
        count: counts.get(collections[name]) ?? 0,
      })),
    /** The most wanted first. */
    brands: [...brands.values()].map(commonest).sort(byCount),
    /** What came, by weekday from Monday on, then by hour. */
    hours,
  };
}

function add(counts: Counts, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

export function sumOf(bars: readonly Bar[]): number {
  return bars.reduce((sum, { count }) => sum + count, 0);
}

/** The same for spellings that differ in case, spaces or accents. */
function foldBrand(brand: string): string {
  return brand
    .normalize('NFKD')
    .replace(/[\p{M}\s]/gu, '')
    .toLowerCase();
}

function commonest(spellings: Counts): Bar {
  const bars = [...spellings].map(([name, count]) => ({ name, count }));
  return { name: bars.sort(byCount)[0]?.name.trim() ?? '', count: sumOf(bars) };
}

function byCount(a: Bar, b: Bar): number {
  return b.count - a.count || (a.name < b.name ? -1 : 1);
}

/** With the days on which nothing came. */
function daysOf(byDay: Counts): Bar[] {
  const all = [...byDay.keys()].sort();
  const last = Date.parse(all.at(-1) ?? '');
  const days: Bar[] = [];
  // Without a sign-up no time is before the last one.
  for (let time = Date.parse(all[0] ?? ''); time <= last; time += 86_400_000) {
    const name = new Date(time).toISOString().slice(0, 10);
    days.push({ name, count: byDay.get(name) ?? 0 });
  }
  return days;
}
