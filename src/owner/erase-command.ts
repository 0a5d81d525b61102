import { UserError } from '../node/user-error.ts';
import {
  listIds,
  readBackup,
  readBackupHeader,
  type SavedRecord,
  splitPath,
  toSavedRecord,
  writeBackup,
} from './backup-file.ts';
import { createUsageError, type OptionsOf } from './command-line.ts';
import { commitInBatches } from './commit-in-batches.ts';
import type { CommandContext } from './context.ts';
import { rememberErased } from './erased-ids.ts';
import { createPersonCheck, findPerson, type Person } from './find-person.ts';
import { lockBackups, searchBackups, writeNewBackup } from './known-backups.ts';
import { readListedRecords } from './listed-records.ts';
import { quotePath } from './output-file.ts';
import {
  describeRest,
  describeUnsearched,
  parseAddress,
} from './person-command.ts';
import {
  parseCollection,
  type RecordPages,
  readAll,
  reportCost,
} from './read-records.ts';
import { countRecords, createListing } from './record-lines.ts';
import {
  type Entry,
  getDocumentName,
  getReceivedTime,
  getSortKey,
  toEntry,
} from './record-source.ts';
import { formatDay, formatTime, parseTime } from './times.ts';

type Options = OptionsOf<'erase'>;

/** The number of records of a collection that are shown before their erasure. */
const maxSampleLines = 3;

/** The time after which the owner should delete a backup of erased records. */
const maxBackupAgeMs = 30 * 24 * 60 * 60 * 1000;

/** Erases a person's records, listed records, or old records. */
export function erase(
  context: CommandContext,
  options: Options,
  argument: string,
) {
  rejectClashes(options, argument);
  return lockBackups(context, () => {
    const { ids } = options;
    if (argument) return erasePerson(context, options, parseAddress(argument));
    if (ids !== undefined) return eraseListed(context, options, ids);
    return eraseOld(context, options, options['older-than'] ?? '');
  });
}

function rejectClashes(options: Options, argument: string): void {
  const { ids, out, collection, 'older-than': age } = options;
  if (!argument && ids === undefined && age === undefined) {
    throw createUsageError(
      'erase needs an address, --ids FILE or --older-than TIME',
    );
  }
  if (age !== undefined && (argument || ids !== undefined)) {
    throw createUsageError(
      '--older-than takes neither an address nor --ids; --collection NAME limits it to one collection',
    );
  }
  if (collection !== undefined && age === undefined) {
    throw createUsageError('--collection belongs to --older-than');
  }
  if (argument && out !== undefined) {
    throw createUsageError(
      'For a person nothing is copied, so an address takes no --out',
    );
  }
}

async function erasePerson(
  context: CommandContext,
  { ids, yes }: Options,
  address: string,
) {
  const { source, directory, print } = context;
  const paths = new Set(ids ? readListedRecords(directory, ids).keys() : []);
  const found = await findPerson(context, address, paths);
  const { records, backups, knownBackupCount, readError } = found;
  const isFound = records.size > 0 || backups.length > 0;
  const knownBackups = countRecords(knownBackupCount, 'backup');

  await print(
    isFound
      ? describePerson(context, found, address)
      : `There are no records of ${address} in ${source.place} or in the ${knownBackups} that this machine knows.\n`,
  );
  for (const line of describeRest(found)) await print(`${line}\n`);

  if (isFound && !yes) {
    await print(
      'Nothing was erased yet. To erase these records for good, without a backup, add --yes to this command.\n',
    );
  } else if (isFound) {
    // The ids come first, so that a repeated command finds what an interrupted one left.
    await rememberErased(context, collectIds(found));
    for (const { file } of backups)
      await removeFromBackup(file, address, paths);
    await eraseRecords(context, [...records.keys()]);

    const backupText =
      backups.length > 0
        ? ` and rewrote ${countRecords(backups.length, 'backup')}`
        : '';
    await print(
      `Erased ${countRecords(records.size)} of ${address}${backupText}. No restore brings them back.\n`,
    );
  }

  if (readError) {
    throw new UserError(
      `Other spellings and near matches were not searched: ${readError.message}`,
    );
  }

  if (yes) {
    await print(
      `What to do next: erase the person in the mail tool and in exports, too. Run this command on each machine that has backups, because this one knows only ${knownBackups}. An unsent message on the person's own device can still arrive, so run this command again in a few weeks.\n`,
    );
  }
}

