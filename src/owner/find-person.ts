import { UserError } from '../node/user-error.ts';
import { listIds, type SavedRecord, toSavedRecord } from './backup-file.ts';
import type { CommandContext } from './context.ts';
import {
  createMatcher,
  listSpellings,
  normalizeAddress,
} from './email-address.ts';
import { searchBackups } from './known-backups.ts';
import { collectionNames, readAll } from './read-records.ts';
import { createListing } from './record-lines.ts';
import { type Entry, type Query, toEntry } from './record-source.ts';

/** What is held about a person. */
export interface Person {
  /** The records in the database, by their paths. */
  records: ReadonlyMap<string, SavedRecord>;
  /** The known backups that hold records of the person. */
  backups: readonly { file: string; records: readonly SavedRecord[] }[];
  /** The number of backups that this machine knows. */
  knownBackupCount: number;
  /** Known backups that cannot be searched, each with the reason. */
  unsearchedBackups: readonly string[];
  /** A list of records that mention the person or have a similar address, or ''. */
  nearMatches: string;
  /** Why only records with common spellings of the address were found. */
  readError: UserError | undefined;
}

/**
 * Finds a person's records in the database and in the known backups. `paths` are
 * records that the owner has found to be the person's too.
 */
export async function findPerson(
  context: CommandContext,
  address: string,
  paths: ReadonlySet<string>,
): Promise<Person> {
  const isOfPerson = createPersonCheck(address, paths);
  const records = new Map<string, SavedRecord>();

  const add = (collection: string, page: readonly Entry[]) => {
    for (const entry of page) {
      const record = toSavedRecord(collection, entry);
      if (isOfPerson(record)) records.set(record.path, record);
    }
  };

  // The indexed queries run first, because the search through every record may exceed
  // the free reads of a day.
  const emails = listSpellings(address);
  for (const collection of collectionNames) {
    const queries: Query[] = [{ emails }];
    const ids = listIds(collection, paths);
    if (ids.length > 0) queries.push({ ids });

    for (const query of queries) {
      for await (const page of context.source.find(collection, query))
        add(collection, page);
    }
  }

  const nearMatchListing = createListing({ maxLines: Infinity });
  const mentionsPerson = createMatcher(address);
  let readError: UserError | undefined;
  try {
    const pages = readAll(context, collectionNames);
    for await (const { collection, page } of pages) {
      add(collection, page);
      for (const entry of page) {
        const path = `${collection}/${entry.id}`;
        const texts = Object.values(entry.fields);
        if (records.has(path) || !mentionsPerson(texts)) continue;

        nearMatchListing.add(collection, { ...entry, id: path });
      }
    }
  } catch (error) {
    if (records.size === 0 || !(error instanceof UserError)) throw error;
    readError = error;
  }

  return {
    records,
    nearMatches: nearMatchListing.toText(),
    readError,
    ...findInBackups(context, isOfPerson),
  };
}

function findInBackups(
  context: CommandContext,
  isOfPerson: (record: SavedRecord) => boolean,
): Pick<Person, 'backups' | 'knownBackupCount' | 'unsearchedBackups'> {
  const { results, ...rest } = searchBackups(context, (all) => {
    const records: SavedRecord[] = [];
    for (const record of all) if (isOfPerson(record)) records.push(record);
    return records;
  });

  const backups = results
    .map(({ file, result: records }) => ({ file, records }))
    .filter(({ records }) => records.length > 0);
  return { backups, ...rest };
}

/** Returns a function that checks whether a record is the person's own. */
export function createPersonCheck(address: string, paths: ReadonlySet<string>) {
  const normalizedAddress = normalizeAddress(address);
  return ({ path, fields }: SavedRecord): boolean => {
    const { email = '' } = toEntry('', fields).fields;
    return paths.has(path) || normalizeAddress(email) === normalizedAddress;
  };
}
