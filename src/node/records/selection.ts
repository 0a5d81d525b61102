import { foldAddress } from './address.ts';
import { type Entry, sortable } from './source.ts';
import { type Pages, readAll, type Task } from './task.ts';

/** When the command has been asked for what is new, and is now. */
export interface Arrival {
  /** Until when each collection has been asked. */
  asked: Readonly<Record<string, string>>;
  until: string;
}

/** A record with, where addresses are shown once, how many it stands for. */
export type Shown = Entry & { entries?: number };

/** The records of a collection that are to be shown. */
export async function* select(
  task: Task,
  collection: string,
  arrival?: Arrival,
): AsyncIterable<readonly Shown[]> {
  const after = arrival?.asked[collection] ?? '';
  // Firestore can't query by creation; the timestamp is set a little before.
  const early = after && new Date(Date.parse(after) - 600_000).toISOString();
  const since = [task.since ?? '', early].sort().at(-1);
  const isMeant = ({ created }: Entry) =>
    !arrival ||
    (sortable(created) > sortable(after) &&
      sortable(created) <= sortable(arrival.until));
  const found = readAll(task, [collection], since);
  if (task.unique) {
    const all = await newestOfEach(found, isMeant);
    // In pieces, as they are written.
    while (all.length > 0) yield all.splice(0, 1000);
  } else for await (const { page } of found) yield page.filter(isMeant);
}

async function newestOfEach(
  found: Pages,
  isMeant: (entry: Entry) => boolean,
): Promise<Shown[]> {
  const byAddress = new Map<string, Shown>();
  for await (const { page } of found) {
    for (const entry of page.filter(isMeant)) {
      const { email } = entry.fields;
      const key = email ? foldAddress(email) : entry.id;
      const known = byAddress.get(key);
      const newest = known && byNewest(known, entry) < 0 ? known : entry;
      byAddress.set(key, { ...newest, entries: (known?.entries ?? 0) + 1 });
    }
  }
  return [...byAddress.values()].sort(byNewest);
}

function byNewest(a: Entry, b: Entry): number {
  const [left, right] = [a, b].map(
    ({ id, fields }) => `${sortable(fields.timestamp ?? '')} ${id}`,
  );
  return String(left) < String(right) ? 1 : -1;
}
