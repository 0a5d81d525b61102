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
  const unlock = lock(directory, origin);
  orUserError(
    () => fs.closeSync(fs.openSync(file, 'a', ofOwner)),
    `${file} ${cannotBeWritten}`,
  );
  fs.chmodSync(file, ofOwner);
  // Left by a crash while records were erased.
  fs.rmSync(partialOf(file), { force: true });
  const records: ByPath = new Map();
  let last = 0;
  const apply = (line: Line) => {
    addTo(records, line);
    last = Math.max(last, Date.parse(line.committed));
  };
  const isTorn = eachLine(file, apply);
  if (isTorn) rewriteWithout(file, new Set());
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
      for (const line of lines) apply(line);
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
  const records: ByPath = new Map();
  let newest = '';
  eachLine(recordsFile(directory), (line) => {
    addTo(records, line);
    newest = line.committed;
  });
  return {
    /** When the last of them was committed. */
    newest,
    list: (collection: string) => listOf(records, collection),
  };
}

const ofOwner = 0o600;
const cannotBeWritten =
  'cannot be written to; give yourself the right to, or set DATA_DIR to another folder.';

function lock(directory: string, origin: string): () => void {
  return orUserError(
    () => lockFolder(directory, origin),
    `${directory} ${cannotBeWritten}`,
  );
}

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

/** Writes lines and waits for the disk, or leaves no trace of them. */
function append(file: string, lines: readonly Line[]): void {
  const { size } = fs.statSync(file);
  try {
    // A text Node 20 would not wait for.
    const bytes = Buffer.from(textOf(lines));
    fs.appendFileSync(file, bytes, { flush: true });
  } catch (error) {
    fs.truncateSync(file, size);
    throw error;
  }
}

/** Puts a file without these records in this one's place, whole or not. */
function rewriteWithout(file: string, paths: ReadonlySet<string>): void {
  const partial = partialOf(file);
  try {
    const descriptor = fs.openSync(partial, 'w', ofOwner);
    try {
      eachLine(file, ({ records, ...times }) => {
        const all = Object.entries(records);
        const kept = all.filter(([recordPath]) => !paths.has(recordPath));
        if (kept.length === 0) return;
        const line = { ...times, records: Object.fromEntries(kept) };
        fs.writeFileSync(descriptor, textOf([line]));
      });
      fs.fsyncSync(descriptor);
    } finally {
      fs.closeSync(descriptor);
    }
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
 * Reads the whole lines; returns whether the last one lacks its end. That one
 * was cut by a crash before it was answered, or whole as a person has left it.
 */
function eachLine(file: string, use: (line: Line) => void): boolean {
  let index = 0;
  let rest: Buffer = Buffer.alloc(0);
  for (const piece of piecesOf(file)) {
    const bytes = Buffer.concat([rest, piece]);
    let start = 0;
    let end = bytes.indexOf(10);
    for (; end >= 0; end = bytes.indexOf(10, start)) {
      index += 1;
      const line = orUserError(
        () => parseLine(bytes.toString('utf8', start, end)),
        `${file} cannot be read at line ${index}; repair that line, or move the file away to start with no records.`,
      );
      use(line);
      start = end + 1;
    }
    rest = bytes.subarray(start);
  }
  if (rest.length === 0) return false;
  try {
    use(parseLine(rest.toString()));
  } catch {}
  return true;
}

/** Not the whole file at once, beside all that is read from it. */
function* piecesOf(file: string): Generator<Buffer> {
  const piece = Buffer.alloc(1 << 20);
  const read = () => fs.readSync(descriptor, piece);
  const message = `${file} cannot be read; give yourself the right to, or set DATA_DIR to another folder.`;
  const descriptor = orUserError(() => fs.openSync(file, 'r'), message);
  try {
    for (;;) {
      const size = orUserError(read, message);
      if (size === 0) return;
      yield piece.subarray(0, size);
    }
  } finally {
    fs.closeSync(descriptor);
  }
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
    [timestamp, committed, ...fields].every(
      (text) => typeof text === 'string',
    ) &&
    [timestamp, committed].every((time) => Number.isFinite(Date.parse(time)));
  if (!isWhole) throw new TypeError('Not a batch of records');
  return line;
}
