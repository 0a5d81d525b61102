import * as fs from 'node:fs';
import * as path from 'node:path';
import { lockFolder } from '../../lock-folder.ts';
import { UserError } from '../../user-error.ts';
import type { Texts } from './rules.ts';

export interface StoredRecord {
  /** collection/id */
  path: string;
  fields: Texts;
  /** Its timestamp, in milliseconds. */
  time: number;
  /** When it was committed first; a replay changes only its timestamp. */
  created: number;
}

/** One line of the file: a batch as it was committed. */
interface Line {
  timestamp: string;
  committed: string;
  records: { [path: string]: Texts };
}

type ByPath = Map<string, StoredRecord>;
export type Records = ReturnType<typeof openRecords>;

export function recordsFile(directory: string): string {
  return path.join(directory, 'records.jsonl');
}

/**
 * Opens the records for the server at this origin: a file that a person can
 * read, a line per committed batch, on disk before the commit is answered.
 * Throws a UserError where another server has it open, or where it cannot be
 * read; then it is left as it is.
 */
export function openRecords(directory: string, origin: string) {
  const file = recordsFile(directory);
  orUserError(
    () => fs.mkdirSync(directory, { recursive: true }),
    `${directory} cannot be made a folder for the records; set DATA_DIR to another one.`,
  );
  const unlock = orUserError(
    () => lockFolder(directory, origin),
    `${directory} ${cannotBeWritten}`,
  );
  orUserError(
    () => fs.closeSync(fs.openSync(file, 'a', ofOwner)),
    `${file} ${cannotBeWritten}`,
  );
  fs.chmodSync(file, ofOwner);
  // Left by a crash while records were erased.
  fs.rmSync(partialOf(file), { force: true });
  const { lines, isTorn } = readLines(file);
  if (isTorn) rewrite(file, lines);
  const records: ByPath = new Map();
  let last = 0;
  const apply = (line: Line) => {
    addTo(records, line);
    last = Math.max(last, Date.parse(line.committed));
  };
  lines.forEach(apply);
  return {
    /** A time later than every stored one, so that commits have an order. */
    nextTime(): string {
      last = Math.max(Date.now(), last + 1);
      return new Date(last).toISOString();
    },
    get: (recordPath: string) => records.get(recordPath),
    /** The records of one collection, by id. */
    list: (collection: string) => listOf(records, collection),
    /** Commits a batch: all of it or, where the disk refuses, none. */
    commit(line: Line): void {
      append(file, line);
      apply(line);
    },
    /** Takes the records out of the file, too. */
    erase(paths: ReadonlySet<string>): void {
      rewrite(file, without(readLines(file).lines, paths));
      for (const recordPath of paths) records.delete(recordPath);
    },
    clear(): void {
      fs.truncateSync(file);
      records.clear();
    },
    close: unlock,
  };
}

/** Erases from a folder that no server uses; throws as openRecords does. */
export function eraseRecords(
  directory: string,
  paths: ReadonlySet<string>,
): void {
  const records = openRecords(directory, 'npm run records');
  try {
    records.erase(paths);
  } finally {
    records.close();
  }
}

/** Reads the records, which another process may be writing to. */
export function readRecords(directory: string) {
  const records: ByPath = new Map();
  const { lines } = readLines(recordsFile(directory));
  for (const line of lines) addTo(records, line);
  return {
    /** When the last of them was committed. */
    newest: lines.at(-1)?.committed ?? '',
    list: (collection: string) => listOf(records, collection),
  };
}

const ofOwner = 0o600;
const cannotBeWritten =
  'cannot be written to; give yourself the right to, or set DATA_DIR to another folder.';

function addTo(records: ByPath, line: Line): void {
  const time = Date.parse(line.timestamp);
  for (const [recordPath, fields] of Object.entries(line.records)) {
    const { created = Date.parse(line.committed) } =
      records.get(recordPath) ?? {};
    records.set(recordPath, { path: recordPath, fields, time, created });
  }
}

function listOf(records: ByPath, collection: string): StoredRecord[] {
  return [...records.values()]
    .filter((record) => record.path.startsWith(`${collection}/`))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function without(lines: readonly Line[], paths: ReadonlySet<string>): Line[] {
  return lines
    .map((line) => {
      const kept = Object.entries(line.records).filter(
        ([recordPath]) => !paths.has(recordPath),
      );
      return { ...line, records: Object.fromEntries(kept) };
    })
    .filter(({ records }) => Object.keys(records).length > 0);
}

/** Writes a line and waits for the disk, or leaves no trace of it. */
function append(file: string, line: Line): void {
  const { size } = fs.statSync(file);
  try {
    // A text Node 20 would not wait for.
    const bytes = Buffer.from(textOf([line]));
    fs.appendFileSync(file, bytes, { flush: true });
  } catch (error) {
    fs.truncateSync(file, size);
    throw error;
  }
}

/** Puts these lines in the file's place, whole or not at all. */
function rewrite(file: string, lines: readonly Line[]): void {
  const partial = partialOf(file);
  try {
    const bytes = Buffer.from(textOf(lines));
    fs.writeFileSync(partial, bytes, { flush: true, mode: ofOwner });
    fs.renameSync(partial, file);
  } finally {
    fs.rmSync(partial, { force: true });
  }
}

function partialOf(file: string): string {
  return `${file}.partial`;
}

function textOf(lines: readonly Line[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/**
 * Reads the whole lines. One without its end was cut by a crash before it was
 * answered, or a person has left it so.
 */
function readLines(file: string): { lines: Line[]; isTorn: boolean } {
  const bytes = orUserError(
    () => fs.readFileSync(file),
    `${file} cannot be read; give yourself the right to, or set DATA_DIR to another folder.`,
  );
  const lines: Line[] = [];
  let start = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    const line = orUserError(
      () => parseLine(bytes.toString('utf8', start, end)),
      `${file} cannot be read at line ${lines.length + 1}; repair that line, or move the file away to start with no records.`,
    );
    lines.push(line);
    start = end + 1;
  }
  if (start === bytes.length) return { lines, isTorn: false };
  try {
    lines.push(parseLine(bytes.toString('utf8', start)));
  } catch {
    // Cut in the middle.
  }
  return { lines, isTorn: true };
}

function orUserError<T>(act: () => T, message: string): T {
  try {
    return act();
  } catch (error) {
    throw error instanceof UserError ? error : new UserError(message);
  }
}

function parseLine(text: string): Line {
  const line = JSON.parse(text) as Line;
  const { timestamp, committed, records } = line;
  const fields = Object.values(records).flatMap(Object.values);
  const isWhole =
    Object.keys(records).every((name) => /^[^/]+\/[^/]+$/.test(name)) &&
    [timestamp, committed, ...fields].every((text) => typeof text === 'string');
  if (!isWhole) throw new TypeError('Not a batch of records');
  return line;
}
