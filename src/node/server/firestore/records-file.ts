import * as fs from 'node:fs';
import * as path from 'node:path';
import { lockFolder } from '../../lock-folder.ts';
import { linesOf, parseObject } from '../../read-text.ts';
import { orUserError, UserError } from '../../user-error.ts';
import type { Fields, Texts } from './rules.ts';

export interface StoredRecord {
  /** collection/id */
  path: string;
  fields: Texts;
  /** Its timestamp, in milliseconds. */
  time: number;
  /** When it was committed first; a replay changes only its timestamp. */
  created: number;
}

/** Returns a record's fields as Firestore spells them. */
export function fieldsOf({ fields, time }: StoredRecord): Fields {
  const texts = Object.entries(fields).map(
    ([name, stringValue]) => [name, { stringValue }] as const,
  );
  const timestamp = { timestampValue: new Date(time).toISOString() };
  return { ...Object.fromEntries(texts), timestamp };
}

/** One line of the file: a batch as it was committed. */
interface Line {
  timestamp: string;
  committed: string;
  records: { [path: string]: Texts };
}

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
  const failure = `The records in ${directory} cannot be used`;
  const unlock = orUserError(failure, advice, () => {
    fs.mkdirSync(directory, { recursive: true });
    const unlock = lockFolder(directory, origin);
    fs.closeSync(fs.openSync(file, 'a'));
    fs.chmodSync(file, ofOwner);
    // Left by a crash while records were erased.
    fs.rmSync(partialOf(file), { force: true });
    return unlock;
  });
  const { records, list, lastCommitTime, isTorn } = readRecords(directory);
  if (isTorn) rewrite(file, records.values());
  let last = Date.parse(lastCommitTime || '1970');
  return {
    /** A time later than every stored one, so that commits have an order. */
    nextTime(): string {
      last = Math.max(Date.now(), last + 1);
      return new Date(last).toISOString();
    },
    get: (recordPath: string) => records.get(recordPath),
    list,
    /** Commits batches: all of them or, where the disk refuses, none. */
    commit(...lines: readonly Line[]): void {
      append(file, lines);
      for (const line of lines) add(records, line);
    },
    /** Takes the records out of the file, too. */
    erase(paths: ReadonlySet<string>): void {
      const all = [...records.values()];
      rewrite(
        file,
        all.filter((one) => !paths.has(one.path)),
      );
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
  const records = new Map<string, StoredRecord>();
  let lastCommitTime = '';
  /** Whether the last line lacks its end: a crash cut it, or a person. */
  let isTorn = false;
  const file = recordsFile(directory);
  // A crash may cut a line within a character.
  for (const [text, number, isWhole] of linesOf(file, false)) {
    isTorn = !isWhole;
    const line = parseLine(text);
    if (line) {
      add(records, line);
      lastCommitTime = line.committed;
    }
    // What a crash has cut was not answered: nobody was told that it is stored.
    else if (!isTorn) {
      throw new UserError(
        `${file} cannot be read at line ${number}; repair that line, or move the file away to start with no records.`,
      );
    }
  }
  /** The records of one collection, by id. */
  const list = (collection: string) =>
    [...records.values()]
      .filter((record) => record.path.startsWith(`${collection}/`))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  return { records, list, lastCommitTime, isTorn };
}

const advice = 'give yourself the right to, or set DATA_DIR to another folder';
const ofOwner = 0o600;
const partialOf = (file: string) => `${file}.partial`;
const textOf = (line: Line) => `${JSON.stringify(line)}\n`;

function add(records: Map<string, StoredRecord>, line: Line): void {
  const time = Date.parse(line.timestamp);
  for (const [path, fields] of Object.entries(line.records)) {
    const { created = Date.parse(line.committed) } = records.get(path) ?? {};
    records.set(path, { path, fields, time, created });
  }
}

/** Writes lines and waits for the disk, or leaves no trace of them. */
function append(file: string, lines: readonly Line[]): void {
  const { size } = fs.statSync(file);
  try {
    // Node 20 would not wait for the disk with a text.
    const bytes = Buffer.from(lines.map(textOf).join(''));
    fs.appendFileSync(file, bytes, { flush: true });
  } catch (error) {
    fs.truncateSync(file, size);
    throw error;
  }
}

/** Puts a file with these records in this one's place, whole or not. */
function rewrite(file: string, records: Iterable<StoredRecord>): void {
  const partial = partialOf(file);
  const written = fs.openSync(partial, 'w', ofOwner);
  const textOfTime = (time: number) => new Date(time).toISOString();
  try {
    for (const { path, fields, time, created } of records) {
      const timestamp = textOfTime(time);
      const committed = textOfTime(created);
      const line = { timestamp, committed, records: { [path]: fields } };
      fs.appendFileSync(written, textOf(line));
    }
    fs.fsyncSync(written);
    fs.renameSync(partial, file);
  } finally {
    fs.closeSync(written);
    fs.rmSync(partial, { force: true });
  }
}

/** Returns a batch of records, or undefined where the text is none. */
function parseLine(text: string): Line | undefined {
  const { timestamp, committed, records } = Object(parseObject(text));
  const fields = Object.values(Object(records)).map(Object);
  const isWhole =
    records &&
    [timestamp, committed].every((time) => Date.parse(time) > 0) &&
    fields.flatMap(Object.values).every((field) => typeof field === 'string');
  return isWhole ? { timestamp, committed, records } : undefined;
}