function describePerson(
  { source }: CommandContext,
  { records, backups }: Person,
  address: string,
): string {
  const listing = createListing({ maxLines: Infinity });
  for (const { path, fields } of records.values()) {
    const [collection, id] = splitPath(path);
    listing.add(collection, toEntry(id, fields));
  }

  const backupLines = backups.map(({ file, records }) =>
    formatBackup(file, records.length),
  );
  const backupsText =
    backups.length > 0 ? `In backups:\n${backupLines.join('')}` : '';

  return `Records of ${address} in ${source.place}: ${records.size}\n${listing.toText()}${backupsText}`;
}

function collectIds({ records, backups }: Person): Set<string> {
  const savedRecords = backups.flatMap(({ records }) => records);
  const paths = [...records.keys(), ...savedRecords.map(({ path }) => path)];
  return new Set(paths.map((path) => splitPath(path)[1]));
}

/** Rewrites a backup without the person's records. */
async function removeFromBackup(
  file: string,
  address: string,
  paths: ReadonlySet<string>,
): Promise<void> {
  const isOfPerson = createPersonCheck(address, paths);
  const header = readBackupHeader(file);
  if (!header) throw new UserError(`${file} is not a backup any more.`);

  await writeBackup(file, header, async (add) => {
    for (const record of readBackup(file)) {
      if (!isOfPerson(record)) add([record]);
    }
  });
}

async function eraseListed(
  context: CommandContext,
  { out, yes }: Options,
  fileName: string,
) {
  const { source, directory, print } = context;
  const lines = readListedRecords(directory, fileName);
  const paths = [...lines.keys()];

  if (!yes) {
    await print(describeLines(fileName, lines));
    reportCost(context, 'reads', paths.length);
    reportCost(context, 'deletions', paths.length);
    await print(
      `Nothing was erased yet. To erase ${countRecords(paths.length)} of ${source.place} after a backup of them, add --yes to this command.\n`,
    );
    return;
  }

  reportCost(context, 'reads', paths.length);
  async function* find(): RecordPages {
    for (const collection of parseCollection(undefined)) {
      const ids = listIds(collection, paths);
      if (ids.length === 0) continue;

      for await (const page of source.find(collection, { ids }))
        yield { collection, page };
    }
  }

  const erasedPaths = await eraseWithBackup(
    context,
    find(),
    `listed in ${fileName}`,
    out,
  );

  const missingPaths = paths.filter((path) => !erasedPaths.has(path));
  if (missingPaths.length > 0) {
    await print(
      `Not found, or erased before: ${missingPaths.length}, for example ${missingPaths[0]}.\n`,
    );
  }
}

/** Shows the file itself, because reading the records would cost reads. */
function describeLines(
  fileName: string,
  lines: ReadonlyMap<string, string>,
): string {
  const maxLines = 20;
  const shownLines = [...lines.values()].slice(0, maxLines);
  const hiddenCount = lines.size - shownLines.length;
  const hiddenText = hiddenCount > 0 ? `  … and ${hiddenCount} more\n` : '';
  const text = shownLines.map((line) => `  ${line}\n`).join('');

  return `${fileName}: ${countRecords(lines.size)}\n${text}${hiddenText}`;
}

