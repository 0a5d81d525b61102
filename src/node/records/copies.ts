import * as fs from 'node:fs';
import * as path from 'node:path';
import { escaped } from '../printable.ts';
import type { Fields } from '../server/firestore/rules.ts';
import { readSettings } from '../settings.ts';
import { UserError } from '../user-error.ts';
import { mentionsOf } from './address.ts';
import { linesOf } from './files.ts';
import { parseAnswer } from './remote.ts';
import { nameOf, toEntry } from './source.ts';
import { inSteps, listing, type Task } from './task.ts';

/** Returns a copy's first line, one of its records, or its last line. */
export function copyLine(line: object): string {
  return `${escaped(JSON.stringify(line))}\n`;
}

/** Returns the file for a copy: in the data folder, if none is named. */
export function copyFile({ env, directory, now, out }: Task): string {
  if (out !== undefined) return path.resolve(directory, out);
  const folder = path.resolve(readSettings(env).dataDir);
  fs.mkdirSync(folder, { recursive: true });
  const time = new Date(now()).toISOString().replaceAll(':', '-');
  return path.join(folder, `erased-${time}.jsonl`);
}

/** Quotes a path for the owner's shell; cmd and PowerShell share these quotes. */
export function quoted(file: string, platform: string = process.platform) {
  if (platform === 'win32') return `"${file}"`;
  const isPlain = /^[\w@%+=:,./-]+$/.test(file);
  return isPlain ? file : `'${file.replaceAll("'", "'\\''")}'`;
}

/** Says how a copy is restored, and that it may stay for a month. */
export function copyNotice(file: string, now: number): string {
  const last = new Date(now + 30 * 86_400_000).toJSON().slice(0, 10);
  return `They are in ${file}\nTo restore them: npm run records restore ${quoted(file)}\nDelete that file when nobody needs it, at the latest on ${last}.\n`;
}

/** Yields this project's copies in the data folder, with their times. */
async function* copies({ env, source }: Task) {
  const folder = path.resolve(readSettings(env).dataDir);
  for (const name of fs.existsSync(folder) ? fs.readdirSync(folder) : []) {
    const [, ...time] =
      /^erased-(.+T\d\d)-(\d\d)-(.+Z)\.jsonl$/.exec(name) ?? [];
    if (time.length === 0) continue;
    const file = path.join(folder, name);
    const { value: [line] = [''] } = await linesOf(file).next();
    const { copyOf } = Object(parseAnswer(line));
    if (copyOf === source.project) yield { file, time: time.join(':') };
  }
}

/** Returns a sentence on the copies that hold an address, or nothing. */
export async function copiesOf(address: string, task: Task): Promise<string> {
  const mentions = mentionsOf(address);
  const holding: string[] = [];
  for await (const { file } of copies(task)) {
    for await (const [line] of linesOf(file)) {
      const { fields = {} } = Object(parseAnswer(line));
      if (!mentions(Object.values(toEntry('', fields).fields))) continue;
      holding.push(file);
      break;
    }
  }
  if (holding.length === 0) return '';
  return `Earlier copies hold that address; delete what nobody needs:\n  ${holding.join('\n  ')}\n`;
}

/** Deletes the copies from before a time, or only lists them. */
export async function purgeCopies(task: Task): Promise<void> {
  const old: string[] = [];
  for await (const { file, time } of copies(task)) {
    if (time < task.before) old.push(file);
  }
  if (old.length === 0) return;
  if (task.yes) for (const file of old) fs.rmSync(file);
  const done = task.yes ? 'Deleted' : 'Not deleted yet';
  await task.print(
    `Copies from before ${task.before}:\n  ${old.join('\n  ')}\n${done}: ${old.length}.\n`,
  );
}

/** Writes back what a copy holds; existing records are written again. */
export async function restore(task: Task): Promise<void> {
  const { source, directory, word, print } = task;
  const file = path.resolve(directory, word);
  const shown = listing(3);
  let total = 0;
  // All of it first, so that a copy that is cut short restores nothing.
  for await (const { path, fields } of readCopy(file, source.project)) {
    const [collection = '', id = ''] = path.split('/');
    shown.add(collection, toEntry(id, fields));
    total += 1;
  }
  await print(`Records in ${file}\n${shown.text()}`);
  async function* writes() {
    for await (const { path, fields } of readCopy(file, source.project)) {
      yield { update: { name: nameOf(source, path), fields } };
    }
  }
  const how = `write ${total} to ${source.place}`;
  await inSteps(task, writes(), total, 'restored', how);
  if (!task.yes) return;
  await print(`Restored ${total} to ${source.place}: ${shown.counts()}.\n`);
}

/** Yields a copy's records; throws a UserError unless it is whole and of this project. */
async function* readCopy(file: string, project: string) {
  const wrong = (what: string) => new UserError(`${file}${what}`);
  let count = 0;
  let isWhole = false;
  for await (const [line, number] of linesOf(file)) {
    count = number - 1;
    const { copyOf, path, fields, records } = Object(parseAnswer(line));
    const isPath = /^\w+\/[^/]+$/.test(path);
    const values = [fields, ...Object.values(Object(fields))];
    const isRecord = isPath && values.every((value) => Object(value) === value);
    if (number === 1 && copyOf === project) continue;
    if (number === 1 && copyOf) {
      throw wrong(
        ` is a copy of the project ${copyOf}, and this is ${project}; nothing is restored.`,
      );
    }
    const isNext = number > 1 && !isWhole;
    if (isNext && isRecord) yield { path: `${path}`, fields: fields as Fields };
    else if (isNext && records === count - 1) isWhole = true;
    else {
      throw wrong(
        `, line ${number}, is no line of a copy that erase or purge has written; take one that nobody has changed.`,
      );
    }
  }
  if (isWhole) return;
  throw wrong(
    ` ends after ${count} records and is cut short; take a whole copy. Nothing is restored.`,
  );
}
