import * as fs from 'node:fs';
import {
  eraseRecords,
  eraseTorn,
  type Located,
  readRecords,
  recordsFile,
} from '../server/firestore/records-file.ts';
import { UserError } from '../user-error.ts';
import { localOwner } from './remote.ts';

/** A record as its owner sees it. */
export interface Entry {
  id: string;
  fields: Readonly<Record<string, string>>;
  /** When it came; a replay changes the timestamp alone. */
  created: string;
}

/** Records whose timestamps lie from `since`, and before `before`. */
export interface Span {
  since?: string | undefined;
  before?: string | undefined;
}

/** Where records are read from. */
export interface Source {
  /** Named to whoever reads, as in 'nothing in ...'. */
  place: string;
  /** Whether each record that is read or erased counts for the bill. */
  isProduction: boolean;
  count(collection: string, span?: Span): Promise<number>;
  newest(
    collection: string,
    limit: number,
    span?: Span,
  ): Promise<readonly Entry[]>;
  /** All of a collection by id, or a span of it by time, in pages. */
  pages(collection: string, span?: Span): AsyncIterable<readonly Entry[]>;
  /** A time; all that has come until then can be seen. */
  now(): Promise<string>;
  /** Takes collection/id of each; how many at once is `eraseAtOnce`. */
  erase(paths: readonly string[]): Promise<void>;
  eraseAtOnce: number;
  /** Erases what a crash left behind that holds one of the words. */
  eraseRemains(words: readonly string[]): number;
  close(): void;
}

export function nothingIn(
  { place }: Source,
  collections: readonly string[],
  since?: string,
): UserError {
  const after = since ? ` since ${since}` : '';
  return new UserError(
    `There is nothing in ${collections.join(', ')} at ${place}${after}.`,
  );
}

const pageSize = 300;

/** The local server's records, from its file: the server need not run. */
export function localSource(dataDir: string): Source {
  const place = recordsFile(dataDir);
  let opened: ReturnType<typeof readRecords> | undefined;
  const open = () => {
    if (opened || fs.existsSync(place)) {
      opened ??= readRecords(dataDir);
      return opened;
    }
    throw new UserError(
      `There is no ${place}; npm start makes it, and DATA_DIR names another folder.`,
    );
  };
  const list = (collection: string, { since, before }: Span = {}) => {
    const first = Date.parse(since ?? '0000');
    const last = Date.parse(before ?? '9999');
    const all = open().list(collection);
    if (!since && !before) return all;
    return all
      .filter(({ time }) => time >= first && time < last)
      .sort((a, b) => a.time - b.time);
  };
  const toEntry = (located: Located): Entry => ({
    id: located.path.slice(located.path.indexOf('/') + 1),
    fields: open().read(located),
    created: new Date(located.created).toISOString(),
  });
  return {
    place,
    isProduction: false,
    eraseAtOnce: 25_000,
    count: async (collection, span) => list(collection, span).length,
    newest: async (collection, limit, span) =>
      list(collection, span)
        .reverse() // Where times are equal Firestore goes down by id too.
        .sort((a, b) => b.time - a.time)
        .slice(0, limit)
        .map(toEntry),
    async *pages(collection, span) {
      const all = list(collection, span);
      for (let start = 0; start < all.length; start += pageSize) {
        yield all.slice(start, start + pageSize).map(toEntry);
      }
    },
    now: async () => open().newest,
    async erase(paths) {
      try {
        await eraseRecords(dataDir, new Set(paths));
      } catch (error) {
        const { cause } = error as { cause?: unknown };
        if (!String(cause).startsWith('http')) throw error;
        await serverAt(String(cause)).erase(paths);
      }
    },
    eraseRemains: (words) => eraseTorn(dataDir, words),
    close() {
      opened?.close();
      opened = undefined;
    },
  };
}

/** The server that has the folder open, and alone may write to it. */
function serverAt(origin: string): Source {
  const advice = () => 'stop that server, start it anew and try again';
  return localOwner(`the server at ${origin}`, origin, advice);
}
