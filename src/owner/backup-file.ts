import type { Fields } from '../local-server/firestore/rules.ts';
import { formatJsonLine } from '../node/escape.ts';
import { parseObject, readLines } from '../node/read-text.ts';
import { UserError } from '../node/user-error.ts';
import { replaceFile } from './output-file.ts';
import type { Entry } from './record-source.ts';

// A backup is a text file. Its first line names the project, each following line is a
// record, and the last line has the number of records, so a file that was cut is
// recognized:
//
//   {"backupOf":"pear-site","made":"2026-11-01T09:00:00.000Z"}
//   {"path":"careers/ID","fields":{"email":{"stringValue":"..."}},"created":"..."}
//   {"records":1}

/** A record with its exact values, in the format of Firestore's REST API. */
export interface SavedRecord {
  /** The collection and the id, such as `careers/ID`. */
  path: string;
  fields: Fields;
  /** When the document was created. A restored document is created again. */
  created: string;
}

export interface BackupHeader {
  project: string;
  made: string;
}

export function toSavedRecord(collection: string, entry: Entry): SavedRecord {
  const { id, raw, created } = entry;
  return { path: `${collection}/${id}`, fields: raw, created };
}

export function splitPath(path: string): [collection: string, id: string] {
  const [collection = '', id = ''] = path.split('/');
  return [collection, id];
}

/** Returns the ids of the paths that lead into a collection. */
export function listIds(collection: string, paths: Iterable<string>): string[] {
  return [...paths]
    .map(splitPath)
    .filter(([name]) => name === collection)
    .map(([, id]) => id);
}

/** The number of characters that are collected before they are written. */
const minWriteLength = 65_536;

export interface BackupOptions {
  /** Writes no file if there are no records. */
  skipsEmpty?: boolean;
}

/** Writes a backup. `fill` adds the records. The file appears when it is complete. */
export async function writeBackup(
  file: string,
  { project, made }: BackupHeader,
  fill: (add: (records: readonly SavedRecord[]) => void) => Promise<void>,
  { skipsEmpty = false }: BackupOptions = {},
): Promise<void> {
  let count = 0;
  await replaceFile(file, async (write) => {
    let text = formatJsonLine({ backupOf: project, made });
    await fill((records) => {
      text += records.map(formatJsonLine).join('');
      count += records.length;

      if (text.length < minWriteLength) return;
      write(text);
      text = '';
    });

    write(text + formatJsonLine({ records: count }));
    return count > 0 || !skipsEmpty;
  });
}

/** Returns the first line of a backup, or undefined if the file is no backup. */
export function readBackupHeader(file: string): BackupHeader | undefined {
  // A file that is no backup may be no text, either.
  const [firstLine] = readLines(file, { acceptsInvalidText: true });
  if (!firstLine) return undefined;

  // `copyOf` is the name in backups that earlier releases wrote.
  const { backupOf, copyOf, made } = Object(parseObject(firstLine.text));
  const project = backupOf ?? copyOf;
  if (typeof project !== 'string') return undefined;

  return { project, made: typeof made === 'string' ? made : '' };
}

/** Yields the records of a backup. Throws a UserError if the file is incomplete. */
export function* readBackup(file: string): Generator<SavedRecord> {
  let count = 0;
  let isComplete = false;
  for (const { text, number } of readLines(file)) {
    if (number === 1) continue;

    const { path, fields, created, records } = Object(parseObject(text));
    if (!isComplete && isRecord(path, fields)) {
      yield { path, fields, created: String(created ?? '') };
      count += 1;
    } else if (!isComplete && records === count) {
      isComplete = true;
    } else {
      throw new UserError(
        `${file}, line ${number}: not a line of a backup; use an unchanged backup.`,
      );
    }
  }

  if (isComplete) return;
  throw new UserError(
    `${file} is incomplete: it ends after ${count} records; use a complete backup.`,
  );
}

function isRecord(path: unknown, fields: unknown): boolean {
  const isPath = typeof path === 'string' && /^\w+\/[^/]+$/.test(path);
  const values = Object.values(Object(fields));
  return isPath && [fields, ...values].every(isObject);
}

function isObject(value: unknown): boolean {
  return Object(value) === value;
}
