import * as fs from 'node:fs';
import * as path from 'node:path';
import { lockFolder } from '../../node/lock-folder.ts';
import { parseObject, readLines } from '../../node/read-text.ts';
import { UserError, wrapSystemError } from '../../node/user-error.ts';
import type { Fields, TextFields } from './rules.ts';

export interface StoredRecord {
  path: string;
  fields: TextFields;
  time: number;
  /** The time of the commit that created the record, in milliseconds. */
  created: number;
}

/** Returns a record's fields in the format of Firestore's REST API. */
export function toFields({ fields, time }: StoredRecord): Fields {
  const texts = Object.entries(fields).map(
    ([name, stringValue]) => [name, { stringValue }] as const,
  );
  const timestamp = { timestampValue: new Date(time).toISOString() };
  return { ...Object.fromEntries(texts), timestamp };
}

interface BatchLine {
  timestamp: string;
  committed: string;
  records: { [path: string]: TextFields };
}

export type Database = ReturnType<typeof openRecords>;

export function getRecordsPath(directory: string): string {
  return path.join(directory, 'records.jsonl');
}

/**
 * Opens a text file with one line for each committed batch. Throws a UserError
 * if another server uses the file or a line cannot be read.
 */
export function openRecords(directory: string, lockHolder: string) {
  const file = getRecordsPath(directory);
  const failure = `The records in ${directory} cannot be used`;
  const unlock = wrapSystemError(failure, advice, () => {
    fs.mkdirSync(directory, { recursive: true });
    const unlock = lockFolder(directory, lockHolder);
    fs.closeSync(fs.openSync(file, 'a'));
    fs.chmodSync(file, ownerOnlyMode);
    // A crash during an erasure leaves a partial file.
    fs.rmSync(getPartialFile(file), { force: true });
    return unlock;
  });

  const { records, list, lastCommitTime, isTorn } = readRecords(directory);
  if (isTorn) rewriteFile(file, records.values());

  let lastTime = Date.parse(lastCommitTime || '1970');
  return {
    /** Returns a time that is later than every stored time. */
    nextTime(): string {
      lastTime = Math.max(Date.now(), lastTime + 1);
      return new Date(lastTime).toISOString();
    },
    get: (recordPath: string) => records.get(recordPath),
    list,
    /** Appends all batches, or throws and appends none. */
    commit(...lines: readonly BatchLine[]): void {
      appendLines(file, lines);
      for (const line of lines) addBatch(records, line);
    },
    erase(paths: ReadonlySet<string>): void {
      const remainder = [...records.values()].filter((r) => !paths.has(r.path));
      rewriteFile(file, remainder);
      for (const recordPath of paths) records.delete(recordPath);
    },
    clear(): void {
      fs.truncateSync(file);
      records.clear();
    },
    close: unlock,
  };
}

/** Reads the records, even while another process writes to the file. */
export function readRecords(directory: string) {
  const records = new Map<string, StoredRecord>();
  let lastCommitTime = '';
  /** Whether the last line has no line break, after a crash or an edit. */
  let isTorn = false;
  const file = getRecordsPath(directory);
  // A crash can truncate a character.
  const lines = readLines(file, { acceptsInvalidText: true });

  for (const { text, number, isWhole } of lines) {
    isTorn = !isWhole;
    const line = parseLine(text);
    if (line) {
      addBatch(records, line);
      lastCommitTime = line.committed;
      continue;
    }

    // Skips a truncated commit, because its client never got a response.
    if (isTorn) continue;
    throw new UserError(
      `${file} cannot be read at line ${number}; repair that line, or move the file to start without records.`,
    );
  }

  const list = (collection: string) =>
    [...records.values()]
      .filter((record) => record.path.startsWith(`${collection}/`))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  return { records, list, lastCommitTime, isTorn };
}

const advice = 'give yourself permission, or set DATA_DIR to another folder';
const ownerOnlyMode = 0o600;
const getPartialFile = (file: string) => `${file}.partial`;
const formatBatch = (line: BatchLine) => `${JSON.stringify(line)}\n`;

function addBatch(records: Map<string, StoredRecord>, line: BatchLine): void {
  const time = Date.parse(line.timestamp);
  for (const [path, fields] of Object.entries(line.records)) {
    const { created = Date.parse(line.committed) } = records.get(path) ?? {};
    records.set(path, { path, fields, time, created });
  }
}

/** Appends lines and waits for the disk. After an error, restores the file. */
function appendLines(file: string, lines: readonly BatchLine[]): void {
  const { size } = fs.statSync(file);
  try {
    // Node 20 ignores `flush` if the data is a string.
    const bytes = Buffer.from(lines.map(formatBatch).join(''));
    fs.appendFileSync(file, bytes, { flush: true });
  } catch (error) {
    fs.truncateSync(file, size);
    throw error;
  }
}

/** Atomically replaces the file with a file that contains only these records. */
function rewriteFile(file: string, records: Iterable<StoredRecord>): void {
  const toIso = (time: number) => new Date(time).toISOString();
  const partialFile = getPartialFile(file);
  const descriptor = fs.openSync(partialFile, 'w', ownerOnlyMode);

  try {
    for (const { path, fields, time, created } of records) {
      const times = { timestamp: toIso(time), committed: toIso(created) };
      const line = { ...times, records: { [path]: fields } };
      fs.appendFileSync(descriptor, formatBatch(line));
    }

    fs.fsyncSync(descriptor);
    fs.renameSync(partialFile, file);
  } finally {
    fs.closeSync(descriptor);
    fs.rmSync(partialFile, { force: true });
  }
}

/** Parses a batch of records. Returns undefined for any other text. */
function parseLine(text: string): BatchLine | undefined {
  const { timestamp, committed, records } = Object(parseObject(text));
  const hasTimes = [timestamp, committed].every((time) => Date.parse(time) > 0);
  if (!hasTimes || !records) return undefined;

  const recordFields = Object.values(Object(records)).map(Object);
  const values: unknown[] = recordFields.flatMap(Object.values);
  const areTexts = values.every((value) => typeof value === 'string');
  return areTexts ? { timestamp, committed, records } : undefined;
}
