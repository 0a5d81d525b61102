import * as fs from 'node:fs';
import {
  eraseRecords,
  readRecords,
  recordsFile,
  type StoredRecord,
} from '../server/firestore/records-file.ts';
import { UserError } from '../user-error.ts';
import { localOwner } from './remote.ts';
import type { Entry, Source, Span } from './source.ts';

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
  const toEntry = ({ path, fields, time, created }: StoredRecord): Entry => ({
    id: path.slice(path.indexOf('/') + 1),
    fields: { ...fields, timestamp: new Date(time).toISOString() },
    created: new Date(created).toISOString(),
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
      opened = undefined;
      try {
        eraseRecords(dataDir, new Set(paths));
      } catch (error) {
        const { cause } = error as { cause?: unknown };
        if (!String(cause).startsWith('http')) throw error;
        await serverAt(String(cause)).erase(paths);
      }
    },
    close() {
      opened = undefined;
    },
  };
}

/** The server that has the folder open, and alone may write to it. */
function serverAt(origin: string): Source {
  const advice = () => 'stop that server, start it anew and try again';
  return localOwner(`the server at ${origin}`, origin, advice);
}
