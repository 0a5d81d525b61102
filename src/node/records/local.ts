import * as fs from 'node:fs';
import { commit } from '../server/firestore/commit.ts';
import {
  openRecords,
  readRecords,
  recordsFile,
  type StoredRecord,
} from '../server/firestore/records-file.ts';
import { UserError } from '../user-error.ts';
import { localOwner, localProject } from './remote.ts';
import type { Entry, Source } from './source.ts';

const pageSize = 300;

/** The local server's records, from its file: the server need not run. */
export function localSource(dataDir: string): Source {
  const place = recordsFile(dataDir);
  let opened: ReturnType<typeof readRecords> | undefined;
  const open = () => {
    if (!opened && !fs.existsSync(place)) {
      throw new UserError(
        `There is no ${place}; npm start makes it, and DATA_DIR names another folder.`,
      );
    }
    opened ??= readRecords(dataDir);
    return opened;
  };
  const list = (collection: string, since?: string) => {
    const all = open().list(collection);
    if (!since) return all;
    const first = Date.parse(since);
    return all
      .filter(({ time }) => time >= first)
      .sort((a, b) => a.time - b.time);
  };
  return {
    place,
    project: localProject,
    isProduction: false,
    atOnce: { erased: 25_000, restored: 5_000 },
    count: async (collection, since) => list(collection, since).length,
    newest: async (collection, limit, since) =>
      list(collection, since)
        .reverse() // Where times are equal Firestore goes down by id too.
        .sort((a, b) => b.time - a.time)
        .slice(0, limit)
        .map(toEntry),
    async *pages(collection, since) {
      const all = list(collection, since);
      for (let start = 0; start < all.length; start += pageSize) {
        yield all.slice(start, start + pageSize).map(toEntry);
      }
    },
    async byId(collection, ids) {
      const wanted = new Set(ids.map((id) => `${collection}/${id}`));
      const found = list(collection).filter(({ path }) => wanted.has(path));
      return found.map(toEntry);
    },
    // Nothing is saved here by asking for some before all are read.
    byAddress: async () => [],
    now: async () => open().lastCommitTime,
    async commit(writes) {
      opened = undefined;
      try {
        const records = openRecords(dataDir, 'npm run records');
        try {
          commit(records, JSON.stringify({ writes }), true);
        } finally {
          records.close();
        }
      } catch (error) {
        const origin = String(Object(error).cause);
        if (origin.startsWith('http')) return serverAt(origin).commit(writes);
        if (Object(error).code !== 'ENOSPC') throw error;
        throw new UserError(
          `There is no room to write ${place} anew (ENOSPC); make as much as it takes itself, and try again.`,
        );
      }
    },
  };
}

function toEntry({ path, fields, time, created }: StoredRecord): Entry {
  return {
    id: path.slice(path.indexOf('/') + 1),
    fields: { ...fields, timestamp: new Date(time).toISOString() },
    created: new Date(created).toISOString(),
  };
}

/** The server that has the folder open, and alone may write to it. */
function serverAt(origin: string): Source {
  return localOwner(`the server at ${origin}`, origin, ({ message }) =>
    message.includes('ENOSPC')
      ? 'make room on its disk, as much as the records take, and try again'
      : 'stop that server, start it anew and try again',
  );
}
