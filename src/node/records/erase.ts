import * as fs from 'node:fs';
import * as path from 'node:path';
import { collections } from '../server/firestore/rules.ts';
import { readSettings } from '../settings.ts';
import { UserError } from '../user-error.ts';
import { foldAddress, mentions, spellingsOf } from './address.ts';
import { linesOf, writeWhole } from './files.ts';
import { listing } from './listing.ts';
import { copyLine } from './restore.ts';
import { cameAt, type Entry, nameOf, sortable, toDocument } from './source.ts';
import { confirmed, inSteps, type Pages, readAll, type Task } from './task.ts';

/** Erases a person's records, or those whose ids stand in a file. */
export async function erase(task: Task): Promise<void> {
  await (task.ids ? eraseListed(task) : erasePerson(task));
}

/** Looks in all collections; names what is near. */
async function erasePerson(task: Task): Promise<void> {
  const { source, word: address, names, print } = task;
  const folded = foldAddress(address);
  const isTheirs = ({ fields }: Entry) =>
    foldAddress(fields.email ?? '') === folded;
  const near = listing(Infinity);
  let unread: UserError | undefined;
  async function* find(): Pages {
    let asked = 0;
    // First, since all of them may be more reads than a day has.
    for (const collection of source.isProduction ? names : []) {
      const page = await source.byAddress(collection, spellingsOf(address));
      yield { collection, page };
      asked += page.length;
    }
    try {
      for await (const { collection, page } of readAll(task, names)) {
        yield { collection, page: page.filter(isTheirs) };
        for (const entry of page) {
          const texts = Object.values(entry.fields);
          const isNear = !isTheirs(entry) && mentions(texts, address);
          const id = `${collection}/${entry.id}`;
          if (isNear) near.add(collection, { ...entry, id });
        }
      }
    } catch (error) {
      if (asked === 0 || !(error instanceof UserError)) throw error;
      unread = error;
    }
  }
  await eraseAll(task, `of ${address}`, find(), Infinity);
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
  if (!task.yes) return;
  await print(
    "A copy that waits unsent on the person's own device can still arrive; run this again in some weeks.\n",
  );
}

async function eraseListed(task: Task): Promise<void> {
  const { source, directory, word, names, print } = task;
  const file = path.resolve(directory, word);
  const listed = await readPaths(file);
  async function* find(): Pages {
    const { erased: atOnce } = source.atOnce;
    for (const collection of names) {
      const ids = listed
        .filter((path) => path.startsWith(`${collection}/`))
        .map((path) => path.slice(collection.length + 1));
      for (let at = 0; at < ids.length; at += atOnce) {
        const page = await source.byId(collection, ids.slice(at, at + atOnce));
        yield { collection, page };
      }
    }
  }
  const found = await eraseAll(task, `of ${file}`, find(), 20);
  const missing = listed.filter((path) => !found.has(path));
  if (missing.length === 0) return;
  await print(
    `Not there, or erased before: ${missing.length}, as ${missing[0]}.\n`,
  );
}

/** Erases what came before a time, in one collection or in all. */
export async function purge(task: Task): Promise<void> {
  const before = sortable(task.before);
  async function* find(): Pages {
    // All are read: no query knows when a document was made.
    for await (const { collection, page } of readAll(task, task.names)) {
      const isOld = (entry: Entry) => sortable(cameAt(entry)) < before;
      yield { collection, page: page.filter(isOld) };
    }
  }
  await eraseAll(task, `from before ${task.before}`, find(), 3);
}

async function readPaths(file: string): Promise<string[]> {
  const paths = new Set<string>();
  let number = 0;
  for await (const line of linesOf(file)) {
    number += 1;
    const path = line.trim();
    const [collection = '', id = '', ...more] = path.split('/');
    if (path && (!collections.has(collection) || !id || more.length > 0)) {
      throw new UserError(
        `${file}, line ${number}, is no collection/id; write one a line, as npm run -s records -- review --ids does.`,
      );
    }
    if (path) paths.add(path);
  }
  return [...paths];
}

/** Shows what is found or, where that is confirmed, copies and erases it; returns each collection/id. */
async function eraseAll(
  task: Task,
  which: string,
  found: Pages,
  maxShown: number,
): Promise<ReadonlySet<string>> {
  const { source, print, yes: isConfirmed, 'no-copy': noCopy } = task;
  const shown = listing(maxShown);
  const paths = new Set<string>();
  const search = async (write: (text: string) => unknown) => {
    for await (const { collection, page } of found) {
      let lines = '';
      for (const entry of page) {
        const document = toDocument(collection, entry);
        if (paths.has(document.path)) continue;
        paths.add(document.path);
        shown.add(collection, entry);
        lines += copyLine(document);
      }
      if (lines) write(lines);
    }
  };
  const copy = isConfirmed && !noCopy ? copyFile(task) : undefined;
  if (!copy) await search(() => true);
  else {
    await writeWhole(copy, async (write) => {
      write(copyLine({ copyOf: source.project }));
      await search(write);
      write(copyLine({ records: paths.size }));
      return paths.size > 0;
    }).catch((error) => {
      if (!(error instanceof UserError)) throw error;
      throw new UserError(`${error.message} Nothing is erased.`);
    });
  }
  if (paths.size === 0) {
    await print(`There is nothing ${which} at ${source.place}.\n`);
    return paths;
  }
  await print(`Records ${which} in ${source.place}\n${shown.text()}`);
  if (!isConfirmed) {
    const how = noCopy ? ' for good' : ', copied to a file first';
    await print(
      `Nothing is erased yet. To erase ${paths.size}${how}: ${confirmed(task)}\n`,
    );
    return paths;
  }
  if (copy) {
    await print(
      `They are in ${copy}. To bring them back: npm run records -- restore ${copy}\n`,
    );
  }
  const writes = [...paths].map((path) => ({ delete: nameOf(source, path) }));
  await inSteps(task, writes, paths.size, 'erased');
  await print(`Erased ${paths.size} ${which}: ${shown.counts()}.\n`);
  return paths;
}

/** Where a copy of what is erased goes: beside the records, if not named. */
function copyFile({ env, directory, now, out }: Task): string {
  if (out !== undefined) return path.resolve(directory, out);
  const { dataDir } = readSettings(env);
  fs.mkdirSync(dataDir, { recursive: true });
  const time = new Date(now()).toISOString().replaceAll(':', '-');
  return path.join(dataDir, `erased-${time}.jsonl`);
}
