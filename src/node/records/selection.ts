import { printable } from '../printable.ts';
import { foldAddress, nearMatches } from './address.ts';
import { type Entry, sortable } from './source.ts';
import { readAll, type Task } from './task.ts';

/** When each collection was last asked for new records, and when it is now. */
export interface Arrival {
  asked: Readonly<Record<string, string>>;
  until: string;
}

/** A record; `entries` counts the records of its address. */
export type Shown = Pick<Entry, 'id' | 'fields'> & { entries?: number };

/** Yields the records of a collection that are to be shown. */
export async function* select(
  task: Task,
  collection: string,
  arrival?: Arrival,
): AsyncIterable<readonly Shown[]> {
  const after = arrival?.asked[collection] ?? '';
  // Firestore cannot query by creation; the timestamp is set a little before.
  const early = after && new Date(Date.parse(after) - 600_000).toISOString();
  const since = [task.since ?? '', early].sort().at(-1);
  const isMeant = ({ created }: Entry) =>
    !arrival ||
    (sortable(created) > sortable(after) &&
      sortable(created) <= sortable(arrival.until));
  const byAddress = new Map<string, Shown>();
  for await (const { page } of readAll(task, [collection], since)) {
    const meant = page.filter(isMeant);
    if (!task.unique) yield meant;
    else for (const entry of meant) addNewest(byAddress, entry);
  }
  for (const group of nearMatches(byAddress.keys())) {
    task.progress(`Near matches: ${printable(group.join(', '))}`);
  }
  const all = [...byAddress.values()].sort(byNewest);
  // In pieces, as they are written.
  while (all.length > 0) yield all.splice(0, 1000);
}

function addNewest(byAddress: Map<string, Shown>, entry: Entry): void {
  const { id, fields } = entry;
  const key = fields.email ? foldAddress(fields.email) : id;
  const known = byAddress.get(key);
  const newest = known && byNewest(known, entry) < 0 ? known : { id, fields };
  byAddress.set(key, { ...newest, entries: (known?.entries ?? 0) + 1 });
}

function byNewest(...both: [Shown, Shown]): number {
  const [left = '', right = ''] = both.map(
    ({ id, fields }) => `${sortable(fields.timestamp ?? '')} ${id}`,
  );
  return left < right ? 1 : -1;
}

/** Returns a record as one line for a terminal. */
export function lineOf({ id, fields, entries }: Shown): string {
  const { timestamp = '', ...rest } = fields;
  const texts = Object.entries(rest).map(([name, text]) => `${name}=${text}`);
  const count = entries === undefined ? [] : [`entries=${entries}`];
  const line = [timestamp, id, ...count, ...texts].join('  ');
  const cut = line.replace(/^(.{160}).+/s, '$1…');
  // A copy, because a part of a text keeps the whole of it in memory.
  return Buffer.from(`  ${printable(cut)}\n`).toString();
}

/** Collects records: how many, and the first lines, by collection. */
export function listing(maxShown: number) {
  const groups = new Map<string, { count: number; lines: string }>();
  return {
    add(collection: string, entry: Shown): void {
      const { count = 0, lines = '' } = groups.get(collection) ?? {};
      const line = count < maxShown ? lineOf(entry) : '';
      groups.set(collection, { count: count + 1, lines: lines + line });
    },
    /** As in 'waitlist 2, feedback 1'. */
    counts: () =>
      [...groups].map(([name, { count }]) => `${name} ${count}`).join(', '),
    text: () =>
      [...groups]
        .map(([collection, { count, lines }]) => {
          const more = count - maxShown;
          const rest = more > 0 ? `  … and ${more} more\n` : '';
          return `${collection}: ${count}\n${lines}${rest}`;
        })
        .join(''),
  };
}
