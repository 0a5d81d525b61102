import type { Fields } from '../local-server/firestore/rules.ts';
import { parseObject } from '../node/read-text.ts';
import { UserError } from '../node/user-error.ts';
import { maxRecordLength } from '../rules/known-fields.ts';
import {
  describeError,
  findFailure,
  getNetworkAdvice,
  postJson,
} from './google-api.ts';
import {
  defaultDatabase,
  type Entry,
  type FirestoreAccess,
  getDocumentName,
  localProject,
  pageSize,
  type Query,
  type RecordSource,
  toEntry,
} from './record-source.ts';

interface RestDocument {
  name: string;
  createTime?: string;
  fields?: Fields;
}

interface ResponsePart {
  document?: RestDocument;
  found?: RestDocument;
  result?: { aggregateFields?: { count?: { integerValue?: string } } };
  readTime?: string;
}

const maxRequestSize = 4 * 1024 * 1024;
/** In JSON. UTF-8 has up to three bytes for each UTF-16 code unit. */
const maxRecordSize = 3 * maxRecordLength + 1000;
const writesThatFit = Math.floor(maxRequestSize / maxRecordSize);
export const maxWritesPerCommit = Math.min(200, writesThatFit);

export function openFirestore(access: FirestoreAccess): RecordSource {
  return {
    ...access,
    id: `${access.project}/${access.database}`,
    maxWritesPerCommit,
    /** Costs one read for each thousand documents. */
    async count(collectionId, since) {
      const results = await request(access, ':runAggregationQuery', {
        structuredAggregationQuery: {
          structuredQuery: { from: [{ collectionId }], ...createFilter(since) },
          aggregations: [{ alias: 'count', count: {} }],
        },
      });

      const answer: ResponsePart = Object.assign({}, ...results);
      const { integerValue = 0 } = answer.result?.aggregateFields?.count ?? {};
      return { count: Number(integerValue), time: answer.readTime ?? '' };
    },
    find(collectionId, query = {}) {
      const { ids = [] } = query;
      return ids.length > 0
        ? findByIds(access, collectionId, ids)
        : findByQuery(access, collectionId, query);
    },
    async commit(writes) {
      await request(access, ':commit', { writes });
    },
  };
}

async function* findByIds(
  access: FirestoreAccess,
  collectionId: string,
  ids: readonly string[],
): AsyncIterable<Entry[]> {
  for (let offset = 0; offset < ids.length; offset += pageSize) {
    const documents = ids
      .slice(offset, offset + pageSize)
      .map((id) => getDocumentName(access, `${collectionId}/${id}`));
    const parts = await request(access, ':batchGet', { documents });
    yield parts
      .map(({ found }) => found)
      .filter((document) => document !== undefined)
      .map(createEntry);
  }
}

async function* findByQuery(
  access: FirestoreAccess,
  collectionId: string,
  { since, newest, emails }: Query,
): AsyncIterable<Entry[]> {
  // A query by timestamp omits records without one, such as some added by hand.
  const paths = since || newest ? ['timestamp', '__name__'] : ['__name__'];
  const direction = newest ? 'DESCENDING' : 'ASCENDING';
  const query = {
    from: [{ collectionId }],
    ...createFilter(since, emails),
    orderBy: paths.map((path) => ({ field: toFieldRef(path), direction })),
    limit: newest ?? pageSize,
  };

  let cursor = {};
  for (;;) {
    const structuredQuery = { ...query, ...cursor };
    const parts = await request(access, ':runQuery', { structuredQuery });
    const page = parts
      .map(({ document }) => document)
      .filter((document) => document !== undefined);
    yield page.map(createEntry);

    const last = page.at(-1);
    if (!last || newest || page.length < pageSize) return;

    const name = { referenceValue: last.name };
    const values = since ? [last.fields?.timestamp, name] : [name];
    cursor = { startAt: { values, before: false } };
  }
}

/** Opens a local Firestore, in which the token "owner" bypasses the access rules. */
export function openLocalFirestore(
  runtime: FirestoreAccess['runtime'],
  place: string,
  origin: string,
  advice: string,
): RecordSource {
  return openFirestore({
    project: localProject,
    database: defaultDatabase,
    isProduction: false,
    runtime,
    place,
    origin,
    authorize: async () => ({ authorization: 'Bearer owner' }),
    advise: () => advice,
  });
}

