import * as fs from 'node:fs';
import { collections } from '../server/firestore/rules.ts';
import { UserError } from '../user-error.ts';
import { foldAddress, mentions, spellingsOf } from './address.ts';
import type { Arguments } from './arguments.ts';
import { copyLines } from './copy.ts';
import { readAll } from './progress.ts';
import { cameAt, type Entry, sortable, toDocument } from './source.ts';
import { inSteps, listing, type Task } from './steps.ts';
import { writeWhole } from './whole-file.ts';

export interface Erasure extends Task {
  /** The file to copy them to first, if they are to be copied. */
  copy: string | undefined;
}

type Write = (text: string) => unknown;
type Take = (collection: string, entries: readonly Entry[]) => void;

/** What is to be erased, in words and by a search. */
interface Quest {
  /** As in 'Records of ada@x.org'. */
  which: string;
  command: string;
  maxShown: number;
  find(take: Take): Promise<void>;
}

/** Erases a person's records in all collections; names what is near. */
export async function erasePerson(
  address: string,
  task: Erasure,
): Promise<void> {
  const { source, isConfirmed, print, progress } = task;
  const names = [...collections.keys()];
  const folded = foldAddress(address);
  const near = listing(Number.POSITIVE_INFINITY);
  let unread: UserError | undefined;
  const find = async (take: Take) => {
    let asked = 0;
    // First, since all of them may be more reads than a day has.
    for (const name of source.isProduction ? names : []) {
      const entries = await source.byAddress(name, spellingsOf(address));
      take(name, entries);
      asked += entries.length;
    }
    try {
      for await (const { collection, page } of readAll(source, names, progress))
        for (const entry of page) {
          if (foldAddress(entry.fields.email ?? '') === folded)
            take(collection, [entry]);
          else if (mentions(Object.values(entry.fields), address))
            near.add(collection, { ...entry, id: `${collection}/${entry.id}` });
        }
    } catch (error) {
      if (asked === 0 || !(error instanceof UserError)) throw error;
      unread = error;
    }
  };
  const quest = { which: `of ${address}`, command: `erase ${address}` };
  await erase({ ...quest, maxShown: Infinity, find }, task);
  if (near.text()) {
    await print(
      `Near it, and not erased:\n${near.text()}To erase some of these, write their collection/id into a file, one a line: npm run records -- erase --ids FILE\n`,
    );
  }
  if (unread) {
    throw new UserError(
      `Other spellings, and what is near, were not looked for: ${unread.message}`,
    );
  }
  if (!isConfirmed) return;
  await print(
    "A copy that waits unsent on the person's own device can still arrive; run this again in some weeks.\n",
  );
}

/** Erases what came before a time, in one collection or in all. */
export async function purge(
  { before = '', age, collection }: Arguments,
  task: Erasure,
): Promise<void> {
  const names = collection ? [collection] : [...collections.keys()];
  const words = ['purge', ...(collection ? names : []), '--older-than', age];
  const first = sortable(before);
  const find = async (take: Take) => {
    // All are read: no query knows when a document was made.
    for await (const { collection, page } of readAll(
      task.source,
      names,
      task.progress,
    )) {
      take(
        collection,
        page.filter((entry) => sortable(cameAt(entry)) < first),
      );
    }
  };
  const which = `from before ${before}`;
  await erase({ which, command: words.join(' '), maxShown: 3, find }, task);
}

/** Erases those whose collection/id stand in a file, one a line. */
export async function eraseListed(file: string, task: Erasure): Promise<void> {
  const { source, print } = task;
  const byCollection = readIds(file);
  const missing: string[] = [];
  const find = async (take: Take) => {
    for (const [collection, ids] of byCollection) {
      const list = [...ids];
      for (let at = 0; at < list.length; at += source.atOnce) {
        const step = list.slice(at, at + source.atOnce);
        const found = await source.byId(collection, step);
        take(collection, found);
        const there = new Set(found.map(({ id }) => id));
        const gone = step.filter((id) => !there.has(id));
        missing.push(...gone.map((id) => `${collection}/${id}`));
      }
    }
  };
  const quest = { which: `of ${file}`, command: `erase --ids ${file}` };
  await erase({ ...quest, maxShown: 20, find }, task);
  if (missing.length > 0) {
    await print(
      `Not there, or erased before: ${missing.length}, as ${missing[0]}.\n`,
    );
  }
}

function readIds(file: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UserError(`${file} cannot be read (${code}); name another one.`);
  }
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const [collection = '', id = '', ...more] = line.trim().split('/');
    if (!line.trim()) continue;
    if (!collections.has(collection) || !id || more.length > 0) {
      throw new UserError(
        `${file}, line ${index + 1}, is no collection/id; write one a line, as npm run -s records -- review --ids does.`,
      );
    }
    found.set(collection, (found.get(collection) ?? new Set()).add(id));
  }
  return found;
}

/** Shows what a search finds or, where that is confirmed, copies and erases it. */
async function erase(
  { which, command, maxShown, find }: Quest,
  task: Erasure,
): Promise<void> {
  const { source, print, isConfirmed, copy } = task;
  const shown = listing(maxShown);
  const paths = new Set<string>();
  const search = (write?: Write) =>
    find((collection, entries) => {
      let lines = '';
      for (const entry of entries) {
        const document = toDocument(collection, entry);
        if (paths.has(document.path)) continue;
        paths.add(document.path);
        shown.add(collection, entry);
        if (write) lines += copyLines.record(document);
      }
      if (lines) write?.(lines);
    });
  if (isConfirmed && copy) await writeCopy(copy, source.project, search, paths);
  else await search();
  if (paths.size === 0) {
    await print(`There is nothing ${which} at ${source.place}.\n`);
    return;
  }
  await print(`Records ${which} in ${source.place}\n${shown.text()}`);
  if (!isConfirmed) {
    const how = copy
      ? ', copied to a file first: npm run records --'
      : ' for good: npm run records -- --no-copy';
    await print(
      `Nothing is erased yet. To erase ${paths.size}${how} ${command} --yes\n`,
    );
    return;
  }
  if (copy)
    await print(`They are in ${copy}; restore ${copy} brings them back.\n`);
  const act = (step: readonly string[]) => source.erase(step);
  await inSteps(paths, paths.size, act, 'erased', task);
  await print(`Erased ${paths.size} ${which}: ${shown.counts()}.\n`);
}

/** Writes what a search finds; where it fails, nothing has been erased. */
async function writeCopy(
  file: string,
  project: string,
  search: (write: Write) => Promise<void>,
  found: ReadonlySet<string>,
): Promise<void> {
  try {
    await writeWhole(file, async (write) => {
      write(copyLines.head(project));
      await search(write);
      write(copyLines.end(found.size));
    });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(`${error.message} Nothing is erased.`);
  }
  if (found.size === 0) fs.rmSync(file);
}
