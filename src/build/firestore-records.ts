import * as fs from 'node:fs';
import * as path from 'node:path';
import { Complaint } from './complaint.ts';

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
export class Records {
  readonly #byPath = new Map<string, Record>();
  readonly #file: string;
  #descriptor: number;

  /** Throws a Complaint where the file cannot be read; it is left as it is. */
  constructor(directory: string) {
    this.#file = path.join(directory, 'records.jsonl');
    makeDirectory(directory);
    this.#descriptor = fs.openSync(this.#file, 'a+');
    this.#load();
  }

  get file(): string {
    return this.#file;
  }

  get(recordPath: string): Record | undefined {
    return this.#byPath.get(recordPath);
  }

  /** The records of one collection, by id. */
  list(collection: string): Record[] {
    return [...this.#byPath.values()]
      .filter((record) => record.path.startsWith(`${collection}/`))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** Commits a batch: all of it or, where the disk refuses, none. */
  commit(written: readonly Written[], timestamp: string, committed: string) {
    const records = Object.fromEntries(written.map((w) => [w.path, w.fields]));
    const line: Line = { timestamp, committed, records };
    const before = fs.fstatSync(this.#descriptor).size;
    try {
      fs.writeSync(this.#descriptor, `${JSON.stringify(line)}\n`);
      fs.fdatasyncSync(this.#descriptor);
    } catch (error) {
      fs.ftruncateSync(this.#descriptor, before);
      throw error;
    }
    this.#apply(line);
  }

  clear(): void {
    fs.ftruncateSync(this.#descriptor, 0);
    this.#byPath.clear();
  }

  close(): void {
    fs.closeSync(this.#descriptor);
  }

  #apply({ timestamp, committed, records }: Line): void {
    for (const [recordPath, fields] of Object.entries(records)) {
      const createTime = this.#byPath.get(recordPath)?.createTime ?? committed;
      const record = { path: recordPath, fields, timestamp, createTime };
      this.#byPath.set(recordPath, { ...record, updateTime: committed });
    }
  }

  #load(): void {
    const text = fs.readFileSync(this.#file, 'utf8');
    const lines = text.split('\n');
    const torn = lines.pop() ?? '';
    for (const [index, line] of lines.entries()) {
      try {
        this.#apply(parseLine(line));
      } catch {
        throw new Complaint(
          `${this.#file} cannot be read at line ${index + 1}; repair that line, or move the file away to start with no records.`,
        );
      }
    }
    if (torn) this.#setAside(torn, text);
  }

  /** A line without its end was cut by a crash before it was answered. */
  #setAside(torn: string, text: string): void {
    fs.appendFileSync(`${this.#file}.torn`, `${torn}\n`);
    const whole = text.slice(0, text.length - torn.length);
    fs.ftruncateSync(this.#descriptor, Buffer.byteLength(whole));
  }
}

function makeDirectory(directory: string): void {
  try {
    fs.mkdirSync(directory, { recursive: true });
  } catch {
    throw new Complaint(
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
