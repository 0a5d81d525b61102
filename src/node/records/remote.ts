import { parseObject } from '../read-text.ts';
import type { Fields } from '../server/firestore/rules.ts';
import { UserError } from '../user-error.ts';
import {
  type Advice,
  failureIn,
  networkAdvice,
  post,
  reasonOf,
  refused,
} from './google.ts';

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
export function receivedAt({ created, fields: { timestamp } }: Entry): string {
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

export interface Remote
  extends Pick<Source, 'place' | 'project' | 'isProduction'> {
  /** Everything before `/v1/`. */
  origin: string;
  /** Returns the headers that allow to read and to erase. */
  authorize(): Promise<Readonly<Record<string, string>>>;
  /** What to do if Firestore refuses. */
  advice: Advice;
}

interface RestDocument {
  name: string;
  createTime?: string;
  fields?: Fields;
}

/** A part of a streamed answer; what it holds depends on the question. */
interface Part {
  document?: RestDocument;
  found?: RestDocument;
  result?: { aggregateFields?: { count?: { integerValue?: string } } };
  readTime?: string;
}

/** An emulator's or production's records, through Firestore's REST interface. */
export function remoteSource(remote: Remote): Source {
  return {
    ...remote,
    // So many records of the longest texts stay below 4 MiB, the least that
    // any Firestore accepts as one request.
    atOnce: 200,
    /** Costs one read for each thousand documents; a list one for each. */
    async count(collectionId, since) {
      const parts = await ask(remote, ':runAggregationQuery', {
        structuredAggregationQuery: {
          structuredQuery: { from: [{ collectionId }], ...where(since) },
          aggregations: [{ alias: 'count', count: {} }],
        },
      });
      const whole: Part = Object.assign({}, ...parts);
      const { integerValue = 0 } = whole.result?.aggregateFields?.count ?? {};
      return { count: Number(integerValue), time: whole.readTime ?? '' };
    },
    async *find(collectionId, { since, newest, emails, ids = [] } = {}) {
      for (let at = 0; at < ids.length; at += pageSize) {
        const some = ids.slice(at, at + pageSize);
        const documents = some.map((id) =>
          nameOf(remote, `${collectionId}/${id}`),
        );
        const parts = await ask(remote, ':batchGet', { documents });
        yield parts.flatMap(({ found }) => (found ? entryOf(found) : []));
      }
      if (ids.length > 0) return;
      // A record made by hand may have no timestamp, but each has a name.
      const order = [...(since || newest ? ['timestamp'] : []), '__name__'];
      const direction = newest ? 'DESCENDING' : 'ASCENDING';
      const query = {
        from: [{ collectionId }],
        ...where(since, emails),
        orderBy: order.map((field) => ({ field: fieldOf(field), direction })),
        limit: newest ?? pageSize,
      };
      for (let startAt = {}; ; ) {
        const structuredQuery = { ...query, ...startAt };
        const parts = await ask(remote, ':runQuery', { structuredQuery });
        const page = parts.flatMap(({ document }) => document ?? []);
        yield page.map(entryOf);
        const last = page.at(-1);
        if (!last || newest || page.length < pageSize) return;
        const time = since ? [last.fields?.timestamp] : [];
        const values = [...time, { referenceValue: last.name }];
        startAt = { startAt: { values, before: false } };
      }
    },
    async commit(writes) {
      await ask(remote, ':commit', { writes });
    },
  };
}

export const localProject = 'demo-pear';

/** A local Firestore, where that one word makes a client the owner. */
export function localOwner(place: string, origin: string, advice: string) {
  const authorize = async () => ({ authorization: 'Bearer owner' });
  const here = { project: localProject, isProduction: false };
  const todo = () => advice;
  return remoteSource({ ...here, place, origin, authorize, advice: todo });
}

const fieldOf = (fieldPath: string) => ({ fieldPath });

/** The part of a query that leaves out older records, or other addresses. */
function where(since?: string, emails?: readonly string[]): object {
  const filter = (fieldPath: string, op: string, value: object) => ({
    where: { fieldFilter: { field: fieldOf(fieldPath), op, value } },
  });
  const values = emails?.map((stringValue) => ({ stringValue }));
  if (values) return filter('email', 'IN', { arrayValue: { values } });
  const time = { timestampValue: since };
  return since ? filter('timestamp', 'GREATER_THAN_OR_EQUAL', time) : {};
}

/** Asks below `documents`; throws a UserError unless Firestore complies. */
async function ask(
  remote: Remote,
  below: string,
  body: object,
): Promise<readonly Part[]> {
  const { origin, place, advice, isProduction } = remote;
  const url = `${origin}/v1/${nameOf(remote, '').slice(0, -1)}${below}`;
  const headers = await remote.authorize();
  const send = () => post(url, headers, body, !isProduction);
  // A server may close a kept connection just as the next request begins.
  const { status, text } = await send()
    .catch(send)
    .catch((error: unknown) => {
      const reason = reasonOf(error);
      const advised = isProduction && networkAdvice(reason);
      const todo = advised || 'see that it can be reached';
      throw new UserError(
        `No whole answer from ${place} (${reason}); ${todo}.`,
      );
    });
  const answer = parseObject(text);
  const failure = failureIn(answer);
  if (status === 200 && answer && !failure) return [answer].flat();
  const isChange = below === ':commit';
  throw refused(place, status, failure, (f) => advice(f, isChange));
}

function entryOf({ name, createTime, fields = {} }: RestDocument) {
  return toEntry(name.split('/').at(-1) ?? '', fields, createTime);
}
