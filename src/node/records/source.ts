import type { Fields } from '../server/firestore/rules.ts';

export interface Entry {
  id: string;
  /** Each text, the timestamp too; any other value as JSON. */
  fields: Readonly<Record<string, string>>;
  /** The same as Firestore spells it, for a copy. */
  raw: Fields;
  /** When the document was created; a replay changes only the timestamp. */
  created: string;
}

/** A change as Firestore takes it, with the document's full name. */
export type Write =
  | { delete: string }
  | { update: { name: string; fields: Fields } };

export interface Query {
  /** Leaves out older timestamps, and orders by timestamp. */
  since?: string | undefined;
  /** Returns only so many, the newest first. */
  newest?: number;
  /** Returns only records with one of these addresses, at most 30. */
  emails?: readonly string[];
  /** Returns only these, as far as they exist. */
  ids?: readonly string[];
}

/** A Firestore, or the local server's file. */
export interface Source {
  /** Named to the owner, as in 'nothing in ...'. */
  place: string;
  project: string;
  /** Whether each read and deletion is billed. */
  isProduction: boolean;
  /** The number of records for one request that changes them. */
  atOnce: number;
  /** Also returns the read's time: every commit until then is visible. */
  count(name: string, since?: string): Promise<{ count: number; time: string }>;
  /** Yields pages, ordered by id unless the query orders by timestamp. */
  find(collection: string, query?: Query): AsyncIterable<readonly Entry[]>;
  commit(writes: readonly Write[]): Promise<void>;
}

export const pageSize = 300;

export function nameOf({ project }: { project: string }, path: string) {
  return `projects/${project}/databases/(default)/documents/${path}`;
}

/** When it came: a replay moves the timestamp, a restore the creation time. */
export function cameAt({ created, fields: { timestamp } }: Entry): string {
  const times = [created, timestamp ?? ''].filter(Boolean);
  return times.sort((a, b) => (sortable(a) < sortable(b) ? -1 : 1))[0] ?? '';
}

/** Makes Firestore's times, 12:00:00Z and 12:00:00.123456Z, sort as texts. */
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
