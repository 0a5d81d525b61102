import { toPrintable } from '../escape.ts';
import { UserError } from '../user-error.ts';
import type { CommandContext } from './context.ts';
import { findNearMatches, normalizeAddress } from './email-address.ts';
import { type Entry, sortKeyOf } from './record-source.ts';

export type RecordPages = AsyncIterable<{
  collection: string;
  page: readonly Entry[];
}>;

/** The number of records between two lines about the progress. */
export const recordsPerProgressLine = 6000;

/** Reads whole collections, and reports the cost and the progress. */
export async function* readAll(
  { source, log }: CommandContext,
  names: readonly string[],
  since?: string,
): RecordPages {
  let total = 0;
  for (const name of names) total += (await source.count(name, since)).count;
  // Below 1000 reads, this line would clutter the owner's nightly mail.
  if (source.isProduction && total >= 1000) {
    log(
      `This costs about ${total} reads in ${source.place}; the free plan allows 50000 a day.`,
    );
  }
  let done = 0;
  for (const collection of names) {
    for await (const page of source.find(collection, { since })) {
      if (page.length > 0) yield { collection, page };
      done += page.length;
      const isDue = done % recordsPerProgressLine < page.length;
      if (isDue) log(`${done} of ${total} read`);
    }
  }
}

export function createNoRecordsError({ source, names, since }: CommandContext) {
  const period = since ? ` since ${since}` : '';
  return new UserError(
    `There are no records in ${names.join(', ')} at ${source.place}${period}.`,
  );
}

/** The period of --new: from each collection's last time until now. */
export interface Period {
  lastTimes: Readonly<Record<string, string>>;
  until: string;
}

/** A record to show. `entries` is the number of records with its address. */
export type ShownRecord = Pick<Entry, 'id' | 'fields'> & { entries?: number };

/** Yields the records of a collection that match the command's options. */
export async function* selectRecords(
  context: CommandContext,
  collection: string,
  period?: Period,
): AsyncIterable<readonly ShownRecord[]> {
  const after = period?.lastTimes[collection] ?? '';
  // Starts ten minutes early, because a record's timestamp is before its creation time.
  const early = after && new Date(Date.parse(after) - 600_000).toISOString();
  const since = [context.since ?? '', early].sort().at(-1);
  const isInPeriod = ({ created }: Entry) =>
    !period ||
    (sortKeyOf(created) > sortKeyOf(after) &&
      sortKeyOf(created) <= sortKeyOf(period.until));
  const byAddress = new Map<string, ShownRecord>();
  for await (const { page } of readAll(context, [collection], since)) {
    const matching = page.filter(isInPeriod);
    if (!context.unique) yield matching;
    else for (const entry of matching) mergeByAddress(byAddress, entry);
  }
  for (const group of findNearMatches(byAddress.keys())) {
    context.log(`Near matches: ${toPrintable(group.join(', '))}`);
  }
  const newestFirst = [...byAddress.values()].sort(compareNewestFirst);
  while (newestFirst.length > 0) yield newestFirst.splice(0, 1000);
}

/** Stores an address's newest record, with the number of that address's records. */
function mergeByAddress(byAddress: Map<string, ShownRecord>, entry: Entry) {
  const { id, fields } = entry;
  const key = fields.email ? normalizeAddress(fields.email) : id;
  const known = byAddress.get(key);
  const newest =
    known && compareNewestFirst(known, entry) < 0 ? known : { id, fields };
  byAddress.set(key, { ...newest, entries: (known?.entries ?? 0) + 1 });
}

function compareNewestFirst(...pair: [ShownRecord, ShownRecord]): number {
  const [left = '', right = ''] = pair.map(
    ({ id, fields }) => `${sortKeyOf(fields.timestamp ?? '')} ${id}`,
  );
  return left < right ? 1 : -1;
}
