import { formatJsonLine, toPrintable } from '../node/escape.ts';
import { type SavedRecord, splitPath } from './backup-file.ts';
import { createUsageError, type OptionsOf } from './command-line.ts';
import type { CommandContext } from './context.ts';
import { findPerson, type Person } from './find-person.ts';
import { lockBackups } from './known-backups.ts';
import { readListedRecords } from './listed-records.ts';
import { writeOutput } from './output-file.ts';
import { countRecords } from './record-lines.ts';
import { toEntry } from './record-source.ts';

/** Prints everything that is held about a person, complete. Changes nothing. */
export function person(
  context: CommandContext,
  { ids, json, out }: OptionsOf<'person'>,
  argument: string,
) {
  return lockBackups(context, async () => {
    const { source, directory, log } = context;
    const address = parseAddress(argument);
    const paths = new Set(ids ? readListedRecords(directory, ids).keys() : []);
    const found = await findPerson(context, address, paths);

    const backupRecords = found.backups.flatMap(({ records }) => records);
    const allRecords = [...backupRecords, ...found.records.values()];
    const records = new Map(allRecords.map((record) => [record.path, record]));

    if (records.size === 0) {
      log(
        `There are no records of ${address} in ${source.place} or in the ${countRecords(found.knownBackupCount, 'backup')} that this machine knows.`,
      );
    } else {
      const isRaw = out !== undefined;
      const format = (record: SavedRecord) =>
        json ? formatJson(record) : formatText(record, isRaw);
      const text = [...records.values()].map(format).join('');

      const listedCount = [...paths].filter((path) => records.has(path)).length;
      const listedText = ids ? ` (${listedCount} listed in ${ids})` : '';
      const name = `${countRecords(records.size)} of ${address}${listedText}`;

      await writeOutput(context, text, name, out);
      log(describePlaces(context, found));
    }

    for (const line of describeRest(found)) log(line);
    if (found.readError) throw found.readError;
  });
}

export function parseAddress(text: string): string {
  if (/^\S+@\S+$/.test(text)) return text;
  throw createUsageError(
    `"${text}" is not one complete address; write it as ada@example.org`,
  );
}

function describePlaces(
  { source }: CommandContext,
  { records, backups, knownBackupCount }: Person,
): string {
  const backupTexts = backups.map(
    ({ file, records }) => `${countRecords(records.length)} in ${file}`,
  );
  const places = [
    `${countRecords(records.size)} in ${source.place}`,
    ...backupTexts,
  ];
  return `Found: ${places.join(', ')}. This machine knows ${countRecords(knownBackupCount, 'backup')}.`;
}

/** Returns lines about records that the search did not reach or did not include. */
export function describeRest(found: Person): string[] {
  const lines: string[] = [];
  if (found.nearMatches) {
    lines.push(
      `Not included, because they only mention the person or have a similar address:\n${found.nearMatches}To include some of these, write their paths, such as careers/ID, to a file, one on each line, and add --ids FILE.`,
    );
  }

  return [...lines, ...describeUnsearched(found)];
}

/** Returns one text that names the backups that were not searched, or an empty list. */
export function describeUnsearched({
  unsearchedBackups,
}: Pick<Person, 'unsearchedBackups'>): string[] {
  if (unsearchedBackups.length === 0) return [];
  return [
    `Backups that could not be searched:\n  ${unsearchedBackups.join('\n  ')}\nPut a moved file back and run this command again, or search it by hand. Delete what is not needed.`,
  ];
}

function formatJson({ path, fields }: SavedRecord): string {
  const [collection, id] = splitPath(path);
  return formatJsonLine({ collection, id, ...toEntry(id, fields).fields });
}

/** Returns a record as text. A terminal would execute control characters. */
function formatText({ path, fields }: SavedRecord, isRaw: boolean): string {
  const toShown = (text: string) => (isRaw ? text : toPrintable(text));
  const [, id] = splitPath(path);

  const lines = Object.entries(toEntry(id, fields).fields).map(
    ([name, text]) => {
      const indentedLines = text.split('\n').map(toShown);
      return `  ${name}: ${indentedLines.join('\n    ')}\n`;
    },
  );

  return `${toShown(path)}\n${lines.join('')}\n`;
}
