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
    async *find(collection, { since, newest, emails, ids } = {}) {
      const paths = ids && new Set(ids.map((id) => `${collection}/${id}`));
      let all = list(collection, since).filter(
        ({ path, fields: { email = '' } }) =>
          (paths?.has(path) ?? true) && (emails?.includes(email) ?? true),
      );
      if (since || newest) all.sort((a, b) => a.time - b.time);
      if (newest) all = all.reverse().slice(0, newest);
      for (let start = 0; start < all.length; start += pageSize) {
        yield all.slice(start, start + pageSize).map(entryOf);
      }
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
        if (!origin.startsWith('http')) throw error;
        // Only the server that has locked the folder may write there.
        const advice = () => 'see what it reports, and try again';
        const server = localOwner(`the server at ${origin}`, origin, advice);
        await server.commit(writes);
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
