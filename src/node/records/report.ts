import { readFileSync } from 'node:fs';
import { collections, forms } from '../../form-definitions/forms.ts';
import { escapeHtml, printable } from '../escape.ts';
import { foldAddress, mailboxOf } from './address.ts';
import { writeOut } from './files.ts';
import { receivedAt, sortable } from './remote.ts';
import { nothingIn, readAll, type Task } from './task.ts';

/** A page that needs no network and no script. */
const page = readFileSync(new URL('report.html', import.meta.url), 'utf8');

/** Prints what is in the records, or writes it as a page. */
export async function report(task: Task): Promise<void> {
  const { source, out, now } = task;
  const figures = await countFigures(task);
  const title = `Report on ${source.place}, ${dayOf(now())}`;
  const text = textOf(figures);
  const texts: Record<string, string> = { TITLE: title, TEXT: text };
  const html = page.replace(/TITLE|TEXT/g, (name) =>
    escapeHtml(texts[name] ?? ''),
  );
  const shown = out === undefined ? `${title}\n${text}` : html;
  await writeOut(task, shown, 'The report');
}

/** Returns the figures with bars, for a terminal of 80 columns. */
function textOf(figures: Awaited<ReturnType<typeof countFigures>>): string {
  const { people, addresses, days, brands, hours } = figures;
  const max = Math.max(1, ...hours.flat());
  const lines = hours.map((row, weekday) => {
    const blocks = row.map((count) => {
      const height = Math.ceil((count / max) * 8);
      return height === 0 ? '·' : String.fromCharCode(0x2580 + height);
    });
    const total = row.reduce((sum, count) => sum + count, 0);
    return `  ${weekdays[weekday]}  ${blocks.join('')}  ${total}\n`;
  });
  const more = (bars: Bar[], what: string) =>
    bars.length > 0 ? `  … and ${sumOf(bars)} ${what}\n` : '';
  const near = ` (${addresses} addresses; review lists near matches)`;
  const rest = brands.slice(maxBars);
  return [
    `Sign-ups: ${figures.signUps}\n`,
    `Distinct people: ${people}${people < addresses ? near : ''}\n`,
    `\nSign-ups per day, UTC\n${barsOf(days.slice(-maxBars))}`,
    more(days.slice(0, -maxBars), 'on earlier days'),
    `\nMessages by kind\n${barsOf(figures.kinds)}`,
    `\nBrands wanted most\n${barsOf(brands.slice(0, maxBars))}`,
    more(rest, `for ${rest.length} other brands`),
    `\nWhen they came, hours 0 to 23, UTC\n${lines.join('')}`,
  ].join('');
}

function barsOf(bars: readonly Bar[]): string {
  const names = bars.map(({ name }) =>
    printable(name.length > 24 ? `${name.slice(0, 23)}…` : name),
  );
  const width = Math.max(0, ...names.map((name) => name.length));
  const max = Math.max(1, ...bars.map(({ count }) => count));
  const lines = bars.map(({ count }, index) => {
    const name = names[index]?.padEnd(width);
    const number = String(count).padStart(String(max).length);
    const bar = '█'.repeat(Math.ceil((count / max) * 40));
    return `${`  ${name}  ${number}  ${bar}`.trimEnd()}\n`;
  });
  return lines.join('');
}

/** A name and how many it stands for. */
type Bar = { name: string; count: number };

/** Of days and of brands. */
const maxBars = 30;

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

type Counts = Map<string, number>;

/** Counts what the report tells; days and hours are UTC. */
async function countFigures(task: Task) {
  const { names, since } = task;
  const counts: Counts = new Map();
  const byDay: Counts = new Map();
  const addresses = new Set<string>();
  const brands = new Map<string, Counts>();
  const byHour: Counts = new Map();
  /** A sign-up's brand stands in two collections, under one id. */
  const signUps = new Set<string>();
  for await (const { collection, page } of readAll(task, names, since)) {
    for (const entry of page) {
      const { id, fields } = entry;
      const { email, favoriteBrand, brand } = fields;
      const came = receivedAt(entry);
      // What a replay has made newer.
      if (since && sortable(came) < sortable(since)) continue;
      add(counts, collection);
      if (email) addresses.add(foldAddress(email));
      const isVote = collection === 'favoriteBrand';
      const wanted = favoriteBrand ?? brand;
      if (wanted && !(isVote && signUps.has(id))) {
        const spellings: Counts = brands.get(foldBrand(wanted)) ?? new Map();
        brands.set(foldBrand(wanted), add(spellings, wanted));
      }
      if (isVote) continue;
      if (collection === 'waitlist') {
        signUps.add(id);
        add(byDay, came.slice(0, 10));
      }
      const time = new Date(came);
      add(byHour, `${(time.getUTCDay() + 6) % 7} ${time.getUTCHours()}`);
    }
  }
  if (counts.size === 0) throw nothingIn(task);
  return {
    signUps: counts.get('waitlist') ?? 0,
    people: new Set([...addresses].map(mailboxOf)).size,
    addresses: addresses.size,
    /** Sign-ups of each day from the first to the last, as 2026-11-01. */
    days: daysOf(byDay),
    /** What visitors wrote, beside their sign-ups. */
    kinds: Object.values(forms).flatMap(({ name, inReport }) => {
      const count = counts.get(collections[name]) ?? 0;
      return name === 'waitlist' ? [] : { name: inReport, count };
    }),
    /** The most wanted first. */
    brands: [...brands.values()].map(commonest).sort(byCount),
    /** What came, by weekday from Monday on, then by hour. */
    hours: weekdays.map((_, day) =>
      Array.from({ length: 24 }, (_, h) => byHour.get(`${day} ${h}`) ?? 0),
    ),
  };
}

const add = (counts: Counts, name: string) =>
  counts.set(name, (counts.get(name) ?? 0) + 1);

function sumOf(bars: readonly Bar[]): number {
  return bars.reduce((sum, { count }) => sum + count, 0);
}

/** Ignores case, spaces and accents. */
function foldBrand(brand: string): string {
  const letters = brand.normalize('NFKD').replace(/[\p{M}\s]/gu, '');
  return letters.toLowerCase();
}

function commonest(spellings: Counts): Bar {
  const bars = [...spellings].map(([name, count]) => ({ name, count }));
  return { name: bars.sort(byCount)[0]?.name.trim() ?? '', count: sumOf(bars) };
}

function byCount(a: Bar, b: Bar): number {
  return b.count - a.count || (a.name < b.name ? -1 : 1);
}

const dayOf = (time: number) => new Date(time).toJSON().slice(0, 10);

/** With the days on which nothing came. */
function daysOf(byDay: Counts): Bar[] {
  const all = [...byDay.keys()].sort();
  const last = Date.parse(all.at(-1) ?? '');
  const days: Bar[] = [];
  // Without a sign-up no time is before the last one.
  for (let time = Date.parse(all[0] ?? ''); time <= last; time += 86_400_000) {
    const name = dayOf(time);
    days.push({ name, count: byDay.get(name) ?? 0 });
  }
  return days;
}
