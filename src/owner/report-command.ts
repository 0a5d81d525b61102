import { readFileSync } from 'node:fs';
import { collections, forms } from '../form-definitions/forms.ts';
import { escapeHtml, toPrintable } from '../node/escape.ts';
import type { CommandContext } from './context.ts';
import { mailboxOf, normalizeAddress } from './email-address.ts';
import { writeOutput } from './output-file.ts';
import { createNoRecordsError, readAll } from './read-records.ts';
import { receivedTimeOf, sortKeyOf } from './record-source.ts';

const template = readFileSync(new URL('report.html', import.meta.url), 'utf8');

export async function report(context: CommandContext): Promise<void> {
  const { source, out, now } = context;
  const figures = await computeFigures(context);
  const title = `Report on ${source.place}, ${dayOf(now())}`;
  const text = renderFigures(figures);
  const texts: Record<string, string> = { TITLE: title, TEXT: text };
  const html = template.replace(/TITLE|TEXT/g, (name) =>
    escapeHtml(texts[name] ?? ''),
  );
  const outputText = out === undefined ? `${title}\n${text}` : html;
  await writeOutput(context, outputText, 'the report');
}

/** Renders the figures as text of at most 80 columns, with bars. */
function renderFigures(figures: Awaited<ReturnType<typeof computeFigures>>) {
  const { people, addresses, days, brands, hours } = figures;
  const maxCount = Math.max(1, ...hours.flat());
  const lines = hours.map((row, weekday) => {
    const barChars = row.map((count) => {
      const height = Math.ceil((count / maxCount) * 8);
      return height === 0 ? '·' : String.fromCharCode(0x2580 + height);
    });
    const total = row.reduce((sum, count) => sum + count, 0);
    return `  ${weekdays[weekday]}  ${barChars.join('')}  ${total}\n`;
  });
  const describeOmitted = (bars: Bar[], origin: string) =>
    bars.length > 0 ? `  … and ${sumCounts(bars)} ${origin}\n` : '';
  const addressesText = ` (${addresses} addresses; review lists near matches)`;
  const otherBrands = brands.slice(maxBars);
  return [
    `Sign-ups: ${figures.signUps}\n`,
    `Distinct people: ${people}${people < addresses ? addressesText : ''}\n`,
    `\nSign-ups per day, UTC\n${renderBars(days.slice(-maxBars))}`,
    describeOmitted(days.slice(0, -maxBars), 'on earlier days'),
    `\nMessages by kind\n${renderBars(figures.kinds)}`,
    `\nMost wanted brands\n${renderBars(brands.slice(0, maxBars))}`,
    describeOmitted(otherBrands, `for ${otherBrands.length} other brands`),
    `\nSign-ups and messages by hour, 0 to 23 UTC\n${lines.join('')}`,
  ].join('');
}

function renderBars(bars: readonly Bar[]): string {
  const names = bars.map(({ name }) =>
    toPrintable(name.length > 24 ? `${name.slice(0, 23)}…` : name),
  );
  const width = Math.max(0, ...names.map((name) => name.length));
  const maxCount = Math.max(1, ...bars.map(({ count }) => count));
  const lines = bars.map(({ count }, index) => {
    const name = names[index]?.padEnd(width);
    const paddedCount = String(count).padStart(String(maxCount).length);
    const barText = '█'.repeat(Math.ceil((count / maxCount) * 40));
    return `${`  ${name}  ${paddedCount}  ${barText}`.trimEnd()}\n`;
  });
  return lines.join('');
}

type Bar = { name: string; count: number };

/** The maximum number of bars in each chart. */
const maxBars = 30;

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

type Counts = Map<string, number>;

/** Counts sign-ups, people and messages, also by brand and hour. Days are in UTC. */
async function computeFigures(context: CommandContext) {
  const { names, since } = context;
  const collectionCounts: Counts = new Map();
  const dayCounts: Counts = new Map();
  const emails = new Set<string>();
  const brands = new Map<string, Counts>();
  const perHour: Counts = new Map();
  /** Ids of counted sign-ups, because each sign-up writes its brand into two records. */
  const signUps = new Set<string>();
  for await (const { collection, page } of readAll(context, names, since)) {
    for (const entry of page) {
      const { id, fields } = entry;
      const { email, favoriteBrand, brand } = fields;
      const receivedTime = receivedTimeOf(entry);
      // Skips an older record that has a new timestamp because its delivery was repeated.
      if (since && sortKeyOf(receivedTime) < sortKeyOf(since)) continue;
      increment(collectionCounts, collection);
      if (email) emails.add(normalizeAddress(email));
      const isVote = collection === 'favoriteBrand';
      const brandName = favoriteBrand ?? brand;
      if (brandName && !(isVote && signUps.has(id))) {
        const spellings: Counts =
          brands.get(normalizeBrand(brandName)) ?? new Map();
        brands.set(normalizeBrand(brandName), increment(spellings, brandName));
      }
      if (isVote) continue;
      if (collection === 'waitlist') {
        signUps.add(id);
        increment(dayCounts, receivedTime.slice(0, 10));
      }
      const time = new Date(receivedTime);
      increment(perHour, `${(time.getUTCDay() + 6) % 7} ${time.getUTCHours()}`);
    }
  }
  if (collectionCounts.size === 0) throw createNoRecordsError(context);
  return {
    signUps: collectionCounts.get('waitlist') ?? 0,
    people: new Set([...emails].map(mailboxOf)).size,
    addresses: emails.size,
    /** Sign-ups by day, such as 2026-11-01, from the first to the last. */
    days: toDailyBars(dayCounts),
    /** Messages by form, without sign-ups. */
    kinds: Object.values(forms).flatMap(({ name, reportLabel }) => {
      const count = collectionCounts.get(collections[name]) ?? 0;
      return name === 'waitlist' ? [] : { name: reportLabel, count };
    }),
    brands: [...brands.values()].map(mergeSpellings).sort(compareBars),
    /** The number of records for each weekday (Monday first) and hour. */
    hours: weekdays.map((_, day) =>
      Array.from({ length: 24 }, (_, h) => perHour.get(`${day} ${h}`) ?? 0),
    ),
  };
}

const increment = (counts: Counts, name: string) =>
  counts.set(name, (counts.get(name) ?? 0) + 1);

function sumCounts(bars: readonly Bar[]): number {
  return bars.reduce((sum, { count }) => sum + count, 0);
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

const dayOf = (time: number) => new Date(time).toJSON().slice(0, 10);

/** Returns a bar for each day, even for a day without a sign-up. */
function toDailyBars(dayCounts: Counts): Bar[] {
  const keys = [...dayCounts.keys()].sort();
  const end = Date.parse(keys.at(-1) ?? '');
  const days: Bar[] = [];
  // Without a sign-up both times are NaN, so the loop ends at once.
  for (let time = Date.parse(keys[0] ?? ''); time <= end; time += 86_400_000) {
    const name = dayOf(time);
    days.push({ name, count: dayCounts.get(name) ?? 0 });
  }
  return days;
}
