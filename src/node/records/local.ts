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
import { pageSize, type Source, toEntry } from './source.ts';

/** The local server's records, from its file: the server need not run. */
export function localSource(dataDir: string): Source {
  const place = recordsFile(dataDir);
  let opened: ReturnType<typeof readRecords> | undefined;
  const list = (collection: string, since = '') => {
    if (!opened && !fs.existsSync(place)) {
      throw new UserError(
        `There is no ${place}; npm start makes it, and DATA_DIR names another folder.`,
      );
    }
    opened ??= readRecords(dataDir);
    const first = Date.parse(since || '1970');
    return opened.list(collection).filter(({ time }) => time >= first);
  };
  return {
    place,
    project: localProject,
    isProduction: false,
    // Each change rewrites the file, and a request is held in memory.
    atOnce: 10_000,
    async count(collection, since) {
      const { length: count } = list(collection, since);
      return { count, time: opened?.lastCommitTime ?? '' };
    },
    async *find(collection, { since, newest, emails } = {}) {
      let all = list(collection, since);
      if (emails) {
        all = all.filter(({ fields }) => emails.includes(`${fields.email}`));
      }
      if (since || newest) all.sort((a, b) => a.time - b.time);
      if (newest) all = all.reverse().slice(0, newest);
      for (let start = 0; start < all.length; start += pageSize) {
        yield all.slice(start, start + pageSize).map(entryOf);
      }
    },
    async byId(collection, ids) {
      const wanted = new Set(ids.map((id) => `${collection}/${id}`));
      const found = list(collection).filter(({ path }) => wanted.has(path));
      return found.map(entryOf);
    },
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
          `There is no room to write ${place} again (ENOSPC); make as much as it takes itself, and try again.`,
        );
      }
    },
  };
}

function entryOf({ path, fields, time, created }: StoredRecord) {
  const texts = Object.entries(fields).map(
    ([name, stringValue]) => [name, { stringValue }] as const,
  );
  const raw = {
    ...Object.fromEntries(texts),
    timestamp: { timestampValue: new Date(time).toISOString() },
  };
  const id = path.slice(path.indexOf('/') + 1);
  return toEntry(id, raw, new Date(created).toISOString());
}

/** The server that has locked the folder, so that only it may write there. */
function serverAt(origin: string): Source {
  return localOwner(`the server at ${origin}`, origin, ({ message }) =>
    message.includes('ENOSPC')
      ? 'make room on its disk, as much as the records take, and try again'
      : 'stop that server, start it again and try again',
  );
}
