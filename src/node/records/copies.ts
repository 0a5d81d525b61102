import * as fs from 'node:fs';
import * as path from 'node:path';
import { linesOf, parseObject } from '../read-text.ts';
import type { Fields } from '../server/firestore/rules.ts';
import { readSettings } from '../settings.ts';
import { UserError } from '../user-error.ts';
import { mentionsOf } from './address.ts';
import { nameOf, toEntry } from './remote.ts';
import { inSteps, listing, type Task } from './task.ts';

/** Returns the file for a copy: in the data folder, if none is named. */
export function copyFile({ env, directory, now, out }: Task): string {
  if (out !== undefined) return path.resolve(directory, out);
  const folder = path.resolve(readSettings(env).dataDir);
  fs.mkdirSync(folder, { recursive: true });
  return path.join(folder, nameOfCopy(new Date(now()).toISOString()));
}

/** Returns a name that Windows allows, and that sorts by its time. */
const nameOfCopy = (time: string) =>
  `erased-${time.replaceAll(':', '-')}.jsonl`;

/** Quotes a path for the owner's shell; cmd and PowerShell share these quotes. */
export function quoted(file: string, platform: string = process.platform) {
  if (platform === 'win32') return `"${file}"`;
  const isPlain = /^[\w@%+=:,./-]+$/.test(file);
  return isPlain ? file : `'${file.replaceAll("'", "'\\''")}'`;
}

/** Yields this project's copies in the data folder. */
function* copies({ env, source }: Task) {
  const folder = path.resolve(readSettings(env).dataDir);
  for (const name of fs.existsSync(folder) ? fs.readdirSync(folder) : []) {
    if (!/^erased-.+Z\.jsonl$/.test(name)) continue;
    const file = path.join(folder, name);
    const [[line] = ['']] = linesOf(file);
    const { copyOf } = Object(parseObject(line));
    if (copyOf === source.project) yield file;
  }
}

/** Returns a sentence on the copies that hold an address, or nothing. */
export function copiesOf(address: string, task: Task): string {
  const mentions = mentionsOf(address);
  const holding: string[] = [];
  for (const file of copies(task)) {
    for (const [line] of linesOf(file)) {
      const { fields = {} } = Object(parseObject(line));
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
  const first = nameOfCopy(task.before);
  const old = [...copies(task)].filter((file) => path.basename(file) < first);
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
  for (const { path, fields } of readCopy(file, source.project)) {
    const [collection = '', id = ''] = path.split('/');
    shown.add(collection, toEntry(id, fields));
    total += 1;
  }
  await print(`Records in ${file}\n${shown.text()}`);
  function* writes() {
    for (const { path, fields } of readCopy(file, source.project)) {
      yield { update: { name: nameOf(source, path), fields } };
    }
  }
  const how = `write ${total} to ${source.place}`;
  await inSteps(task, writes(), total, 'restored', how);
  if (!task.yes) return;
  await print(`Restored ${total} to ${source.place}: ${shown.counts()}.\n`);
}

/** Yields a copy's records; throws a UserError unless it is whole and of this project. */
function* readCopy(file: string, project: string) {
  const wrong = (what: string) => new UserError(`${file}${what}`);
  let count = 0;
  let isWhole = false;
  for (const [line, number] of linesOf(file)) {
    count = number - 1;
    const { copyOf, path, fields, records } = Object(parseObject(line));
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
