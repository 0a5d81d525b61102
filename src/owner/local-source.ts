import * as fs from 'node:fs';
import { commit } from '../local-server/firestore/commit.ts';
import {
  getRecordsPath,
  openRecords,
  readRecords,
  type StoredRecord,
  toFields,
} from '../local-server/firestore/records-file.ts';
import { UserError } from '../node/user-error.ts';
import type { Runtime } from './context.ts';
import { openLocalFirestore } from './firestore-source.ts';
import {
  defaultDatabase,
  localProject,
  pageSize,
  type RecordSource,
  toEntry,
} from './record-source.ts';

/** Reads the local server's file, so the server need not run. */
export function createLocalSource(
  runtime: Runtime,
  dataDir: string,
): RecordSource {
  const file = getRecordsPath(dataDir);
  let loadedRecords: ReturnType<typeof readRecords> | undefined;
  const listRecords = (collection: string, since = '') => {
    if (!loadedRecords && !fs.existsSync(file)) {
      throw new UserError(
        `${file} does not exist, so nothing was read; npm start creates it. To read production, fill in .env.production as .env.example says.`,
      );
    }
    loadedRecords ??= readRecords(dataDir);

    const start = Date.parse(since || '1970');
    return loadedRecords.list(collection).filter(({ time }) => time >= start);
  };

  return {
    id: localProject,
    place: file,
    project: localProject,
    database: defaultDatabase,
    isProduction: false,
    // Each commit of deletions rewrites the file, so commits are as large as memory allows.
    maxWritesPerCommit: 10_000,
    async count(collection, since) {
      const { length: count } = listRecords(collection, since);
      return { count, time: loadedRecords?.lastCommitTime ?? '' };
    },
    async *find(collection, { since, newest, emails, ids } = {}) {
      const paths = ids && new Set(ids.map((id) => `${collection}/${id}`));
      let records = listRecords(collection, since).filter(
        ({ path, fields: { email = '' } }) =>
          (!paths || paths.has(path)) && (!emails || emails.includes(email)),
      );

      if (since || newest) records.sort((a, b) => a.time - b.time);
      if (newest) records = records.reverse().slice(0, newest);

      for (let offset = 0; offset < records.length; offset += pageSize) {
        yield records.slice(offset, offset + pageSize).map(createEntry);
      }
    },
    async commit(writes) {
      loadedRecords = undefined;
      try {
        const records = openRecords(dataDir, 'npm run records');
        try {
          commit(records, JSON.stringify({ writes }), true);
        } finally {
          records.close();
        }
      } catch (error) {
        const serverAddress = String(Object(error).cause);
        if (!serverAddress.startsWith('http')) throw error;

        // A running server has locked the folder, so the writes go through that server.
        const server = openLocalFirestore(
          runtime,
          `the server at ${serverAddress}`,
          serverAddress,
          'check what the server reports, and try again',
        );
        await server.commit(writes);
      }
    },
  };
}

function createEntry(record: StoredRecord) {
  const id = record.path.slice(record.path.indexOf('/') + 1);
  return toEntry(id, toFields(record), new Date(record.created).toISOString());
}
