import { UserError } from '../user-error.ts';

/** A record as its owner sees it. */
export interface Entry {
  id: string;
  fields: Readonly<Record<string, string>>;
  /** When the document was made; a replay changes the timestamp alone. */
  created: string;
  /** What its owner added by hand that is no text, as Firestore spells it. */
  others?: Values;
}

/** A document's fields as Firestore spells them, each `{ kind: value }`. */
export type Values = Readonly<
  Record<string, Readonly<Record<string, unknown>>>
>;

/** A document as it is copied and restored; its path is collection/id. */
export interface Document {
  path: string;
  fields: Values;
}

/** Records whose timestamps lie from `since`. */
export interface Span {
  since?: string | undefined;
}

/** Where records are read from. */
export interface Source {
  /** Named to whoever reads, as in 'nothing in ...'. */
  place: string;
  /** Whose records they are: a copy of another project is not restored here. */
  project: string;
  /** Whether each record that is read or erased counts for the bill. */
  isProduction: boolean;
  count(collection: string, span?: Span): Promise<number>;
  newest(
    collection: string,
    limit: number,
    span?: Span,
  ): Promise<readonly Entry[]>;
  /** All of a collection by id, or a span of it by time, in pages. */
  pages(collection: string, span?: Span): AsyncIterable<readonly Entry[]>;
  /** Those of these ids that are there; `atOnce` at most. */
  byId(collection: string, ids: readonly string[]): Promise<readonly Entry[]>;
  /** Those with one of these addresses, at most 30 of them, by an index. */
  byAddress(
    collection: string,
    addresses: readonly string[],
  ): Promise<readonly Entry[]>;
  /** A time; all that has come until then can be seen. */
  now(): Promise<string>;
  /** Takes collection/id of each; `atOnce` at most. */
  erase(paths: readonly string[]): Promise<void>;
  /** Writes them as they were; `atOnce` at most. */
  restore(documents: readonly Document[]): Promise<void>;
  atOnce: number;
  close(): void;
}

export function nothingIn(
  { place }: Source,
  collections: readonly string[],
  since?: string,
): UserError {
  const after = since ? ` since ${since}` : '';
  return new UserError(
    `There is nothing in ${collections.join(', ')} at ${place}${after}.`,
  );
}

/** When it came: a replay moves its timestamp, and a restore its creation. */
export function cameAt({ created, fields: { timestamp } }: Entry): string {
  const times = [created, timestamp ?? ''].filter(Boolean);
  return times.sort((a, b) => (sortable(a) < sortable(b) ? -1 : 1))[0] ?? '';
}

/** Times of Firestore's, as 12:00:00Z and 12:00:00.123456Z, put in order. */
export function sortable(time: string): string {
  const [seconds = '', rest = ''] = time.replace(/Z$/, '').split('.');
  return `${seconds}.${rest.padEnd(9, '0')}`;
}

/** Every text and the timestamp as a text; what else there is as JSON. */
export function toEntry(id: string, values: Values, created: string): Entry {
  const isPlain = ([name, value]: [string, Values[string]]) =>
    typeof value[name === 'timestamp' ? 'timestampValue' : 'stringValue'] ===
    'string';
  const all = Object.entries(values);
  const texts = all.map(([name, value]) => [name, textOf(value)] as const);
  const others = all.filter((field) => !isPlain(field));
  return {
    id,
    fields: Object.fromEntries(texts),
    created,
    ...(others.length > 0 && { others: Object.fromEntries(others) }),
  };
}

function textOf(value: Values[string]): string {
  const text = value.stringValue ?? value.timestampValue;
  return typeof text === 'string' ? text : JSON.stringify(value);
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
