import * as path from 'node:path';
import { formatJsonLine } from '../node/escape.ts';
import { readLines } from '../node/read-text.ts';
import { collections } from '../node/server/firestore/rules.ts';
import { UserError } from '../node/user-error.ts';
import { commitInBatches } from './commit-in-batches.ts';
import type { CommandContext } from './context.ts';
import {
  createMatcher,
  normalizeAddress,
  spellingsOf,
} from './email-address.ts';
import {
  chooseCopyPath,
  describeCopies,
  purgeCopies,
  quotePath,
} from './erased-copies.ts';
import { replaceFile } from './output-file.ts';
import { type RecordPages, readAll } from './read-records.ts';
import { createListing } from './record-lines.ts';
import {
  documentName,
  type Entry,
  receivedTimeOf,
  sortKeyOf,
} from './record-source.ts';

export const erase = (context: CommandContext) =>
  context.ids ? eraseListedRecords(context) : erasePerson(context);

async function erasePerson(context: CommandContext): Promise<void> {
  const { source, argument: address, names, print } = context;
  const normalizedAddress = normalizeAddress(address);
  const hasAddress = ({ fields }: Entry) =>
    normalizeAddress(fields.email ?? '') === normalizedAddress;
  const mentionsAddress = createMatcher(address);
  const nearMatchListing = createListing(Infinity);
  let readError: UserError | undefined;
  async function* find(): RecordPages {
    const emails = spellingsOf(address);
    let isFound = false;
    // The indexed query runs first, because the search through every record may
    // exceed the free reads of a day.
    for (const collection of names) {
      for await (const page of source.find(collection, { emails })) {
        yield { collection, page };
        isFound ||= page.length > 0;
      }
    }
    try {
      for await (const { collection, page } of readAll(context, names)) {
        yield { collection, page: page.filter(hasAddress) };
        for (const entry of page) {
          const texts = Object.values(entry.fields);
          if (hasAddress(entry) || !mentionsAddress(texts)) continue;
          const id = `${collection}/${entry.id}`;
          nearMatchListing.add(collection, { ...entry, id });
        }
      }
    } catch (error) {
      if (!isFound || !(error instanceof UserError)) throw error;
      readError = error;
    }
  }
  // Searches the existing copies first, because the erasure itself adds a copy.
  const earlierCopiesText = describeCopies(address, context);
  await eraseRecords(context, `of ${address}`, find(), Infinity);
  if (nearMatchListing.text()) {
    await print(
      `Near matches, not erased:\n${nearMatchListing.text()}To erase some of these, write their collection/id to a file, one per line, and run: npm run records -- erase --ids FILE\n`,
    );
  }
  if (earlierCopiesText) await print(earlierCopiesText);
  if (readError) {
    throw new UserError(
      `Other spellings and near matches were not searched: ${readError.message}`,
    );
  }
  if (!context.yes) return;
  await print(
    "An unsent message on the person's own device can still arrive; run this command again in a few weeks.\n",
  );
}

async function eraseListedRecords(context: CommandContext): Promise<void> {
  const { source, directory, argument, names, print } = context;
  const file = path.resolve(directory, argument);
  const listedPaths = readRecordPaths(file);
  async function* find(): RecordPages {
    for (const collection of names) {
      const ids = listedPaths
        .filter((path) => path.startsWith(`${collection}/`))
        .map((path) => path.slice(collection.length + 1));
      if (ids.length === 0) continue;
      for await (const page of source.find(collection, { ids })) {
        yield { collection, page };
      }
    }
  }
  const paths = await eraseRecords(context, `listed in ${file}`, find(), 20);
  const missingPaths = listedPaths.filter((path) => !paths.has(path));
  if (missingPaths.length === 0) return;
  await print(
    `Not found, or erased before: ${missingPaths.length}, for example ${missingPaths[0]}.\n`,
  );
}

export async function purge(context: CommandContext): Promise<void> {
  const cutoffKey = sortKeyOf(context.cutoffTime);
  async function* find(): RecordPages {
    // Firestore has no query by creation time, so this reads every record.
    for await (const { collection, page } of readAll(context, context.names)) {
      const isOld = (e: Entry) => sortKeyOf(receivedTimeOf(e)) < cutoffKey;
      yield { collection, page: page.filter(isOld) };
    }
  }
  await eraseRecords(context, `from before ${context.cutoffTime}`, find(), 3);
  await purgeCopies(context);
}

function readRecordPaths(file: string): string[] {
  const paths = new Set<string>();
  for (const [line, lineNumber] of readLines(file)) {
    const path = line.trim();
    const [, collection = ''] = /^(\w+)\/[^/]+$/.exec(path) ?? [];
    if (path && !collections.has(collection)) {
      throw new UserError(
        `${file}, line ${lineNumber}: not a collection/id; write one per line, as npm run records -- review --ids --out FILE does.`,
      );
    }
    if (path) paths.add(path);
  }
  return [...paths];
}

/** Prints records, erases them if --yes is set, and returns their paths. */
async function eraseRecords(
  context: CommandContext,
  description: string,
  found: RecordPages,
  maxLines: number,
): Promise<ReadonlySet<string>> {
  const { source, print, yes, 'no-copy': noCopy } = context;
  const listing = createListing(maxLines);
  const paths = new Set<string>();
  const file = yes && !noCopy ? chooseCopyPath(context) : undefined;
  const save = async (write: (text: string) => boolean) => {
    write(formatJsonLine({ copyOf: source.project }));
    for await (const { collection, page } of found) {
      let lines = '';
      for (const entry of page) {
        const path = `${collection}/${entry.id}`;
        if (paths.has(path)) continue;
        paths.add(path);
        listing.add(collection, entry);
        lines += formatJsonLine({ path, fields: entry.raw });
      }
      if (lines) write(lines);
    }
    write(formatJsonLine({ records: paths.size }));
    return paths.size > 0;
  };
  await (file ? replaceFile(file, save) : save(() => true)).catch((error) => {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(`${error.message} Nothing was erased.`);
  });
  const { size } = paths;
  if (size === 0) {
    await print(`There are no records ${description} in ${source.place}.\n`);
    return paths;
  }
  await print(`Records ${description} in ${source.place}\n${listing.text()}`);
  if (file) {
    const deletionDeadline = new Date(context.now() + 30 * 86_400_000).toJSON();
    await print(
      `Copied to ${file}\nTo restore the records: npm run records restore ${quotePath(file)}\nDelete that copy when it is no longer needed, at the latest on ${deletionDeadline.slice(0, 10)}.\n`,
    );
  }
  const documentNames = [...paths].map((path) => documentName(source, path));
  const writes = documentNames.map((name) => ({ delete: name }));
  const actionText = `erase ${size} records ${noCopy ? 'without a copy' : 'after copying them to a file'}`;
  await commitInBatches(context, writes, size, 'erased', actionText);
  if (yes)
    await print(
      `Erased ${size} records ${description}: ${listing.counts()}.\n`,
    );
  return paths;
}
