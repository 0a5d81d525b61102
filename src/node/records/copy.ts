import * as fs from 'node:fs';
import * as readline from 'node:readline';
import { escaped } from '../printable.ts';
import { UserError } from '../user-error.ts';
import type { Document } from './source.ts';

/** The lines of a file that holds records as they were, from which they can be restored. */
export const copyLines = {
  head: (project: string) => `${JSON.stringify({ copyOf: project })}\n`,
  record: (document: Document) => `${escaped(JSON.stringify(document))}\n`,
  /** Tells a whole copy from one that was cut. */
  end: (records: number) => `${JSON.stringify({ records })}\n`,
};

/** Reads a copy's records; throws a UserError unless it is whole and of this project. */
export async function* readCopy(
  file: string,
  project: string,
): AsyncGenerator<Document> {
  let number = 0;
  let records = 0;
  let end: unknown;
  for await (const line of linesOf(file)) {
    number += 1;
    const { copyOf, path, fields, records: all } = parse(line);
    if (number === 1 && typeof copyOf === 'string') {
      if (copyOf === project) continue;
      throw new UserError(
        `${file} is a copy of the project ${copyOf}, and this is ${project}; nothing is restored.`,
      );
    }
    if (number > 1 && end === undefined && isDocument(path, fields)) {
      records += 1;
      yield { path, fields } as Document;
    } else if (number > 1 && end === undefined && all === records) end = all;
    else {
      throw new UserError(
        `${file}, line ${number}, is no line of a copy that erase or purge has written; take one that nobody has changed.`,
      );
    }
  }
  if (end !== undefined) return;
  throw new UserError(
    `${file} ends after ${records} records and is cut short; take a whole copy. Nothing is restored.`,
  );
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const input = fs.createReadStream(file);
  try {
    yield* readline.createInterface({ input, crlfDelay: Infinity });
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new UserError(`${file} cannot be read (${code}); name a copy.`);
  }
}

function parse(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value ? { ...value } : {};
  } catch {
    return {};
  }
}

function isDocument(path: unknown, fields: unknown): boolean {
  return (
    typeof path === 'string' &&
    /^\w+\/[^/]+$/.test(path) &&
    typeof fields === 'object' &&
    fields !== null &&
    Object.values(fields).every((value) => typeof value === 'object' && value)
  );
}
