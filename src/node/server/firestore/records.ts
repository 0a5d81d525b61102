import * as fs from 'node:fs';
import * as path from 'node:path';
import { UserError } from '../../user-error.ts';

export interface Record {
  /** collection/id */
  path: string;
  fields: { readonly [name: string]: string };
  timestamp: string;
  createTime: string;
  updateTime: string;
}

type Written = Pick<Record, 'path' | 'fields'>;

/** One line of the file: a batch as it was committed. */
interface Line {
  timestamp: string;
  committed: string;
  records: { [path: string]: Record['fields'] };
}

/**
 * The records as a file that a person can read: a line per committed batch,
 * only ever appended to, and on disk before the commit is answered.
 */
export interface Records {
  get(recordPath: string): Record | undefined;
  /** The records of one collection, by id. */
  list(collection: string): Record[];
  /** Commits a batch: all of it or, where the disk refuses, none. */
  commit(written: readonly Written[], timestamp: string, at: string): void;
  clear(): void;
  close(): void;
}

export function recordsFile(directory: string): string {
  return path.join(directory, 'records.jsonl');
}

/** Throws a UserError where the file cannot be read; it is left as it is. */
export function openRecords(directory: string): Records {
  const file = recordsFile(directory);
  makeDirectory(directory);
  const { records: byPath, torn } = load(file);
  if (torn) setAside(file);
  const descriptor = fs.openSync(file, 'a');
  return {
    get: (recordPath) => byPath.get(recordPath),
    list: (collection) => inCollection(byPath, collection),
    commit(written, timestamp, committed) {
      const records = Object.fromEntries(
        written.map((w) => [w.path, w.fields]),
      );
      const line: Line = { timestamp, committed, records };
      append(descriptor, `${JSON.stringify(line)}\n`);
      apply(byPath, line);
    },
    clear() {
      fs.ftruncateSync(descriptor, 0);
      byPath.clear();
    },
    close: () => fs.closeSync(descriptor),
  };
}

/** Reads the records while another process may write to them. */
export function readRecords(directory: string): Pick<Records, 'list'> {
  const { records } = load(recordsFile(directory));
  return { list: (collection) => inCollection(records, collection) };
}

type ByPath = Map<string, Record>;

function inCollection(byPath: ByPath, collection: string): Record[] {
  return [...byPath.values()]
    .filter((record) => record.path.startsWith(`${collection}/`))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function apply(byPath: ByPath, { timestamp, committed, records }: Line): void {
  for (const [recordPath, fields] of Object.entries(records)) {
    const createTime = byPath.get(recordPath)?.createTime ?? committed;
    const record = { path: recordPath, fields, timestamp, createTime };
    byPath.set(recordPath, { ...record, updateTime: committed });
  }
}

/** Writes all of the text and waits for the disk, or leaves no trace of it. */
function append(descriptor: number, text: string): void {
  const before = fs.fstatSync(descriptor).size;
  try {
    const bytes = Buffer.from(text);
    for (let done = 0; done < bytes.length; ) {
      done += fs.writeSync(descriptor, bytes, done);
    }
    fs.fdatasyncSync(descriptor);
  } catch (error) {
    fs.ftruncateSync(descriptor, before);
    throw error;
  }
}

function load(file: string): { records: ByPath; torn: boolean } {
  const lines = read(file).split('\n');
  const torn = lines.pop() !== '';
  const records: ByPath = new Map();
  for (const [index, line] of lines.entries()) {
    try {
      apply(records, parseLine(line));
    } catch {
      throw new UserError(
        `${file} cannot be read at line ${index + 1}; repair that line, or move the file away to start with no records.`,
      );
    }
  }
  return { records, torn };
}

function read(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw new UserError(
      `${file} cannot be read; give yourself the right to, or set DATA_DIR to another folder.`,
    );
  }
}

/** A line without its end was cut by a crash before it was answered. */
function setAside(file: string): void {
  const bytes = fs.readFileSync(file);
  const whole = bytes.lastIndexOf('\n') + 1;
  fs.appendFileSync(`${file}.torn`, bytes.subarray(whole));
  fs.appendFileSync(`${file}.torn`, '\n');
  fs.truncateSync(file, whole);
}

function makeDirectory(directory: string): void {
  try {
    fs.mkdirSync(directory, { recursive: true });
  } catch {
    throw new UserError(
      `${directory} cannot be made a folder for the records; set DATA_DIR to another one.`,
    );
  }
}

function parseLine(text: string): Line {
  const line = JSON.parse(text) as Line;
  const isText = (value: unknown) => typeof value === 'string';
  const whole =
    isText(line.timestamp) &&
    isText(line.committed) &&
    Object.entries(line.records).every(
      ([recordPath, fields]) =>
        /^[^/]+\/[^/]+$/.test(recordPath) &&
        Object.values(fields).every(isText),
    );
  if (!whole) throw new TypeError('Not a batch of records');
  return line;
}
