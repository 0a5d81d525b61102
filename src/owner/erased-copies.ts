import * as fs from 'node:fs';
import * as path from 'node:path';
import { parseObject, readLines } from '../node/read-text.ts';
import type { Fields } from '../node/server/firestore/rules.ts';
import { readSettings } from '../node/settings.ts';
import { UserError } from '../node/user-error.ts';
import { commitInBatches } from './commit-in-batches.ts';
import type { CommandContext } from './context.ts';
import { createMatcher } from './email-address.ts';
import { createListing } from './record-lines.ts';
import { documentName, toEntry } from './record-source.ts';

/** Returns the path for a copy: the new --out file, or a new file in DATA_DIR. */
export function chooseCopyPath(context: CommandContext): string {
  const { directory, now, out } = context;
  if (out !== undefined) {
    const file = path.resolve(directory, out);
    if (!fs.existsSync(file)) return file;
    throw new UserError(
      `${file} already exists, and it may be the only copy of erased records; name a new file with --out. Nothing was erased.`,
    );
  }
  const folder = dataFolderOf(context);
  fs.mkdirSync(folder, { recursive: true });
  return path.join(folder, copyNameOf(new Date(now()).toISOString()));
}

const dataFolderOf = ({ env }: CommandContext) =>
  path.resolve(readSettings(env).dataDir);

/** Returns a name that sorts by time, without colons, which Windows forbids. */
const copyNameOf = (time: string) =>
  `erased-${time.replaceAll(':', '-')}.jsonl`;

/** Quotes a path for the owner's shell. cmd and PowerShell use the same quotes. */
export function quotePath(file: string, platform: string = process.platform) {
  if (platform === 'win32') return `"${file}"`;
  const isShellSafe = /^[\w@%+=:,./-]+$/.test(file);
  return isShellSafe ? file : `'${file.replaceAll("'", "'\\''")}'`;
}

function* findCopies(context: CommandContext) {
  const folder = dataFolderOf(context);
  for (const name of fs.existsSync(folder) ? fs.readdirSync(folder) : []) {
    if (!/^erased-.+Z\.jsonl$/.test(name)) continue;
    const file = path.join(folder, name);
    const [[line] = ['']] = readLines(file);
    const { copyOf } = Object(parseObject(line));
    if (copyOf === context.source.project) yield file;
  }
}

/** Returns a sentence that lists the copies that contain this email address, or ''. */
export function describeCopies(address: string, context: CommandContext) {
  const isMentioned = createMatcher(address);
  const files: string[] = [];
  for (const file of findCopies(context)) {
    for (const [line] of readLines(file)) {
      const { fields = {} } = Object(parseObject(line));
      if (!isMentioned(Object.values(toEntry('', fields).fields))) continue;
      files.push(file);
      break;
    }
  }
  if (files.length === 0) return '';
  return `Earlier copies contain that address; delete those that are no longer needed:\n  ${files.join('\n  ')}\n`;
}

/** Lists the copies from before `cutoffTime`, and deletes them if --yes is set. */
export async function purgeCopies(context: CommandContext): Promise<void> {
  const { cutoffTime, yes, print } = context;
  const oldestKeptName = copyNameOf(cutoffTime);
  const allCopies = [...findCopies(context)];
  const oldCopies = allCopies.filter((f) => path.basename(f) < oldestKeptName);
  if (oldCopies.length === 0) return;
  if (yes) for (const file of oldCopies) fs.rmSync(file);
  const outcomeText = yes ? 'Deleted' : 'Not deleted yet';
  await print(
    `Copies from before ${cutoffTime}:\n  ${oldCopies.join('\n  ')}\n${outcomeText}: ${oldCopies.length}.\n`,
  );
}

/** Restores the records of a copy, and overwrites records that exist. */
export async function restore(context: CommandContext): Promise<void> {
  const { source, directory, argument, print, yes } = context;
  const file = path.resolve(directory, argument);
  const listing = createListing(3);
  let total = 0;
  // A first pass reads all lines, so an incomplete copy restores nothing.
  for (const { path, fields } of readCopy(file, source.project)) {
    const [collection = '', id = ''] = path.split('/');
    listing.add(collection, toEntry(id, fields));
    total += 1;
  }
  await print(`Records in ${file}\n${listing.text()}`);
  function* createWrites() {
    for (const { path, fields } of readCopy(file, source.project)) {
      yield { update: { name: documentName(source, path), fields } };
    }
  }
  const actionText = `write ${total} records to ${source.place}`;
  await commitInBatches(context, createWrites(), total, 'restored', actionText);
  if (!yes) return;
  await print(
    `Restored ${total} records to ${source.place}: ${listing.counts()}.\n`,
  );
}

/** Yields a copy's records. Throws a UserError if the copy is incomplete. */
function* readCopy(file: string, project: string) {
  let count = 0;
  let isComplete = false;
  for (const [line, lineNumber] of readLines(file)) {
    count = lineNumber - 1;
    const { copyOf, path, fields, records } = Object(parseObject(line));
    const values = [fields, ...Object.values(Object(fields))];
    const isValid = /^\w+\/[^/]+$/.test(path);
    const isRecord = isValid && values.every((item) => Object(item) === item);
    if (lineNumber === 1 && copyOf === project) continue;
    if (lineNumber === 1 && copyOf) {
      throw new UserError(
        `${file} is a copy of the project ${copyOf}, but this project is ${project}; nothing was restored.`,
      );
    }
    const isRecordExpected = lineNumber > 1 && !isComplete;
    if (isRecordExpected && isRecord) {
      yield { path: `${path}`, fields: fields as Fields };
    } else if (isRecordExpected && records === count - 1) isComplete = true;
    else {
      throw new UserError(
        `${file}, line ${lineNumber}: not a line that erase or purge writes; use an unchanged copy.`,
      );
    }
  }
  if (isComplete) return;
  throw new UserError(
    `${file} is incomplete: it ends after ${count} records; use a complete copy. Nothing was restored.`,
  );
}
