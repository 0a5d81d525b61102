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
  const unlock = orUserError(directory, () => {
    fs.mkdirSync(directory, { recursive: true });
    const unlock = lockFolder(directory, origin);
    fs.closeSync(fs.openSync(file, 'a'));
    fs.chmodSync(file, ofOwner);
    // Left by a crash while records were erased.
    fs.rmSync(partialOf(file), { force: true });
    return unlock;
  });
  const { lines, isTorn } = readLines(file);
  if (isTorn) rewriteWithout(file, new Set());
  const records = recordsIn(lines);
  let last = Date.parse(lines.at(-1)?.committed ?? '1970');
  return {
    /** A time later than every stored one, so that commits have an order. */
    nextTime(): string {
      last = Math.max(Date.now(), last + 1);
      return new Date(last).toISOString();
    },
    get: (recordPath: string) => records.get(recordPath),
    /** The records of one collection, by id. */
    list: (collection: string) => listOf(records, collection),
    /** Commits batches: all of them or, where the disk refuses, none. */
    commit(...lines: readonly Line[]): void {
      append(file, lines);
      for (const line of lines) add(records, line);
    },
    /** Takes the records out of the file, too. */
    erase(paths: ReadonlySet<string>): void {
      rewriteWithout(file, paths);
      for (const recordPath of paths) records.delete(recordPath);
    },
    clear(): void {
      fs.truncateSync(file);
      records.clear();
    },
    close: unlock,
  };
}

/** Reads the records, which another process may be writing to. */
export function readRecords(directory: string) {
  const { lines } = readLines(recordsFile(directory));
  const records = recordsIn(lines);
  return {
    /** When the last of them was committed. */
    newest: lines.at(-1)?.committed ?? '',
    list: (collection: string) => listOf(records, collection),
  };
}

const ofOwner = 0o600;

function orUserError<T>(directory: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof UserError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new UserError(
      `The records in ${directory} cannot be used (${code}); give yourself the right to, or set DATA_DIR to another folder.`,
    );
  }
}

function recordsIn(lines: readonly Line[]): ByPath {
  const records: ByPath = new Map();
  for (const line of lines) add(records, line);
  return records;
}

function add(records: ByPath, line: Line): void {
  const time = Date.parse(line.timestamp);
  for (const [path, fields] of Object.entries(line.records)) {
    const { created = Date.parse(line.committed) } = records.get(path) ?? {};
    records.set(path, { path, fields, time, created });
  }
}

function listOf(records: ByPath, collection: string): StoredRecord[] {
  return [...records.values()]
    .filter((record) => record.path.startsWith(`${collection}/`))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Writes lines and waits for the disk, or leaves no trace of them. */
function append(file: string, lines: readonly Line[]): void {
  const { size } = fs.statSync(file);
  try {
    fs.appendFileSync(file, bytesOf(lines), { flush: true });
  } catch (error) {
    fs.truncateSync(file, size);
    throw error;
  }
}

/** Puts a file without these records in this one's place, whole or not. */
function rewriteWithout(file: string, paths: ReadonlySet<string>): void {
  const lines = readLines(file).lines.flatMap(({ records, ...times }) => {
    const kept = Object.entries(records).filter(([path]) => !paths.has(path));
    return kept.length > 0
      ? { ...times, records: Object.fromEntries(kept) }
      : [];
  });
  const partial = partialOf(file);
  try {
    const options = { mode: ofOwner, flush: true };
    fs.writeFileSync(partial, bytesOf(lines), options);
    fs.renameSync(partial, file);
  } finally {
    fs.rmSync(partial, { force: true });
  }
}

const partialOf = (file: string) => `${file}.partial`;

/** Node 20 would not wait for the disk with a text. */
function bytesOf(lines: readonly Line[]): Buffer {
  return Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/**
 * Reads the lines, and whether the last one lacks its end: it was cut by a
 * crash before it was answered, or is whole as a person has left it.
 */
function readLines(file: string): { lines: Line[]; isTorn: boolean } {
  const read = () => fs.readFileSync(file, 'utf8');
  const texts = orUserError(path.dirname(file), read).split('\n');
  const rest = texts.pop();
  const lines = texts.map((text, index) => {
    try {
      return parseLine(text);
    } catch {
      throw new UserError(
        `${file} cannot be read at line ${index + 1}; repair that line, or move the file away to start with no records.`,
      );
    }
  });
  try {
    if (rest) lines.push(parseLine(rest));
  } catch {
    // It was cut, and nobody was told that it is stored.
  }
  return { lines, isTorn: rest !== '' };
}

function parseLine(text: string): Line {
  const line: Line = JSON.parse(text);
  const { timestamp, committed, records } = line;
  const fields = Object.values(records).flatMap(Object.values);
  const isWhole =
    [timestamp, committed].every((time) => Date.parse(time) > 0) &&
    fields.every((field) => typeof field === 'string');
  if (!isWhole) throw new TypeError('Not a batch of records');
  return line;
}
