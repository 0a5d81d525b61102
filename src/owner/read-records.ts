import { toPrintable } from '../node/escape.ts';
import { UserError } from '../node/user-error.ts';
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
  let readCount = 0;
  for (const collection of names) {
    for await (const page of source.find(collection, { since })) {
      if (page.length > 0) yield { collection, page };
      readCount += page.length;
      const isDue = readCount % recordsPerProgressLine < page.length;
      if (isDue) log(`${readCount} of ${total} read`);
    }
  }
}

export function createNoRecordsError({ source, names, since }: CommandContext) {
  const periodText = since ? ` since ${since}` : '';
  return new UserError(
    `There are no records in ${names.join(', ')} at ${source.place}${periodText}.`,
  );
}

/** The period of --new: from the end of each collection's previous period until now. */
export interface Period {
  lastTimes: Readonly<Record<string, string>>;
  until: string;
}

/** A record to show. `entries` is the number of records with the same email. */
export type ShownRecord = Pick<Entry, 'id' | 'fields'> & { entries?: number };

/** Yields the records of a collection that match the command's options. */
export async function* selectRecords(
  context: CommandContext,
  collection: string,
  period?: Period,
): AsyncIterable<readonly ShownRecord[]> {
  const time = period?.lastTimes[collection] ?? '';
  // Starts ten minutes early: a record created after `time` may have an older timestamp.
  const startTime = time && new Date(Date.parse(time) - 600_000).toISOString();
  const since = [context.since ?? '', startTime].sort().at(-1);
  const isInPeriod = ({ created }: Entry) =>
    !period ||
    (sortKeyOf(created) > sortKeyOf(time) &&
      sortKeyOf(created) <= sortKeyOf(period.until));
  const recordsByEmail = new Map<string, ShownRecord>();
  for await (const { page } of readAll(context, [collection], since)) {
    const records = page.filter(isInPeriod);
    if (!context.unique) yield records;
    else for (const entry of records) mergeByAddress(recordsByEmail, entry);
  }
  for (const group of findNearMatches(recordsByEmail.keys())) {
    context.log(`Near matches: ${toPrintable(group.join(', '))}`);
  }
  const sortedRecords = [...recordsByEmail.values()].sort(compareRecords);
  while (sortedRecords.length > 0) yield sortedRecords.splice(0, 1000);
}

/** Stores an address's newest record, with the number of that address's records. */
function mergeByAddress(records: Map<string, ShownRecord>, entry: Entry) {
  const { id, fields } = entry;
  const key = fields.email ? normalizeAddress(fields.email) : id;
  const record = records.get(key);
  const newestRecord =
    record && compareRecords(record, entry) < 0 ? record : { id, fields };
  records.set(key, { ...newestRecord, entries: (record?.entries ?? 0) + 1 });
}

function compareRecords(...pair: [ShownRecord, ShownRecord]): number {
  const [left = '', right = ''] = pair.map(
    ({ id, fields }) => `${sortKeyOf(fields.timestamp ?? '')} ${id}`,
  );
  return left < right ? 1 : -1;
}
