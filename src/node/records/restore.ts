import * as path from 'node:path';
import { escaped } from '../printable.ts';
import { UserError } from '../user-error.ts';
import { linesOf } from './files.ts';
import { listing } from './listing.ts';
import { parseAnswer } from './remote.ts';
import { type Document, nameOf, toEntry } from './source.ts';
import { confirmed, inSteps, type Task } from './task.ts';

/** A copy's first line, a record as it was, or its last, which tells that it is whole. */
export function copyLine(line: object): string {
  return `${escaped(JSON.stringify(line))}\n`;
}

/** Writes back what a copy holds; what is there already is written again. */
export async function restore(task: Task): Promise<void> {
  const { source, directory, word, print } = task;
  const file = path.resolve(directory, word);
  const shown = listing(3);
  let total = 0;
  // All of it first, so that a copy that is cut short restores nothing.
  for await (const document of readCopy(file, source.project)) {
    const [collection = '', id = ''] = document.path.split('/');
    shown.add(collection, toEntry(id, document.fields));
    total += 1;
  }
  await print(`Records in ${file}\n${shown.text()}`);
  if (!task.yes) {
    await print(
      `Nothing is restored yet. To write ${total} to ${source.place}: ${confirmed(task)}\n`,
    );
    return;
  }
  async function* writes() {
    for await (const { path, fields } of readCopy(file, source.project)) {
      yield { update: { name: nameOf(source, path), fields } };
    }
  }
  await inSteps(task, writes(), total, 'restored');
  await print(`Restored ${total} to ${source.place}: ${shown.counts()}.\n`);
}

/** Reads a copy's records; throws a UserError unless it is whole and of this project. */
async function* readCopy(
  file: string,
  project: string,
): AsyncGenerator<Document> {
  let number = 0;
  let isWhole = false;
  for await (const line of linesOf(file)) {
    number += 1;
    const { copyOf, path, fields, records } = Object(parseAnswer(line));
    const isRecord = number > 1 && !isWhole;
    if (number === 1 && typeof copyOf === 'string') {
      if (copyOf === project) continue;
      throw new UserError(
        `${file} is a copy of the project ${copyOf}, and this is ${project}; nothing is restored.`,
      );
    }
    if (isRecord && isDocument(path, fields)) yield { path, fields };
    else if (isRecord && records === number - 2) isWhole = true;
    else {
      throw new UserError(
        `${file}, line ${number}, is no line of a copy that erase or purge has written; take one that nobody has changed.`,
      );
    }
  }
  if (isWhole) return;
  throw new UserError(
    `${file} ends after ${Math.max(0, number - 1)} records and is cut short; take a whole copy. Nothing is restored.`,
  );
}

function isDocument(path: unknown, fields: unknown): boolean {
  const isObject = (value: unknown) =>
    typeof value === 'object' && value !== null;
  return (
    /^\w+\/[^/]+$/.test(String(path)) &&
    [fields, ...Object.values(Object(fields))].every(isObject)
  );
}
