import type { Fields } from '../server/firestore/rules.ts';

/** A record as its owner sees it. */
export interface Entry {
  id: string;
  fields: Readonly<Record<string, string>>;
  /** When the document was made; a replay changes the timestamp alone. */
  created: string;
  /** What its owner added by hand that is no text, as Firestore spells it. */
  others?: Fields;
}

/** A document as it is copied and restored; its path is collection/id. */
export interface Document {
  path: string;
  fields: Fields;
}

/** A change as Firestore takes it, with the document's whole name. */
export type Write =
  | { delete: string }
  | { update: { name: string; fields: Fields } };

type Entries = readonly Entry[];

/** Where records are read from; `since` leaves older timestamps out. */
export interface Source {
  /** Named to whoever reads, as in 'nothing in ...'. */
  place: string;
  /** Whose records they are: a copy of another project is not restored here. */
  project: string;
  /** Whether each record that is read or erased counts for the bill. */
  isProduction: boolean;
  /** How many one request may erase, or restore. */
  atOnce: { erased: number; restored: number };
  count(collection: string, since?: string): Promise<number>;
  newest(collection: string, limit: number, since?: string): Promise<Entries>;
  /** All of a collection by id, or those since a time by it, in pages. */
  pages(collection: string, since?: string): AsyncIterable<Entries>;
  /** Those of these ids that are there; as many as are erased at once. */
  byId(collection: string, ids: readonly string[]): Promise<Entries>;
  /** Those with one of these addresses, at most 30 of them, by an index. */
  byAddress(collection: string, addresses: string[]): Promise<Entries>;
  /** A time; all that has come until then can be seen. */
  now(): Promise<string>;
  commit(writes: readonly Write[]): Promise<void>;
}

export function nameOf({ project }: { project: string }, path: string): string {
  return `projects/${project}/databases/(default)/documents/${path}`;
}

/** When it came: a replay moves its timestamp, and a restore its creation. */
export function cameAt({ created, fields: { timestamp } }: Entry): string {
  const times = [created, timestamp ?? ''].filter(Boolean);
  return times.sort((a, b) => (sortable(a) < sortable(b) ? -1 : 1))[0] ?? '';
}

/** Times of Firestore's, as 12:00:00Z and 12:00:00.123456Z, put in order. */
export function sortable(time: string): string {
  return time.replace(/(\.0+)?Z$/, '');
}

/** Every text and the timestamp as a text; what else there is as JSON. */
export function toEntry(id: string, values: Fields, created = ''): Entry {
  const all = Object.entries(values);
  const others = all.filter(
    ([name, value]) =>
      typeof value[name === 'timestamp' ? 'timestampValue' : 'stringValue'] !==
      'string',
  );
  const texts = all.map(([name, value]) => {
    const text = value.stringValue ?? value.timestampValue;
    return [name, typeof text === 'string' ? text : JSON.stringify(value)];
  });
  return {
    id,
    fields: Object.fromEntries(texts),
    created,
    ...(others.length > 0 && { others: Object.fromEntries(others) }),
  };
}

/** The inverse of toEntry. */
export function toDocument(
  collection: string,
  { id, fields: { timestamp, ...texts }, others }: Entry,
): Document {
  const values = Object.entries(texts).map(
    ([name, stringValue]) => [name, { stringValue }] as const,
  );
  const time = timestamp && { timestamp: { timestampValue: timestamp } };
  return {
    path: `${collection}/${id}`,
    fields: { ...Object.fromEntries(values), ...time, ...others },
  };
}
