import type { Fields } from '../server/firestore/rules.ts';
import { UserError } from '../user-error.ts';
import { post } from './credentials.ts';
import {
  type Advice,
  failureIn,
  networkAdvice,
  reasonOf,
  refused,
} from './firestore-error.ts';
import { nameOf, pageSize, type Source, toEntry } from './source.ts';

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
export function localOwner(place: string, origin: string, advice: Advice) {
  const authorize = async () => ({ authorization: 'Bearer owner' });
  const here = { project: localProject, isProduction: false };
  return remoteSource({ ...here, place, origin, authorize, advice });
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
  const answer = parseAnswer(text);
  const failure = failureIn(answer);
  if (status === 200 && answer && !failure) return [answer].flat();
  const isChange = below === ':commit';
  throw refused(place, status, failure, (f) => advice(f, isChange));
}

/** Returns the object that an answer is, or undefined. */
export function parseAnswer(text: string): object | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer ? answer : undefined;
  } catch {
    return undefined;
  }
}

function entryOf({ name, createTime, fields = {} }: RestDocument) {
  return toEntry(name.split('/').at(-1) ?? '', fields, createTime);
}
