import { collections, forms } from '../../descriptions/forms.ts';
import { printable } from '../printable.ts';
import { collections as known } from '../server/firestore/rules.ts';
import { foldAddress } from './address.ts';
import { type Progress, readAll } from './progress.ts';
import { cameAt, type Source, type Span, sortable } from './source.ts';

export interface Figures {
  /** Of all collections. */
  total: number;
  signUps: number;
  people: number;
  /** Sign-ups of each day from the first to the last, as 2026-11-01. */
  days: readonly Bar[];
  kinds: readonly Bar[];
  /** The most wanted first. */
  brands: readonly Bar[];
  /** What came, by weekday from Monday on, then by hour, in UTC. */
  hours: readonly (readonly number[])[];
}

/** A name and how many it stands for. */
export interface Bar {
  name: string;
  count: number;
}

export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
/** What visitors wrote, beside their sign-ups. */
const kinds = Object.values(forms)
  .filter(({ name }) => name !== 'waitlist')
  .map(({ name, inReport }) => [collections[name], inReport] as const);

export async function countFigures(
  source: Source,
  span: Span,
  progress: Progress,
): Promise<Figures> {
  const counts = new Map([...known.keys()].map((name) => [name, 0]));
  const byDay = new Map<string, number>();
  const people = new Set<string>();
  const brands = new Map<string, Map<string, number>>();
  const hours = weekdays.map(() => Array<number>(24).fill(0));
  /** A sign-up's brand stands in two collections, under one id. */
  const signUps = new Set<string>();
  const all = readAll(source, [...counts.keys()], progress, span);
  for await (const { collection, page } of all) {
    for (const entry of page) {
      const { id, fields } = entry;
      const { email, favoriteBrand, brand } = fields;
      const came = cameAt(entry);
      // What a replay has made newer.
      if (span.since && sortable(came) < sortable(span.since)) continue;
      add(counts, collection);
      if (email) people.add(foldAddress(email));
      const wanted = favoriteBrand ?? brand;
      const isSecond = collection === 'favoriteBrand' && signUps.has(id);
      if (wanted && !isSecond) {
        const spellings = brands.get(foldBrand(wanted)) ?? new Map();
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
    people: people.size,
    days: daysOf(byDay),
    kinds: kinds.map(([collection, name]) => ({
      name,
      count: counts.get(collection) ?? 0,
    })),
    brands: [...brands.values()].map(commonest).sort(byCount),
    hours,
  };
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** The same for spellings that differ in case, spaces or accents. */
function foldBrand(brand: string): string {
  return brand
    .normalize('NFKD')
    .replace(/[\p{M}\s]/gu, '')
    .toLowerCase();
}

function commonest(spellings: ReadonlyMap<string, number>): Bar {
  const bars = [...spellings].map(([name, count]) => ({ name, count }));
  const total = bars.reduce((sum, { count }) => sum + count, 0);
  return { name: bars.sort(byCount)[0]?.name.trim() ?? '', count: total };
}

function byCount(a: Bar, b: Bar): number {
  return b.count - a.count || (a.name < b.name ? -1 : 1);
}

/** With the days on which nothing came. */
function daysOf(byDay: ReadonlyMap<string, number>): Bar[] {
  const [first, ...rest] = [...byDay.keys()].sort();
  const days: Bar[] = [];
  if (!first) return days;
  const last = Date.parse(rest.at(-1) ?? first);
  for (let time = Date.parse(first); time <= last; time += 86_400_000) {
    const name = new Date(time).toISOString().slice(0, 10);
    days.push({ name, count: byDay.get(name) ?? 0 });
  }
  return days;
}

const maxDays = 14;
const maxBrands = 10;

/** The figures as a table with bars. */
export function reportText(figures: Figures, place: string): string {
  const { signUps, people, days, brands, hours } = figures;
  const early = days.slice(0, -maxDays);
  const rest = brands.slice(maxBrands);
  const max = Math.max(1, ...hours.flat());
  const lines = hours.map((row, weekday) => {
    const blocks = row.map((count) => {
      const height = Math.ceil((count / max) * 8);
      return height === 0 ? '·' : String.fromCharCode(0x2580 + height);
    });
    const total = row.reduce((sum, count) => sum + count, 0);
    return `  ${weekdays[weekday]}  ${blocks.join('')}  ${total}\n`;
  });
  return [
    `Report on ${place}\n`,
    `Sign-ups: ${signUps}\nDistinct people: ${people}\n`,
    `\nSign-ups per day, UTC\n${barsOf(days.slice(-maxDays))}`,
    more(early, 'on earlier days'),
    `\nMessages by kind\n${barsOf(figures.kinds)}`,
    `\nBrands wanted most\n${barsOf(brands.slice(0, maxBrands))}`,
    more(rest, `for ${rest.length} other brands`),
    `\nWhen they came, hours 0 to 23, UTC\n${lines.join('')}`,
  ].join('');
}

function more(bars: readonly Bar[], what: string): string {
  const total = bars.reduce((sum, { count }) => sum + count, 0);
  return bars.length > 0 ? `  … and ${total} ${what}\n` : '';
}

/** Columns that a terminal of eighty has room for. */
function barsOf(bars: readonly Bar[]): string {
  const names = bars.map(({ name }) =>
    printable(name.length > 24 ? `${name.slice(0, 23)}…` : name),
  );
  const width = Math.max(0, ...names.map((name) => name.length));
  const digits = Math.max(0, ...bars.map(({ count }) => `${count}`.length));
  const max = Math.max(1, ...bars.map(({ count }) => count));
  const lines = bars.map(({ count }, index) => {
    const name = (names[index] ?? '').padEnd(width);
    const bar = '█'.repeat(Math.ceil((count / max) * 40));
    return `  ${name}  ${String(count).padStart(digits)}  ${bar}`.trimEnd();
  });
  return lines.map((line) => `${line}\n`).join('');
}
