import type { Fields } from '../server/firestore/rules.ts';
import { UserError } from '../user-error.ts';
import { type Advice, failureIn, refused } from './firestore-error.ts';
import { nameOf, type Source, toEntry } from './source.ts';

export interface Remote
  extends Pick<Source, 'place' | 'project' | 'isProduction'> {
  /** Everything before `/v1/`. */
  origin: string;
  /** The headers that give the right to read and to erase. */
  authorize(): Promise<Readonly<Record<string, string>>>;
  /** What to do where Firestore refuses. */
  advice: Advice;
}

interface RestDocument {
  name: string;
  createTime?: string;
  fields?: Fields;
}

// Firestore streams a list of them; a part may be missing.
type Found = { document?: RestDocument; found?: RestDocument };
type Counted = {
  result?: { aggregateFields?: { count?: { integerValue?: string } } };
  readTime?: string;
};

const pageSize = 300;
const timeLimit = 60_000;
const time = { fieldPath: 'timestamp' };

/** An emulator's or production's records, through Firestore's REST interface. */
export function remoteSource(remote: Remote): Source {
  const find = async (collectionId: string, query: object) => {
    const structuredQuery = { from: [{ collectionId }], ...query };
    const found = await ask<Found[]>(remote, ':runQuery', { structuredQuery });
    return found.flatMap(({ document }) => document ?? []);
  };
  /** One read for each thousand documents; a list takes one for each. */
  const countIn = async (collectionId: string, since?: string) => {
    const answers = await ask<Counted[]>(remote, ':runAggregationQuery', {
      structuredAggregationQuery: {
        structuredQuery: { from: [{ collectionId }], ...within(since) },
        aggregations: [{ alias: 'count', count: {} }],
      },
    });
    const whole: Counted = Object.assign({}, ...answers);
    const { integerValue } = whole.result?.aggregateFields?.count ?? {};
    return { count: Number(integerValue ?? 0), readTime: whole.readTime ?? '' };
  };
  return {
    ...remote,
    // So many records of the longest texts stay below 4 MiB, which is the
    // least that a Firestore takes for one request.
    atOnce: { erased: 200, restored: 200 },
    count: async (name, since) => (await countIn(name, since)).count,
    /** By time, which the access rules see to that every record has. */
    async newest(collection, limit, since) {
      const orderBy = [{ field: time, direction: 'DESCENDING' }];
      const query = { ...within(since), orderBy, limit };
      return (await find(collection, query)).map(entryOf);
    },
    async *pages(collection, since) {
      // A record made by hand may have no timestamp, but each has a name.
      const order = [...(since ? [time] : []), { fieldPath: '__name__' }];
      const orderBy = order.map((field) => ({ field, direction: 'ASCENDING' }));
      const query = { ...within(since), orderBy, limit: pageSize };
      for (let startAt = {}; ; ) {
        const page = await find(collection, { ...query, ...startAt });
        yield page.map(entryOf);
        const last = page.at(-1);
        if (!last || page.length < pageSize) return;
        const time = since ? [last.fields?.timestamp] : [];
        const values = [...time, { referenceValue: last.name }];
        startAt = { startAt: { values, before: false } };
      }
    },
    async byId(collection, ids) {
      const documents = ids.map((id) => nameOf(remote, `${collection}/${id}`));
      const found = await ask<Found[]>(remote, ':batchGet', { documents });
      return found.flatMap(({ found }) => (found ? entryOf(found) : []));
    },
    async byAddress(collection, addresses) {
      const values = addresses.map((stringValue) => ({ stringValue }));
      const field = { fieldPath: 'email' };
      const value = { arrayValue: { values } };
      const where = { fieldFilter: { field, op: 'IN', value } };
      return (await find(collection, { where })).map(entryOf);
    },
    now: async () => (await countIn('waitlist')).readTime,
    async commit(writes) {
      await ask(remote, ':commit', { writes });
    },
  };
}

export const localProject = 'demo-pear';

/** A local Firestore, which takes anyone for its owner who says so. */
export function localOwner(place: string, origin: string, advice: Advice) {
  return remoteSource({
    place,
    origin,
    project: localProject,
    authorize: async () => ({ authorization: 'Bearer owner' }),
    advice,
    isProduction: false,
  });
}

/** The part of a query that leaves out what is older. */
function within(since?: string): object {
  if (!since) return {};
  const value = { timestampValue: since };
  const op = 'GREATER_THAN_OR_EQUAL';
  return { where: { fieldFilter: { field: time, op, value } } };
}

/** Asks below `documents`; throws a UserError unless Firestore complies. */
async function ask<Answer>(
  remote: Remote,
  below: string,
  body: object,
): Promise<Answer> {
  const { origin, place, advice } = remote;
  const url = `${origin}/v1/${nameOf(remote, '').slice(0, -1)}${below}`;
  const headers = await remote.authorize();
  const request = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeLimit),
  };
  // A server may close a kept connection just as it is asked again.
  const send = () => fetch(url, request);
  const whole = send()
    .catch(send)
    .then(
      async (response) => [response.status, await response.text()] as const,
    );
  const [status, text] = await whole.catch(() => {
    throw new UserError(
      `No whole answer from ${place}; see that it can be reached.`,
    );
  });
  const answer = parseAnswer(text);
  const failure = failureIn(answer);
  if (status === 200 && answer && !failure) return answer as Answer;
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
