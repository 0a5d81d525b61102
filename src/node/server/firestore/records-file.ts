import * as fs from 'node:fs';
import * as path from 'node:path';
import { lockFolder } from '../../lock-folder.ts';
import { UserError } from '../../user-error.ts';
import type { Texts } from './rules.ts';

export interface StoredRecord {
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
 * read, a line per committed batch, appended to except where its owner erases,
 * and on disk before the commit is answered. Throws a UserError where another
 * server has it open, or where it cannot be read; it is left as it is.
 */
export async function openRecords(directory: string, origin: string) {
  const file = recordsFile(directory);
  orUserError(
    () => fs.mkdirSync(directory, { recursive: true }),
    `${directory} cannot be made a folder for the records; set DATA_DIR to another one.`,
  );
  // First of all, since a torn line may be one that another server writes.
  const unlock = await lock(directory, origin);
  // Left by a crash while records were erased.
  fs.rmSync(`${file}.partial`, { force: true });
  const { records, newest, torn } = load(file);
  if (torn !== undefined) setAside(file, torn);
  let last = newest;
  let descriptor = orUserError(
    () => fs.openSync(file, 'a'),
    `${file} ${cannotBeWritten}`,
  );
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
      append(descriptor, `${JSON.stringify(line)}\n`);
      apply(records, line);
    },
    /** Takes the records out of the file, too. */
    erase(paths: ReadonlySet<string>): void {
      // Windows replaces no file that is open.
      fs.closeSync(descriptor);
      try {
        rewriteWithout(file, paths);
      } finally {
        descriptor = fs.openSync(file, 'a');
      }
      for (const recordPath of paths) records.delete(recordPath);
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

const cannotBeWritten =
  'cannot be written to; give yourself the right to, or set DATA_DIR to another folder.';

/** Locks the folder; throws a UserError where nothing can be written there. */
async function lock(directory: string, holder: string): Promise<() => void> {
  return lockFolder(directory, holder).catch((error) => {
    if (!/^(EACCES|EPERM|EROFS)$/.test(error.code)) throw error;
    throw new UserError(`${directory} ${cannotBeWritten}`);
  });
}

/** Erases from a folder that no server uses; throws as openRecords does. */
export async function eraseRecords(
  directory: string,
  paths: ReadonlySet<string>,
): Promise<void> {
  const unlock = await lock(directory, 'npm run records');
  try {
    const file = recordsFile(directory);
    const { descriptor, torn } = eachLine(file, () => {});
    fs.closeSync(descriptor);
    if (torn !== undefined) setAside(file, torn);
    rewriteWithout(file, paths);
  } finally {
    unlock();
  }
}

/** Erases the cut lines that hold one of the words; gives how many. */
export function eraseTorn(directory: string, words: readonly string[]): number {
  const file = `${recordsFile(directory)}.torn`;
  if (!fs.existsSync(file)) return 0;
  const lines = fs.readFileSync(file, 'utf8').split('\n').slice(0, -1);
  const kept = lines.filter(
    (line) => !words.some((word) => line.toLowerCase().includes(word)),
  );
  if (kept.length === 0) fs.rmSync(file);
  else if (kept.length < lines.length) {
    fs.writeFileSync(file, `${kept.join('\n')}\n`);
  }
  return lines.length - kept.length;
}

/** Where a record's text stands in the file. */
export interface Located {
  path: string;
  /** Its timestamp, in milliseconds. */
  time: number;
  /** When it was committed first; a replay changes only its timestamp. */
  created: number;
  start: number;
  length: number;
}

/**
 * Reads the records while another process may write to them; their texts only
 * as they are asked for, since they may be too many for the memory.
 */
export function readRecords(directory: string) {
  const file = recordsFile(directory);
  const located = new Map<string, Located>();
  let newest = '';
  const { descriptor } = eachLine(file, (line, start, length) => {
    const time = Date.parse(line.timestamp);
    newest = line.committed;
    for (const path of Object.keys(line.records)) {
      const { created = Date.parse(newest) } = located.get(path) ?? {};
      located.set(path, { path, time, created, start, length });
    }
  });
  return {
    /** When the last of them was committed. */
    newest,
    list: (collection: string) => listOf(located, collection),
    /** Gives its texts and its timestamp. */
    read({ path, start, length }: Located): Texts {
      const bytes = Buffer.allocUnsafe(length);
      fs.readSync(descriptor, bytes, 0, length, start);
      const { records, timestamp } = parseLine(bytes.toString());
      return { ...records[path], timestamp };
    },
    close: () => fs.closeSync(descriptor),
  };
}

type ByPath = Map<string, StoredRecord>;

function listOf<T extends { path: string }>(
  records: ReadonlyMap<string, T>,
  collection: string,
): T[] {
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
    writeAll(descriptor, text);
    fs.fdatasyncSync(descriptor);
  } catch (error) {
    fs.ftruncateSync(descriptor, before);
    throw error;
  }
}

function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) {
    done += fs.writeSync(descriptor, bytes, done);
  }
}