async function eraseOld(
  context: CommandContext,
  options: Options,
  age: string,
) {
  const { print, now } = context;
  const { collection, out, yes } = options;
  const cutoff = parseTime(age, now());
  const names = parseCollection(collection);
  const description = `from before ${formatTime(cutoff)}`;

  const isOld = (entry: Entry) =>
    getSortKey(getReceivedTime(entry)) < getSortKey(cutoff);

  async function* find(): RecordPages {
    // Firestore has no query by creation time, so this reads every record.
    for await (const { collection, page } of readAll(context, names))
      yield { collection, page: page.filter(isOld) };
  }

  // Backups that were made before also hold the records that this command erases.
  const search = searchBackups(context, (records) => {
    let count = 0;
    for (const { path, fields, created } of records) {
      const [name, id] = splitPath(path);
      const isMeant = names.includes(name);
      if (isMeant && isOld(toEntry(id, fields, created))) count += 1;
    }
    return count;
  });

  if (yes) await eraseWithBackup(context, find(), description, out);
  else await showOld(context, find(), description);
  for (const line of describeBackups(search, description))
    await print(`${line}\n`);
}

async function showOld(
  { source, print }: CommandContext,
  found: RecordPages,
  description: string,
) {
  const listing = createListing({ maxLines: maxSampleLines });
  for await (const { collection, page } of found) {
    for (const entry of page) listing.add(collection, entry);
  }

  const total = listing.countAll();
  if (total === 0) {
    await print(`There are no records ${description} in ${source.place}.\n`);
    return;
  }

  await print(
    `Records ${description} in ${source.place}\n${listing.toText()}Nothing was erased yet. To erase ${countRecords(total)} after a backup of them, add --yes to this command.\n`,
  );
}

/** Returns texts that name the backups with old records. The owner deletes these files. */
function describeBackups(
  {
    results,
    knownBackupCount,
    ...rest
  }: ReturnType<typeof searchBackups<number>>,
  description: string,
): string[] {
  const held = results.filter(({ result: count }) => count > 0);
  const list = held.map(({ file, result }) => formatBackup(file, result));
  const knownBackups = countRecords(knownBackupCount, 'backup');
  const heldText =
    held.length > 0
      ? `Backups from before this command still hold records ${description}:\n${list.join('')}Delete each of them when you no longer need it, and keep a newer backup.`
      : `No backup from before this command holds records ${description}. This machine knows ${knownBackups}.`;
  return [heldText, ...describeUnsearched(rest)];
}

function formatBackup(file: string, count: number): string {
  return `  ${countRecords(count)} in ${file}\n`;
}

/** Backs records up, erases them, and returns their paths. */
async function eraseWithBackup(
  context: CommandContext,
  found: RecordPages,
  description: string,
  out: string | undefined,
): Promise<ReadonlySet<string>> {
  const { source, print, now } = context;
  const listing = createListing({ maxLines: maxSampleLines });
  const paths = new Set<string>();

  const fill = async (add: (records: SavedRecord[]) => void) => {
    for await (const { collection, page } of found) {
      const entries = page.filter(
        ({ id }) => !paths.has(`${collection}/${id}`),
      );
      add(entries.map((entry) => toSavedRecord(collection, entry)));
      for (const entry of entries) {
        paths.add(`${collection}/${entry.id}`);
        listing.add(collection, entry);
      }
    }
  };

  const options = { skipsEmpty: true };
  const file = await writeNewBackup(context, out, fill, options).catch(
    (error) => {
      if (!(error instanceof UserError)) throw error;
      throw new UserError(`${error.message} Nothing was erased.`);
    },
  );

  if (paths.size === 0) {
    await print(`There are no records ${description} in ${source.place}.\n`);
    return paths;
  }

  const deadline = formatDay(now() + maxBackupAgeMs);
  await print(
    `Records ${description} in ${source.place}\n${listing.toText()}Backed up to ${file}\n`,
  );
  await eraseRecords(context, [...paths]);

  await print(
    `Erased ${countRecords(paths.size)} ${description}: ${listing.describeCounts()}.
If that was a mistake: npm run records "--" restore ${quotePath(file)}
Otherwise delete the backup when it is no longer needed, at the latest on ${deadline}.
`,
  );
  return paths;
}

async function eraseRecords(
  context: CommandContext,
  paths: readonly string[],
): Promise<void> {
  const { source } = context;
  reportCost(context, 'deletions', paths.length);
  const writes = paths.map((path) => ({
    delete: getDocumentName(source, path),
  }));
  await commitInBatches(context, writes, writes.length, 'erased');
}
