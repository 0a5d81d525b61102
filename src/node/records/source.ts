import * as fs from 'node:fs';
import {
  type Record as Kept,
  readRecords,
  recordsFile,
} from '../server/firestore/records.ts';
import { UserError } from '../user-error.ts';

/** A record as its owner sees it. */
export interface Entry {
  id: string;
  fields: Readonly<Record<string, string>>;
}

/** Where records are read from. */
export interface Source {
  /** Named to whoever reads, as in 'nothing in ...'. */
  place: string;
  count(collection: string): Promise<number>;
  newest(collection: string, most: number): Promise<readonly Entry[]>;
  /** All of a collection by id, a page after the other. */
  pages(collection: string): AsyncIterable<readonly Entry[]>;
}

export function nothingIn(
  { place }: Source,
  collections: readonly string[],
): UserError {
  return new UserError(
    `There is nothing in ${collections.join(', ')} at ${place}.`,
  );
}

/** The local server's records, from its file: the server need not run. */
export function localSource(dataDir: string): Source {
  const place = recordsFile(dataDir);
  const list = (collection: string) => {
    if (fs.existsSync(place)) return readRecords(dataDir).list(collection);
    throw new UserError(
      `There is no ${place}; npm start makes it, and DATA_DIR names another folder.`,
    );
  };
  return {
    place,
    count: async (collection) => list(collection).length,
    newest: async (collection, most) =>
      list(collection)
        .reverse() // Where times are equal Firestore goes down by id too.
        .sort((a, b) => Date.parse(b.timestamp) - Date.parse(a.timestamp))
        .slice(0, most)
        .map(toEntry),
    async *pages(collection) {
      yield list(collection).map(toEntry);
    },
  };
}

function toEntry({ path, fields, timestamp }: Kept): Entry {
  return {
    id: path.slice(path.indexOf('/') + 1),
    fields: { ...fields, timestamp },
  };
}
