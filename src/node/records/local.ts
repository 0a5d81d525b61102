import * as fs from 'node:fs';
import {
  eraseRecords,
  openRecords,
  readRecords,
  recordsFile,
  type StoredRecord,
} from '../server/firestore/records-file.ts';
import { UserError } from '../user-error.ts';
import type { Advice } from './firestore-error.ts';
import { localOwner, localProject } from './remote.ts';
import type { Document, Entry, Source, Span } from './source.ts';

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
  const list = (collection: string, { since }: Span = {}) => {
    const all = open().list(collection);
    if (!since) return all;
    const first = Date.parse(since);
    return all
      .filter(({ time }) => time >= first)
      .sort((a, b) => a.time - b.time);
  };
  const toEntry = ({ path, fields, time, created }: StoredRecord): Entry => ({
    id: path.slice(path.indexOf('/') + 1),
    fields: { ...fields, timestamp: new Date(time).toISOString() },
    created: new Date(created).toISOString(),
  });
  return {
    place,
    project: localProject,
    isProduction: false,
    atOnce: 25_000,
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
    async byId(collection, ids) {
      const wanted = new Set(ids.map((id) => `${collection}/${id}`));
      const found = list(collection).filter(({ path }) => wanted.has(path));
      return found.map(toEntry);
    },
    // Nothing is saved here by asking for some before all are read.
    byAddress: async () => [],
    now: async () => open().newest,
    erase: (paths) =>
      change(
        async () => eraseRecords(dataDir, new Set(paths)),
        (server) => server.erase(paths),
      ),
    restore: (documents) =>
      change(
        async () => restoreRecords(dataDir, documents),
        async (server) => {
          for (let at = 0; at < documents.length; at += server.atOnce)
            await server.restore(documents.slice(at, at + server.atOnce));
        },
      ),
    close() {
      opened = undefined;
    },
  };

  /** Changes the file, or has the server do it that has the folder open. */
  async function change(
    here: () => Promise<void>,
    there: (server: Source) => Promise<void>,
  ): Promise<void> {
    opened = undefined;
    try {
      await here();
    } catch (error) {
      const { cause, code } = error as { cause?: unknown; code?: unknown };
      if (String(cause).startsWith('http')) return there(serverAt(`${cause}`));
      if (code !== 'ENOSPC') throw error;
      throw new UserError(
        `There is no room to write ${place} anew (ENOSPC); make as much as it takes itself, and try again.`,
      );
    }
  }
}

function restoreRecords(dataDir: string, documents: readonly Document[]): void {
  const records = openRecords(dataDir, 'npm run records');
  const committed = records.nextTime();
  const lines = documents.map(({ path, fields: { timestamp, ...fields } }) => {
    const texts = Object.entries(fields).map(
      ([name, { stringValue }]) => [name, String(stringValue)] as const,
    );
    const time = String(timestamp?.timestampValue ?? committed);
    const restored = { [path]: Object.fromEntries(texts) };
    return { timestamp: time, committed, records: restored };
  });
  try {
    records.commit(...lines);
  } finally {
    records.close();
  }
}

/** The server that has the folder open, and alone may write to it. */
function serverAt(origin: string): Source {
  const advice: Advice = ({ message }) =>
    message.includes('ENOSPC')
      ? 'make room on its disk, as much as the records take, and try again'
      : 'stop that server, start it anew and try again';
  return localOwner(`the server at ${origin}`, origin, advice);
}
