import type { Fields } from '../local-server/firestore/rules.ts';
import type { Runtime } from './context.ts';
import type { FirestoreFailure } from './google-api.ts';

export interface Entry {
  id: string;
  /** The values of all fields as texts. Values of other types are JSON. */
  fields: Readonly<Record<string, string>>;
  /** The fields in Firestore's format, with their exact values. */
  raw: Fields;
  /** The document's creation time, which a repeated delivery does not change. */
  created: string;
}

export type Write =
  | { delete: string }
  | { update: { name: string; fields: Fields } };

export interface Query {
  /** Excludes records with older timestamps, and orders by timestamp. */
  since?: string | undefined;
  /** Returns at most this many records, the newest first. */
  newest?: number;
  /** Returns only records with one of these addresses. Firestore allows at most 30. */
  emails?: readonly string[];
  /** Returns only records with these ids. Ids without a record are ignored. */
  ids?: readonly string[];
}

export interface RecordSource {
  /** Tells databases apart, in the files that remember something about one. */
  id: string;
  /** The name of the source in messages to the owner. */
  place: string;
  project: string;
  /** The id of the database in the project. */
  database: string;
  /** Whether this is the production Firestore, whose reads and deletions cost money. */
  isProduction: boolean;
  maxWritesPerCommit: number;
  /** Counts records. The count includes all commits before the returned `time`. */
  count(name: string, since?: string): Promise<{ count: number; time: string }>;
  /** Yields pages, ordered by id unless the query orders by timestamp. */
  find(collection: string, query?: Query): AsyncIterable<readonly Entry[]>;
  commit(writes: readonly Write[]): Promise<void>;
}

export interface FirestoreAccess
  extends Pick<
    RecordSource,
    'place' | 'project' | 'database' | 'isProduction'
  > {
  /** The part of the URL before `/v1/`. */
  origin: string;
  /** Returns headers that permit reading and erasing. */
  authorize(): Promise<Readonly<Record<string, string>>>;
  /** Returns advice for a failure, such as 'try again', or '' if none is known. */
  advise(failure: FirestoreFailure, isChange: boolean): string;
  runtime: Pick<Runtime, 'log' | 'wait'>;
}

export const pageSize = 300;
export const localProject = 'demo-pear';
export const defaultDatabase = '(default)';

export function getDocumentName(
  { project, database }: Pick<RecordSource, 'project' | 'database'>,
  path: string,
): string {
  return `projects/${project}/databases/${database}/documents/${path}`;
}

/** Returns the earlier of two times, because a restore or a retry changes one of them. */
export function getReceivedTime({ created, fields }: Entry): string {
  const times = [created, fields.timestamp ?? ''].filter(Boolean);
  const [earliest = ''] = times.sort((a, b) =>
    getSortKey(a) < getSortKey(b) ? -1 : 1,
  );
  return earliest;
}

/** Returns a key that sorts by time, whether or not `time` has a fraction of a second. */
export function getSortKey(time: string): string {
  return time.replace(/(\.0+)?Z$/, '');
}

export function toEntry(id: string, raw: Fields, created = ''): Entry {
  const texts = Object.entries(raw).map(([name, value]) => {
    const text = value.stringValue ?? value.timestampValue;
    return [name, typeof text === 'string' ? text : JSON.stringify(value)];
  });
  return { id, fields: Object.fromEntries(texts), raw, created };
}
