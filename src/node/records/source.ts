import { UserError } from '../user-error.ts';

/** A record as its owner sees it. */
export interface Entry {
  id: string;
  fields: Readonly<Record<string, string>>;
  /** When it came; a replay changes the timestamp alone. */
  created: string;
}

/** Records whose timestamps lie from `since`, and before `before`. */
export interface Span {
  since?: string | undefined;
  before?: string | undefined;
}

/** Where records are read from. */
export interface Source {
  /** Named to whoever reads, as in 'nothing in ...'. */
  place: string;
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
  /** A time; all that has come until then can be seen. */
  now(): Promise<string>;
  /** Takes collection/id of each; how many at once is `eraseAtOnce`. */
  erase(paths: readonly string[]): Promise<void>;
  eraseAtOnce: number;
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
