import type { Fields } from '../server/firestore/rules.ts';
import type { Advise } from './google-api.ts';

export interface Entry {
  id: string;
  /** All fields as texts. A field that is no string or timestamp is JSON. */
  fields: Readonly<Record<string, string>>;
  /** The fields as Firestore returned them, for a copy. */
  raw: Fields;
  /** When the document was created; a replay changes only the timestamp. */
  created: string;
}

export type Write =
  | { delete: string }
  | { update: { name: string; fields: Fields } };

export interface Query {
  /** Excludes older timestamps, and orders by timestamp. */
  since?: string | undefined;
  /** Returns at most this many records, the newest first. */
  newest?: number;
  /** Returns only records with one of these addresses, at most 30. */
  emails?: readonly string[];
  /** Returns only records with these ids, and leaves out ids without a record. */
  ids?: readonly string[];
}

export interface RecordSource {
  /** Names the source in messages to the owner. */
  place: string;
  project: string;
  /** Whether Google bills each read and deletion. */
  isProduction: boolean;
  maxWritesPerCommit: number;
  /** Returns the number of records at `time`, including all earlier commits. */
  count(name: string, since?: string): Promise<{ count: number; time: string }>;
  /** Yields pages, ordered by id unless the query orders by timestamp. */
  find(collection: string, query?: Query): AsyncIterable<readonly Entry[]>;
  commit(writes: readonly Write[]): Promise<void>;
}

export interface FirestoreAccess
  extends Pick<RecordSource, 'place' | 'project' | 'isProduction'> {
  /** The part of the URL before `/v1/`. */
  origin: string;
  /** Returns headers that permit reading and erasing. */
  authorize(): Promise<Readonly<Record<string, string>>>;
  advice: Advise;
}

export const pageSize = 300;
export const localProject = 'demo-pear';

export function documentName({ project }: { project: string }, path: string) {
  return `projects/${project}/databases/(default)/documents/${path}`;
}

/** Returns the earlier time: a replay changes the timestamp, a restore `created`. */
export function receivedAt({ created, fields: { timestamp } }: Entry): string {
  const times = [created, timestamp ?? ''].filter(Boolean);
  return times.sort((a, b) => (sortable(a) < sortable(b) ? -1 : 1))[0] ?? '';
}

/** Returns a text that sorts by time. Firestore omits a fraction of zero. */
export function sortable(time: string): string {
  return time.replace(/(\.0+)?Z$/, '');
}

export function toEntry(id: string, raw: Fields, created = ''): Entry {
  const texts = Object.entries(raw).map(([name, value]) => {
    const text = value.stringValue ?? value.timestampValue;
    return [name, typeof text === 'string' ? text : JSON.stringify(value)];
  });
  return { id, fields: Object.fromEntries(texts), raw, created };
}
