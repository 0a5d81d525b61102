import * as path from 'node:path';
import { UserError } from '../node/user-error.ts';
import {
  readBackup,
  readBackupHeader,
  type SavedRecord,
  splitPath,
} from './backup-file.ts';
import type { OptionsOf } from './command-line.ts';
import type { CommandContext } from './context.ts';
import { erasedCollection, readErasedIds } from './erased-ids.ts';
import { findKnownBackups, lockBackups } from './known-backups.ts';
import { recordsPerProgressLine, reportCost } from './read-records.ts';
import { countRecords } from './record-lines.ts';
import {
  type Entry,
  getDocumentName,
  getSortKey,
  pageSize,
} from './record-source.ts';
import { formatTime } from './times.ts';

/** What a restore does with a record of the backup. */
type Verdict = 'missing' | 'equal' | 'older' | 'different' | 'erased';

type Counts = Record<Verdict, number>;

/**
 * Writes the records of a backup that the database lacks or has in an older version.
 * A restore that is repeated after an interruption completes the first one, because
 * records that were written are equal.
 */
export function restore(
  context: CommandContext,
  { yes, overwrite, 'from-project': origin }: OptionsOf<'restore'>,
  argument: string,
) {
  return lockBackups(context, async () => {
    const { source, print, signal } = context;
    const file = path.resolve(context.directory, argument);
    const { made, total, totals, erasedInBackup } = inspectBackup(
      context,
      file,
      origin,
    );

    const madeText = made ? `, made ${formatTime(made)}` : '';
    const totalTexts = [...totals].map(([name, count]) => `${name} ${count}`);
    const totalsText = total > 0 ? ` (${totalTexts.join(', ')})` : '';
    await print(`${file}: ${countRecords(total)}${totalsText}${madeText}\n`);

    reportCost(context, 'reads', total);
    if (yes) reportCost(context, 'writes', total);

    const erasedIds = new Set([
      ...(await readErasedIds(context)),
      ...erasedInBackup,
    ]);

    const counts: Counts = {
      missing: 0,
      equal: 0,
      older: 0,
      different: 0,
      erased: 0,
    };

    const isWritten = (verdict: Verdict) =>
      verdict === 'missing' ||
      verdict === 'older' ||
      (verdict === 'different' && overwrite === true);

    // The local Firestore reads its whole file again after each commit.
    const groupSize = Math.max(pageSize, source.maxWritesPerCommit);
    let readCount = 0;
    for (const group of groupByCollection(readBackup(file), groupSize)) {
      // A group in which nothing is missing commits nothing.
      if (signal.aborted) throw createInterruption(readCount, total);

      const verdicts = await judge(context, group, erasedIds);
      for (const verdict of verdicts) counts[verdict] += 1;

      const records = group.filter((_, index) =>
        isWritten(verdicts[index] ?? 'equal'),
      );
      if (yes) await write(context, records, readCount, total);

      readCount += group.length;
      if (readCount % recordsPerProgressLine < group.length)
        context.log(`${readCount} of ${total} done`);
    }

    await print(describeCounts(counts, overwrite === true));
    await print(describeUnknownBackup(context, file));

    const writeCount =
      counts.missing + counts.older + (overwrite ? counts.different : 0);
    await print(
      yes
        ? `Restored ${countRecords(writeCount)} to ${source.place}.\n`
        : `Nothing was restored yet. To write ${countRecords(writeCount)} to ${source.place}, add --yes to this command.\n`,
    );
  });
}

