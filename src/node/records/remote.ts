import { UserError } from '../user-error.ts';
import { type Advice, failureIn, refused } from './firestore-error.ts';
import {
  type Document,
  type Source,
  type Span,
  toEntry,
  type Values,
} from './source.ts';

export interface Remote {
  place: string;
  /** Everything before `/v1/`. */
  origin: string;
  project: string;
  /** The headers that give the right to read and to erase. */
  authorize(): Promise<Readonly<Record<string, string>>>;
  /** What to do where Firestore refuses. */
  advice: Advice;
  isProduction: boolean;
}

interface RestDocument {
  name: string;
  createTime?: string;
  fields?: Values;
}

type Page = { documents?: RestDocument[]; nextPageToken?: string };
/** A list of answers, since Firestore streams them; a part may be missing. */
type Found = { document?: RestDocument; found?: RestDocument }[];
type Counted = {
  result?: { aggregateFields?: { count?: { integerValue?: string } } };
  readTime?: string;
}[];

const pageSize = 300;
const timeLimit = 60_000;

/** An emulator's or production's records, through Firestore's REST interface. */
export function remoteSource(remote: Remote): Source {
  const find = async (structuredQuery: object) => {
    const found = await ask<Found>(remote, ':runQuery', { structuredQuery });
    return found.flatMap(({ document }) => document ?? []);
  };
  /** One read for each thousand documents; a list takes one for each. */
  const countIn = (collectionId: string, span?: Span) =>
    ask<Counted>(remote, ':runAggregationQuery', {
      structuredAggregationQuery: {
        structuredQuery: { from: [{ collectionId }], ...within(span) },
        aggregations: [{ alias: 'count', count: {} }],
      },
    });
  return {
    place: remote.place,
    project: remote.project,
    isProduction: remote.isProduction,
    // So many records of the longest texts stay below 4 MiB, which is the
    // least that a Firestore takes for one request.
    atOnce: 200,
    async count(collection, span) {
      const counts = (await countIn(collection, span)).map(
        ({ result }) => result?.aggregateFields?.count?.integerValue,
      );
      return Number(counts.find((count) => count !== undefined) ?? 0);
    },
    /** By time, which the access rules see to that every record has. */
    async newest(collectionId, limit, span) {
      const from = [{ collectionId }];
      const orderBy = [{ field: time, direction: 'DESCENDING' }];
      const query = { from, ...within(span), orderBy, limit };
      return (await find(query)).map(entryOf);
    },
    async *pages(collectionId, span) {
      if (!span?.since) return yield* list(collectionId);
      const orderBy = [time, { fieldPath: '__name__' }].map((field) => ({
        field,
        direction: 'ASCENDING',
      }));
      const from = [{ collectionId }];
      const query = { from, ...within(span), orderBy, limit: pageSize };
      for (let startAt = {}; ; ) {
        const page = await find({ ...query, ...startAt });
        yield page.map(entryOf);
        const last = page.at(-1);
        if (!last || page.length < pageSize) return;
        const values = [last.fields?.timestamp, { referenceValue: last.name }];
        startAt = { startAt: { values, before: false } };
      }
    },
    async byId(collection, ids) {
      const documents = ids.map((id) => nameOf(`${collection}/${id}`));
      const found = await ask<Found>(remote, ':batchGet', { documents });
      return found.flatMap(({ found }) => (found ? entryOf(found) : []));
    },
    async byAddress(collectionId, addresses) {
      const values = addresses.map((stringValue) => ({ stringValue }));
      const field = { fieldPath: 'email' };
      const value = { arrayValue: { values } };
      const where = { fieldFilter: { field, op: 'IN', value } };
      const query = { from: [{ collectionId }], where };
      return (await find(query)).map(entryOf);
    },
    async now() {
      const answers = await countIn('waitlist');
      return answers.find(({ readTime }) => readTime)?.readTime ?? '';
    },
    async erase(paths) {
      const writes = paths.map((path) => ({ delete: nameOf(path) }));
      await ask(remote, ':commit', { writes });
    },
    async restore(documents) {
      const writes = documents.map(({ path, fields }: Document) => ({
        update: { name: nameOf(path), fields },
      }));
      await ask(remote, ':commit', { writes });
    },
    close: () => {},
  };

  function nameOf(path: string): string {
    return `projects/${remote.project}/databases/(default)/documents/${path}`;
  }

  async function* list(collection: string) {
    let pageToken = '';
    do {
      const query = new URLSearchParams({
        pageSize: String(pageSize),
        ...(pageToken && { pageToken }),
      });
      const page = await ask<Page>(remote, `/${collection}?${query}`);
      yield (page.documents ?? []).map(entryOf);
      pageToken = page.nextPageToken ?? '';
    } while (pageToken);
  }
}

export const localProject = 'demo-pear';

/** A local Firestore, which takes anyone for its owner who says so. */
export function localOwner(
  place: string,
  origin: string,
  advice: Advice,
  project = localProject,
): Source {
  return remoteSource({
    place,
    origin,
    project,
    authorize: async () => ({ authorization: 'Bearer owner' }),
    advice,
    isProduction: false,
  });
}

const time = { fieldPath: 'timestamp' };

/** The part of a query that keeps to a span. */
function within({ since }: Span = {}): object {
  if (!since) return {};
  const value = { timestampValue: since };
  const op = 'GREATER_THAN_OR_EQUAL';
  return { where: { fieldFilter: { field: time, op, value } } };
}

/** Asks below `documents`; throws a UserError unless Firestore complies. */
async function ask<Answer>(
  remote: Remote,
  below: string,
  body?: object,
): Promise<Answer> {
  const { origin, project, place, advice } = remote;
  const root = `${origin}/v1/projects/${project}/databases/(default)/documents`;
  const headers = await remote.authorize();
  const { status, text } = await send(
    place,
    `${root}${below}`,
    body
      ? {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }
      : { headers },
  );
  const answer = parseAnswer(text);
  const failure = failureIn(answer);
  if (status !== 200 || failure || !answer) {
    const isChange = below === ':commit';
    throw refused(place, status, failure, (f) => advice(f, isChange));
  }
  return answer as Answer;
}

async function send(place: string, url: string, request: RequestInit) {
  const signal = AbortSignal.timeout(timeLimit);
  try {
    const ask = () => fetch(url, { ...request, signal });
    // A server may close a kept connection just as it is asked again.
    const response = await ask().catch(ask);
    return { status: response.status, text: await response.text() };
  } catch {
    throw new UserError(
      `No whole answer from ${place}; see that it can be reached.`,
    );
  }
}

/** Gives the object that an answer is, or undefined. */
export function parseAnswer(text: string): object | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer ? answer : undefined;
  } catch {
    return undefined;
  }
}

function entryOf({ name, createTime, fields = {} }: RestDocument) {
  return toEntry(name.split('/').at(-1) ?? '', fields, createTime ?? '');
}
