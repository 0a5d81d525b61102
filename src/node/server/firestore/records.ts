import * as fs from 'node:fs';
import * as path from 'node:path';
import { UserError } from '../../user-error.ts';
import type { Texts } from './access.ts';
import { lockFolder } from './lock.ts';

export interface Record {
  /** collection/id */
  path: string;
  fields: Texts;
  timestamp: string;
}

/** One line of the file: a batch as it was committed. */
interface Line {
  timestamp: string;
  committed: string;
  records: { [path: string]: Texts };
}

export type Records = Awaited<ReturnType<typeof openRecords>>;

export function recordsFile(directory: string): string {
  return path.join(directory, 'records.jsonl');
}

/**
 * Opens the records for the server at this origin: a file that a person can
 * read, a line per committed batch, only ever appended to, and on disk before
 * the commit is answered. Throws a UserError where another server has it open,
 * or where it cannot be read; it is left as it is.
 */
export async function openRecords(directory: string, origin: string) {
  const file = recordsFile(directory);
  orTell(
    () => fs.mkdirSync(directory, { recursive: true }),
    `${directory} cannot be made a folder for the records; set DATA_DIR to another one.`,
  );
  // First of all, since a torn line may be one that another server writes.
  const unlock = await lockFolder(directory, origin);
  const { records, torn } = load(file);
  if (torn) setAside(file);
  const descriptor = fs.openSync(file, 'a');
  return {
    get: (recordPath: string) => records.get(recordPath),
    /** The records of one collection, by id. */
    list: (collection: string) => listOf(records, collection),
    /** Commits a batch: all of it or, where the disk refuses, none. */
    commit(line: Line): void {
      append(descriptor, `${JSON.stringify(line)}\n`);
      apply(records, line);
    },
    clear(): void {
      fs.ftruncateSync(descriptor, 0);
      records.clear();
    },
    close(): void {
      fs.closeSync(descriptor);
      unlock();
    },
  };
}

/** Reads the records while another process may write to them. */
export function readRecords(directory: string): Pick<Records, 'list'> {
  const { records } = load(recordsFile(directory));
  return { list: (collection) => listOf(records, collection) };
}

type ByPath = Map<string, Record>;

function listOf(records: ByPath, collection: string): Record[] {
  return [...records.values()]
    .filter((record) => record.path.startsWith(`${collection}/`))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function apply(byPath: ByPath, { timestamp, records }: Line): void {
  for (const [recordPath, fields] of Object.entries(records)) {
    byPath.set(recordPath, { path: recordPath, fields, timestamp });
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
  const text = orTell(
    () => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''),
    `${file} cannot be read; give yourself the right to, or set DATA_DIR to another folder.`,
  );
  const lines = text.split('\n');
  const torn = lines.pop() !== '';
  const records: ByPath = new Map();
  for (const [index, line] of lines.entries()) {
    orTell(
      () => apply(records, parseLine(line)),
      `${file} cannot be read at line ${index + 1}; repair that line, or move the file away to start with no records.`,
    );
  }
  return { records, torn };
}

function orTell<T>(act: () => T, message: string): T {
  try {
    return act();
  } catch {
    throw new UserError(message);
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