/** Reads all lines, so that an incomplete backup restores nothing. */
function inspectBackup(
  { source }: CommandContext,
  file: string,
  origin = source.project,
) {
  const header = readBackupHeader(file);
  if (!header) {
    throw new UserError(
      `${file} is not a backup; restore reads only what "backup" and "erase" write, because a table lacks the exact values. Nothing was restored.`,
    );
  }
  if (header.project !== origin) {
    const isNamed = origin !== source.project;
    const expected = isNamed ? 'the option names' : 'this project is';
    throw new UserError(
      `${file} is a backup of the project ${header.project}, but ${expected} ${origin}; nothing was restored.`,
    );
  }

  let total = 0;
  const totals = new Map<string, number>();
  const erasedInBackup = new Set<string>();
  try {
    for (const { path } of readBackup(file)) {
      const [collection, id] = splitPath(path);
      if (collection === erasedCollection) erasedInBackup.add(id);
      total += 1;
      totals.set(collection, (totals.get(collection) ?? 0) + 1);
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(`${error.message} Nothing was restored.`);
  }

  return { made: header.made, total, totals, erasedInBackup };
}

/** Yields groups of records of one collection, of at most `size` records. */
function* groupByCollection(
  records: Iterable<SavedRecord>,
  size: number,
): Generator<SavedRecord[]> {
  let group: SavedRecord[] = [];
  let groupCollection = '';

  for (const record of records) {
    const [collection] = splitPath(record.path);
    const isFull = group.length === size || collection !== groupCollection;
    if (isFull && group.length > 0) {
      yield group;
      group = [];
    }

    groupCollection = collection;
    group.push(record);
  }
  if (group.length > 0) yield group;
}

async function judge(
  { source }: CommandContext,
  group: readonly SavedRecord[],
  erasedIds: ReadonlySet<string>,
): Promise<Verdict[]> {
  const paths = group.map(({ path }) => splitPath(path));
  const collection = paths[0]?.[0] ?? '';
  const ids = paths.map(([, id]) => id);

  const stored = new Map<string, Entry>();
  for await (const page of source.find(collection, { ids })) {
    for (const entry of page) stored.set(entry.id, entry);
  }

  return group.map((record) => {
    const [, id] = splitPath(record.path);
    if (collection !== erasedCollection && erasedIds.has(id)) return 'erased';

    const entry = stored.get(id);
    return entry ? compare(record, entry) : 'missing';
  });
}

function compare({ path, fields }: SavedRecord, stored: Entry): Verdict {
  // The documents of erased ids are empty. Only the local Firestore adds a time.
  const [collection] = splitPath(path);
  if (collection === erasedCollection) return 'equal';
  if (toComparable(fields) === toComparable(stored.raw)) return 'equal';

  const getTime = (raw: SavedRecord['fields']) =>
    getSortKey(String(raw.timestamp?.timestampValue ?? ''));
  return getTime(stored.raw) < getTime(fields) ? 'older' : 'different';
}

/** Returns the same text for equal fields in any order. */
function toComparable(fields: SavedRecord['fields']): string {
  return JSON.stringify(Object.entries(fields).sort());
}

async function write(
  { source, signal }: CommandContext,
  records: readonly SavedRecord[],
  doneCount: number,
  total: number,
): Promise<void> {
  const size = source.maxWritesPerCommit;

  for (let start = 0; start < records.length; start += size) {
    const batchDoneCount = doneCount + start;
    if (signal.aborted) throw createInterruption(batchDoneCount, total);

    const batch = records.slice(start, start + size);
    const writes = batch.map(({ path, fields }) => ({
      update: { name: getDocumentName(source, path), fields },
    }));
    await source.commit(writes).catch((error: Error) => {
      const reason = error.message.replace(/\.?$/, '.');
      throw new UserError(
        `${reason} Before that, ${describeProgress(batchDoneCount, total)}`,
      );
    });
  }
}

function createInterruption(doneCount: number, total: number): UserError {
  return new UserError(`Interrupted: ${describeProgress(doneCount, total)}`);
}

/** Says "done", because a restore leaves some records of the backup out. */
function describeProgress(doneCount: number, total: number): string {
  return `${doneCount} of ${total} records of the backup were done; run the command again for the rest.`;
}

function describeCounts(counts: Counts, isOverwriting: boolean): string {
  const differentText = isOverwriting
    ? 'newer in the database or changed there, overwritten'
    : 'newer in the database or changed there, kept (--overwrite replaces them)';

  const rows: [string, number][] = [
    ['missing in the database', counts.missing],
    ['older in the database', counts.older],
    ['equal in the database', counts.equal],
    [differentText, counts.different],
    ['erased for a person, left out', counts.erased],
  ];
  const shownRows = rows.filter(([, count]) => count > 0);
  return shownRows.map(([text, count]) => `  ${text}: ${count}\n`).join('');
}

function describeUnknownBackup(context: CommandContext, file: string): string {
  if (findKnownBackups(context).includes(file)) return '';
  return `This command does not know this file, so erasures for people did not search it. If it was made before an erasure, it can hold more records of that person than the command remembers. Erase that person again after the restore.\n`;
}
