import { foldAddress } from './address.ts';
import { type Progress, readAll } from './progress.ts';
import { type Entry, type Source, sortable } from './source.ts';

/** Which records of a collection are shown. */
export interface Selection {
  since: string | undefined;
  isUnique: boolean;
  /** What came after the first time, up to the second. */
  arrival?: { after: string; until: string };
}

/** A record with, where addresses are shown once, how many it stands for. */
export type Shown = Entry & { entries?: number };

export async function* select(
  source: Source,
  collection: string,
  { since, isUnique, arrival }: Selection,
  progress: Progress,
): AsyncIterable<readonly Shown[]> {
  const { after = '', until = '' } = arrival ?? {};
  // Firestore can't query by creation; the timestamp is set just before it.
  const [early] = [since ?? '', after && minutesBefore(after)].sort().reverse();
  const isMeant = ({ created, fields }: Entry) =>
    !arrival ||
    (sortable(created) > sortable(after) &&
      sortable(created) <= sortable(until) &&
      (!since || Date.parse(fields.timestamp ?? '') >= Date.parse(since)));
  const found = readAll(source, [collection], progress, { since: early });
  if (isUnique) return yield await newestOfEach(found, isMeant);
  for await (const { page } of found) yield page.filter(isMeant);
}

function minutesBefore(time: string): string {
  return new Date(Date.parse(time) - 10 * 60_000).toISOString();
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

function byNewest(a: Entry, b: Entry): number {
  const [left = '', right = ''] = [a.fields.timestamp, b.fields.timestamp];
  if (left === right) return a.id < b.id ? 1 : -1;
  // Most are as long as each other, and then in order as they are.
  const isLess =
    left.length === right.length
      ? left < right
      : sortable(left) < sortable(right);
  return isLess ? 1 : -1;
}