const toFieldRef = (fieldPath: string) => ({ fieldPath });

/** Returns a query's filter: by address if there are addresses, otherwise by time. */
function createFilter(since?: string, emails?: readonly string[]): object {
  const toFilter = (fieldPath: string, op: string, value: object) => ({
    where: { fieldFilter: { field: toFieldRef(fieldPath), op, value } },
  });

  if (emails) {
    const values = emails.map((stringValue) => ({ stringValue }));
    return toFilter('email', 'IN', { arrayValue: { values } });
  }
  if (since) {
    const time = { timestampValue: since };
    return toFilter('timestamp', 'GREATER_THAN_OR_EQUAL', time);
  }
  return {};
}

/** The delays before the second and each later attempt, in milliseconds. */
const retryDelays = [1000, 2000, 4000, 8000, 16_000];

/**
 * Calls a method of Firestore, and repeats a call that failed for a moment. All calls
 * are idempotent. Throws a UserError if the call fails.
 */
async function request(
  access: FirestoreAccess,
  method: string,
  body: object,
): Promise<readonly ResponsePart[]> {
  const { log, wait } = access.runtime;
  for (let failures = 0; ; failures += 1) {
    const answer = await send(access, method, body);
    if ('parts' in answer) return answer.parts;

    const { problem, advice, isTransient } = answer;
    const delay = retryDelays[failures];
    if (!isTransient || delay === undefined) {
      throw new UserError(advice ? `${problem}; ${advice}.` : `${problem}.`);
    }

    log(`${problem}; trying again in ${delay / 1000} s.`);
    // The jitter keeps two programs from repeating their calls at the same time.
    await wait(delay * (0.75 + Math.random() / 2));
  }
}

type Answer =
  | { parts: readonly ResponsePart[] }
  | { problem: string; advice: string; isTransient: boolean };

async function send(
  access: FirestoreAccess,
  method: string,
  body: object,
): Promise<Answer> {
  const { origin, place, advise, isProduction } = access;
  const isChange = method === ':commit';
  const url = `${origin}/v1/${getDocumentName(access, '').slice(0, -1)}${method}`;
  const headers = await access.authorize();

  let response: Awaited<ReturnType<typeof postJson>>;
  try {
    response = await postJson(url, headers, body, !isProduction);
  } catch (error) {
    const reason = describeError(error);
    const networkAdvice = isProduction && getNetworkAdvice(reason);
    return {
      problem: `No complete response from ${place} (${reason})`,
      advice: networkAdvice || 'check that it can be reached',
      isTransient: brokenConnectionPattern.test(reason),
    };
  }

  const { status: code, text } = response;
  const content = parseObject(text);
  const failure = findFailure(content);
  if (code === 200 && content && !failure) return { parts: [content].flat() };

  // An error in the list that answers a query has the HTTP status 200.
  const failureCode = codesByStatus[failure?.status ?? ''] ?? code;
  const isTransient =
    [429, 500, 502, 503, 504].includes(failureCode) ||
    (isChange && failureCode === 409);
  if (!failure) {
    return {
      problem: `${place} answered ${code} without a Firestore response`,
      advice:
        'check that no proxy or sign-in page intercepts requests, then try again',
      isTransient,
    };
  }

  const failureText = [`${code} ${failure.status}`, failure.message]
    .filter(Boolean)
    .join(': ');
  return {
    problem: `${place} answered "${failureText}"`,
    advice: advise(failure, isChange),
    isTransient,
  };
}

const brokenConnectionPattern =
  /ECONNRESET|EPIPE|ETIMEDOUT|EAI_AGAIN|socket hang up|premature close|timeout|aborted/i;

const codesByStatus: Readonly<Record<string, number>> = {
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504,
  ABORTED: 409,
};

function createEntry({ name, createTime, fields = {} }: RestDocument) {
  return toEntry(name.split('/').at(-1) ?? '', fields, createTime);
}
