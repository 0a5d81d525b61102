import type { DBSchema } from 'idb';
import { createConnection } from '../async/indexed-db.ts';

/** A draft of a window that started as the installed app. */
export interface StoredDraft {
  id: string;
  /** The name of its form, with the id of the submission that the form edits, if any. */
  name: string;
  typed: Readonly<Record<string, string>>;
  submitted?: { id: string; values: Readonly<Record<string, string>> };
  /** The mark of the last "Forget me" before the draft was saved. */
  mark?: string;
  revision: number;
  /** Milliseconds that this device has seen pass since the last change. */
  age: number;
  /** The time at which `age` was counted. */
  seenAt: number;
}

interface Schema extends DBSchema {
  drafts: { key: string; value: StoredDraft };
  marks: { key: string; value: { name: string; mark: string } };
}

/**
 * A database beside the outbox's, for what must reach the disk although it was not
 * submitted. Web Storage is written late: after a killed process it has an earlier state.
 */
export const visitorDatabase = createConnection<Schema>({
  name: 'pear-visitor',
  stores: ['drafts', 'marks'],
  createStores(database) {
    database.createObjectStore('drafts', { keyPath: 'id' });
    database.createObjectStore('marks', { keyPath: 'name' });
  },
});
