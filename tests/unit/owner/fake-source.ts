import type { Fields } from '../../../src/local-server/firestore/rules.ts';
import {
  type Entry,
  type RecordSource,
  toEntry,
} from '../../../src/owner/record-source.ts';

type Documents = Map<string, Fields>;

/**
 * A Firestore in memory that commits one write at a time. `beforeWrite` may throw, as
 * if the command was killed there.
 */
export function createFakeSource(
  documents: Documents,
  beforeWrite: () => void = () => undefined,
): RecordSource {
  const listEntries = (collection: string): Entry[] =>
    [...documents]
      .filter(([path]) => path.startsWith(`${collection}/`))
      .map(([path, fields]) => toEntry(path.split('/')[1] ?? '', fields));

  return {
    id: 'fake',
    place: 'the fake Firestore',
    project: 'fake',
    database: '(default)',
    isProduction: false,
    maxWritesPerCommit: 1,
    count: async (collection) => ({
      count: listEntries(collection).length,
      time: '',
    }),
    async *find(collection, { ids, emails } = {}) {
      yield listEntries(collection).filter(
        ({ id, fields: { email = '' } }) =>
          (!ids || ids.includes(id)) && (!emails || emails.includes(email)),
      );
    },
    async commit(writes) {
      beforeWrite();
      for (const write of writes) {
        const name = 'delete' in write ? write.delete : write.update.name;
        const path = name.replace(/^.*\/documents\//, '');
        if ('delete' in write) documents.delete(path);
        else documents.set(path, write.update.fields);
      }
    },
  };
}

/** Returns sign-ups of five people, each with its vote: 50 records by default. */
export function createDocuments(signUpCount = 25): Documents {
  const documents: Documents = new Map();
  for (let number = 0; number < signUpCount; number += 1) {
    const id = `0a1b2c3d-4e5f-4000-8000-${String(number).padStart(12, '0')}`;
    const email = { stringValue: `person${number % 5}@x.org` };

    const nanoseconds = String(number).padStart(9, '0');
    const timestamp = { timestampValue: `2026-11-01T09:00:00.${nanoseconds}Z` };
    const brand = { stringValue: 'Skeinwell' };
    documents.set(`waitlist/${id}`, { email, favoriteBrand: brand, timestamp });
    documents.set(`favoriteBrand/${id}`, { email, brand, timestamp });
  }
  return documents;
}
