import * as path from 'node:path';
import { jsonLine } from '../escape.ts';
import { linesOf } from '../read-text.ts';
import { collections } from '../server/firestore/rules.ts';
import { UserError } from '../user-error.ts';
import { foldAddress, mentionsOf, spellingsOf } from './address.ts';
import { copiesOf, copyFile, purgeCopies, quoted } from './copies.ts';
import { writeWhole } from './files.ts';
import { type Entry, nameOf, receivedAt, sortable } from './remote.ts';
import { inSteps, listing, type Pages, readAll, type Task } from './task.ts';

/** Erases a person's records, or those whose ids are in a file. */
export const erase = (task: Task) =>
  task.ids ? eraseListed(task) : erasePerson(task);

/** Looks in all collections; lists near matches. */
async function erasePerson(task: Task): Promise<void> {
  const { source, word: address, names, print } = task;
  const folded = foldAddress(address);
  const isTheirs = ({ fields }: Entry) =>
    foldAddress(fields.email ?? '') === folded;
  const mentions = mentionsOf(address);
  const near = listing(Infinity);
  let unread: UserError | undefined;
  async function* find(): Pages {
    const emails = spellingsOf(address);
    let isFound = false;
    // By the index first: all records may be more reads than a day has.
    for (const collection of names) {
      for await (const page of source.find(collection, { emails })) {
        yield { collection, page };
        isFound ||= page.length > 0;
      }
    }
    try {
      for await (const { collection, page } of readAll(task, names)) {
        yield { collection, page: page.filter(isTheirs) };
        for (const entry of page) {
          const texts = Object.values(entry.fields);
          if (isTheirs(entry) || !mentions(texts)) continue;
          near.add(collection, { ...entry, id: `${collection}/${entry.id}` });
        }
      }
    } catch (error) {
      if (!isFound || !(error instanceof UserError)) throw error;
      unread = error;
    }
  }
  // Before this erasure adds a copy.
  const held = copiesOf(address, task);
  await eraseAll(task, `of ${address}`, find(), Infinity);
  if (near.text()) {
    await print(
      `Near it, and not erased:\n${near.text()}To erase some of these, write their collection/id into a file, one a line: npm run records -- erase --ids FILE\n`,
    );
  }
  if (held) await print(held);
  if (unread) {
    throw new UserError(
      `Other spellings, and near matches, were not looked for: ${unread.message}`,
    );
  }
  if (!task.yes) return;
  await print(
    "A message that waits unsent on the person's own device can still arrive; run this again in some weeks.\n",
  );
}

async function eraseListed(task: Task): Promise<void> {
  const { source, directory, word, names, print } = task;
  const file = path.resolve(directory, word);
  const listed = readPaths(file);
  async function* find(): Pages {
    for (const collection of names) {
      const ids = listed
        .filter((path) => path.startsWith(`${collection}/`))
        .map((path) => path.slice(collection.length + 1));
      if (ids.length === 0) continue;
      for await (const page of source.find(collection, { ids })) {
        yield { collection, page };
      }
    }
  }
  const found = await eraseAll(task, `of ${file}`, find(), 20);
  const [one, ...more] = listed.filter((path) => !found.has(path));
  const all = `Not there, or erased before: ${more.length + 1}, as ${one}.\n`;
  if (one) await print(all);
}

/** Erases what came before a time, in one collection or in all, and copies. */
export async function purge(task: Task): Promise<void> {
  const before = sortable(task.before);
  async function* find(): Pages {
    // All are read: no query knows when a document was created.
    for await (const { collection, page } of readAll(task, task.names)) {
      const isOld = (entry: Entry) => sortable(receivedAt(entry)) < before;
      yield { collection, page: page.filter(isOld) };
    }
  }
  await eraseAll(task, `from before ${task.before}`, find(), 3);
  await purgeCopies(task);
}

function readPaths(file: string): string[] {
  const paths = new Set<string>();
  for (const [line, number] of linesOf(file)) {
    const path = line.trim();
    const [, collection = ''] = /^(\w+)\/[^/]+$/.exec(path) ?? [];
    if (path && !collections.has(collection)) {
      throw new UserError(
        `${file}, line ${number}, is no collection/id; write one a line, as npm run records -- review --ids --out FILE does.`,
      );
    }
    if (path) paths.add(path);
  }
  return [...paths];
}

/** Shows what is found or, if confirmed, copies and erases it; returns each collection/id. */
async function eraseAll(
  task: Task,
  which: string,
  found: Pages,
  maxShown: number,
): Promise<ReadonlySet<string>> {
  const { source, print, yes, 'no-copy': noCopy } = task;
  const shown = listing(maxShown);
  const paths = new Set<string>();
  const copy = yes && !noCopy ? copyFile(task) : undefined;
  const fill = async (write: (text: string) => boolean) => {
    write(jsonLine({ copyOf: source.project }));
    for await (const { collection, page } of found) {
      let lines = '';
      for (const entry of page) {
        const path = `${collection}/${entry.id}`;
        if (paths.has(path)) continue;
        paths.add(path);
        shown.add(collection, entry);
        lines += jsonLine({ path, fields: entry.raw });
      }
      if (lines) write(lines);
    }
    write(jsonLine({ records: paths.size }));
    return paths.size > 0;
  };
  await (copy ? writeWhole(copy, fill) : fill(() => true)).catch((error) => {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(`${error.message} Nothing is erased.`);
  });
  await print(
    paths.size === 0
      ? `There is nothing ${which} at ${source.place}.\n`
      : `Records ${which} in ${source.place}\n${shown.text()}`,
  );
  if (paths.size === 0) return paths;
  if (copy) {
    const last = new Date(task.now() + 30 * 86_400_000).toJSON().slice(0, 10);
    await print(
      `They are in ${copy}\nTo restore them: npm run records restore ${quoted(copy)}\nDelete that file when nobody needs it, at the latest on ${last}.\n`,
    );
  }
  const writes = [...paths].map((path) => ({ delete: nameOf(source, path) }));
  const how = `erase ${paths.size}${noCopy ? ' for good' : ', copied to a file first'}`;
  await inSteps(task, writes, paths.size, 'erased', how);
  if (yes) await print(`Erased ${paths.size} ${which}: ${shown.counts()}.\n`);
  return paths;
}
