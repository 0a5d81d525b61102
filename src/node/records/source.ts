import * as fs from 'node:fs';
import { newestOf } from '../server/firestore/queries.ts';
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

/** The local server's records, from its file: the server need not run. */
export function localSource(dataDir: string): Source {
  const place = recordsFile(dataDir);
  const open = () => {
    if (fs.existsSync(place)) return readRecords(dataDir);
    throw new UserError(
      `There is no ${place}; npm start makes it, and DATA_DIR names another folder.`,
    );
  };
  return {
    place,
    count: async (collection) => open().list(collection).length,
    newest: async (collection, most) =>
      newestOf(open(), collection, most).map(toEntry),
    async *pages(collection) {
      yield open().list(collection).map(toEntry);
    },
  };
}

function toEntry({ path, fields, timestamp }: Kept): Entry {
  return {
    id: path.slice(path.indexOf('/') + 1),
    fields: { ...fields, timestamp },
  };
}