/** Puts a file without these records in this one's place, whole or not. */
function rewriteWithout(file: string, paths: ReadonlySet<string>): void {
  const partial = `${file}.partial`;
  const target = fs.openSync(partial, 'w', fs.statSync(file).mode);
  let text = '';
  const write = () => {
    writeAll(target, text);
    text = '';
  };
  try {
    const { descriptor } = eachLine(file, ({ records, ...times }) => {
      const kept = Object.entries(records).filter(([path]) => !paths.has(path));
      if (kept.length === 0) return;
      const line = { ...times, records: Object.fromEntries(kept) };
      text += `${JSON.stringify(line)}\n`;
      if (text.length > chunkSize) write();
    });
    fs.closeSync(descriptor);
    write();
    fs.fsyncSync(target);
  } catch (error) {
    fs.closeSync(target);
    fs.rmSync(partial, { force: true });
    throw error;
  }
  fs.closeSync(target);
  fs.renameSync(partial, file);
  if (process.platform === 'win32') return;
  // So that a power cut does not bring the old file back.
  const folder = fs.openSync(path.dirname(file), 'r');
  fs.fsyncSync(folder);
  fs.closeSync(folder);
}

/** Gives where a torn last line begins, if there is one. */
function load(file: string) {
  const records: ByPath = new Map();
  let newest = 0;
  if (!fs.existsSync(file)) return { records, newest, torn: undefined };
  const { descriptor, torn } = eachLine(file, (line) => {
    apply(records, line);
    newest = Math.max(newest, Date.parse(line.committed) || 0);
  });
  fs.closeSync(descriptor);
  return { records, newest, torn };
}

const chunkSize = 1 << 16;

/** Reads the file a piece after the other; leaves it open for more. */
function eachLine(
  file: string,
  use: (line: Line, start: number, length: number) => void,
): { descriptor: number; torn: number | undefined } {
  const orUnreadable = <T>(act: () => T) =>
    orUserError(
      act,
      `${file} cannot be read; give yourself the right to, or set DATA_DIR to another folder.`,
    );
  const descriptor = orUnreadable(() => fs.openSync(file, 'r'));
  let buffer = Buffer.alloc(chunkSize);
  let [start, filled, index] = [0, 0, 0];
  for (;;) {
    const room = buffer.length - filled;
    const read = orUnreadable(() =>
      fs.readSync(descriptor, buffer, filled, room, null),
    );
    if (read === 0) break;
    filled += read;
    const bytes = buffer.subarray(0, filled);
    let from = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
      index += 1;
      const line = orUserError(
        () => parseLine(bytes.toString('utf8', from, end)),
        `${file} cannot be read at line ${index}; repair that line, or move the file away to start with no records.`,
      );
      use(line, start + from, end - from);
      from = end + 1;
    }
    buffer.copyWithin(0, from, filled);
    start += from;
    filled -= from;
    if (filled === buffer.length) {
      buffer = Buffer.concat([buffer, Buffer.alloc(filled)]);
    }
  }
  return { descriptor, torn: filled > 0 ? start : undefined };
}

function orUserError<T>(act: () => T, message: string): T {
  try {
    return act();
  } catch {
    throw new UserError(message);
  }
}

/** A line without its end was cut by a crash before it was answered. */
function setAside(file: string, start: number): void {
  const descriptor = fs.openSync(file, 'r');
  const bytes = Buffer.alloc(fs.fstatSync(descriptor).size - start);
  fs.readSync(descriptor, bytes, 0, bytes.length, start);
  fs.closeSync(descriptor);
  fs.appendFileSync(`${file}.torn`, bytes);
  fs.appendFileSync(`${file}.torn`, '\n');
  fs.truncateSync(file, start);
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
