import type { CommandContext } from './context.ts';
import { findNearMatches, normalizeAddress } from './email-address.ts';
import { readAll } from './read-records.ts';
import { type Entry, getSortKey } from './record-source.ts';

/** A record to show. `entries` is the number of records with the same email. */
export type ShownRecord = Pick<Entry, 'id' | 'fields'> & { entries?: number };

/** What a reader of --new has not seen: records created after a time and until now. */
export interface Period {
  /** The end of the previous period of each collection. */
  lastTimes: Readonly<Record<string, string>>;
  until: string;
}

/** The longest time between a record's timestamp and its creation. */
const maxTimestampDelayMs = 10 * 60 * 1000;

/** The number of records that are written to the output at once. */
const shownPageSize = 1000;

/** The records to show. */
export interface Selection {
  names: readonly string[];
  since: string | undefined;
  /** Whether to show each address once. */
  isUnique: boolean;
  period?: Period | undefined;
}

/** Yields the selected records of a collection. */
export async function* selectRecords(
  context: CommandContext,
  collection: string,
  { since, isUnique, period }: Selection,
): AsyncIterable<readonly ShownRecord[]> {
  const lastTime = period?.lastTimes[collection] ?? '';
  const start = period ? startBefore(lastTime) : since;

  const isSelected = ({ created }: Entry) =>
    !period ||
    (getSortKey(created) > getSortKey(lastTime) &&
      getSortKey(created) <= getSortKey(period.until));

  const recordsByEmail = new Map<string, ShownRecord>();
  for await (const { page } of readAll(context, [collection], start)) {
    const records = page.filter(isSelected);
    if (isUnique) {
      for (const entry of records) mergeByAddress(recordsByEmail, entry);
    } else {
      yield records;
    }
  }

  for (const group of findNearMatches(recordsByEmail.keys())) {
    context.log(`Near matches: ${group.join(', ')}`);
  }

  const sortedRecords = [...recordsByEmail.values()].sort(compareRecords);
  for (let start = 0; start < sortedRecords.length; start += shownPageSize)
    yield sortedRecords.slice(start, start + shownPageSize);
}

/** A record that was created after `time` may have a slightly older timestamp. */
function startBefore(time: string): string | undefined {
  if (!time) return undefined;
  return new Date(Date.parse(time) - maxTimestampDelayMs).toISOString();
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

/** Puts the newest record first, and orders records of one time by id. */
function compareRecords(first: ShownRecord, second: ShownRecord): number {
  return getSortText(first) < getSortText(second) ? 1 : -1;
}

function getSortText({ id, fields }: ShownRecord): string {
  return `${getSortKey(fields.timestamp ?? '')} ${id}`;
}
