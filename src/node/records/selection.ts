import { domainToASCII } from 'node:url';
import type { Entry, Source, Span } from './source.ts';

/** Which records of a collection are shown. */
export interface Selection {
  since: string | undefined;
  isUnique: boolean;
  /** What came after the first time, up to the second. */
  arrival?: { after: string; until: string };
}

/** A record with, where addresses are shown once, how many it stands for. */
export type Shown = Entry & { entries?: number };

/** How far a command is, told while it works. */
export interface Teller {
  progress(line: string): void;
  /** Milliseconds, as Date.now gives them. */
  now(): number;
}

/** The same for two spellings of an address that reach one mailbox. */
export function foldAddress(address: string): string {
  const [local = '', domain = ''] = address
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .split(/@(?=[^@]*$)/);
  return `${local}@${domainToASCII(domain) || domain}`;
}

export async function* select(
  source: Source,
  collection: string,
  { since, isUnique, arrival }: Selection,
  teller: Teller,
): AsyncIterable<readonly Shown[]> {
  const { after = '', until = '' } = arrival ?? {};
  // Firestore can't query by creation; the timestamp is set just before it.
  const [early] = [since ?? '', after && minutesBefore(after)].sort().reverse();
  const isMeant = ({ created, fields }: Entry) =>
    !arrival ||
    (sortable(created) > sortable(after) &&
      sortable(created) <= sortable(until) &&
      (!since || Date.parse(fields.timestamp ?? '') >= Date.parse(since)));
  const found = readAll(source, [collection], teller, { since: early });
  if (isUnique) return yield await newestOfEach(found, isMeant);
  for await (const { page } of found) yield page.filter(isMeant);
}

function minutesBefore(time: string): string {
  return new Date(Date.parse(time) - 10 * 60_000).toISOString();
}

/** Times of Firestore's, as 12:00:00Z and 12:00:00.123456Z, put in order. */
function sortable(time: string): string {
  const [seconds = '', rest = ''] = time.replace(/Z$/, '').split('.');
  return `${seconds}.${rest.padEnd(9, '0')}`;
}

async function newestOfEach(
  found: AsyncIterable<{ page: readonly Entry[] }>,
  isMeant: (entry: Entry) => boolean,
): Promise<Shown[]> {
  const byAddress = new Map<string, { newest: Entry; entries: number }>();
  for await (const { page } of found) {
    for (const entry of page.filter(isMeant)) {
      const { email } = entry.fields;
      const key = email ? foldAddress(email) : entry.id;
      const { newest = entry, entries = 0 } = byAddress.get(key) ?? {};
      byAddress.set(key, {
        newest: byNewest(newest, entry) < 0 ? newest : entry,
        entries: entries + 1,
      });
    }
  }
  return [...byAddress.values()]
    .map(({ newest, entries }) => ({ ...newest, entries }))
    .sort(byNewest);
}

export function byNewest(a: Entry, b: Entry): number {
  const [left = '', right = ''] = [a.fields.timestamp, b.fields.timestamp];
  if (left === right) return a.id < b.id ? 1 : -1;
  // Most are as long as each other, and then in order as they are.
  const isLess =
    left.length === right.length
      ? left < right
      : sortable(left) < sortable(right);
  return isLess ? 1 : -1;
}

/** Few enough go without a word, as in a nightly mail of what is new. */
const manyReads = 1000;

/** Reads collections whole; tells what that costs, and how far it is. */
export async function* readAll(
  source: Source,
  collections: readonly string[],
  teller: Teller,
  span: Span = {},
): AsyncIterable<{ collection: string; page: readonly Entry[] }> {
  const counts: number[] = [];
  for (const name of collections) counts.push(await source.count(name, span));
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (source.isProduction && total >= manyReads) {
    teller.progress(
      `This takes about ${total} reads of ${source.place}; the free plan has 50000 a day.`,
    );
  }
  for (const [index, collection] of collections.entries()) {
    const tell = tellerOf(teller, `${collection}:`, 'read', counts[index] ?? 0);
    let done = 0;
    for await (const page of source.pages(collection, span)) {
      if (page.length > 0) yield { collection, page };
      done += page.length;
      tell(done);
    }
  }
}

/** Gives what tells, once a second at most, how much is done. */
export function tellerOf(
  { progress, now }: Teller,
  what: string,
  deed: string,
  total: number,
): (done: number) => void {
  const start = now();
  let last = start;
  return (done) => {
    const time = now();
    if (time - last < 1000 || done >= total) return;
    last = time;
    const rate = Math.round(done / ((time - start) / 1000));
    progress(
      `${what} ${done} of ${total} ${deed}, ${rate} a second, ${total - done} left`,
    );
  };
}
