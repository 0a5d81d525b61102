import { parseObject } from '../node/read-text.ts';
import type { Fields } from '../node/server/firestore/rules.ts';
import { UserError } from '../node/user-error.ts';
import {
  createResponseError,
  describeError,
  findFailure,
  getNetworkAdvice,
  postJson,
} from './google-api.ts';
import {
  documentName,
  type FirestoreAccess,
  localProject,
  pageSize,
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

export function openFirestore(access: FirestoreAccess): RecordSource {
  return {
    ...access,
    // 200 records of the longest texts fit into a request of 4 MiB.
    maxWritesPerCommit: 200,
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
    async *find(collectionId, { since, newest, emails, ids = [] } = {}) {
      for (let offset = 0; offset < ids.length; offset += pageSize) {
        const documents = ids
          .slice(offset, offset + pageSize)
          .map((id) => documentName(access, `${collectionId}/${id}`));
        const parts = await request(access, ':batchGet', { documents });
        yield parts.flatMap(({ found }) => (found ? entryOf(found) : []));
      }
      if (ids.length > 0) return;
      // A query by timestamp omits records without one, such as some added by hand.
      const paths = [...(since || newest ? ['timestamp'] : []), '__name__'];
      const direction = newest ? 'DESCENDING' : 'ASCENDING';
      const query = {
        from: [{ collectionId }],
        ...createFilter(since, emails),
        orderBy: paths.map((path) => ({ field: toFieldRef(path), direction })),
        limit: newest ?? pageSize,
      };
      for (let cursor = {}; ; ) {
        const structuredQuery = { ...query, ...cursor };
        const parts = await request(access, ':runQuery', { structuredQuery });
        const page = parts.flatMap(({ document }) => document ?? []);
        yield page.map(entryOf);
        const last = page.at(-1);
        if (!last || newest || page.length < pageSize) return;
        const time = since ? [last.fields?.timestamp] : [];
        const values = [...time, { referenceValue: last.name }];
        cursor = { startAt: { values, before: false } };
      }
    },
    async commit(writes) {
      await request(access, ':commit', { writes });
    },
  };
}

/** Opens a local Firestore, in which the token "owner" bypasses the access rules. */
export function openLocalFirestore(
  place: string,
  origin: string,
  advice: string,
) {
  return openFirestore({
    project: localProject,
    isProduction: false,
    place,
    origin,
    authorize: async () => ({ authorization: 'Bearer owner' }),
    advice: () => advice,
  });
}

const toFieldRef = (fieldPath: string) => ({ fieldPath });

/** Returns a query's filter: by address if there are addresses, otherwise by time. */
function createFilter(since?: string, emails?: readonly string[]): object {
  const toFilter = (fieldPath: string, op: string, value: object) => ({
    where: { fieldFilter: { field: toFieldRef(fieldPath), op, value } },
  });
  const values = emails?.map((stringValue) => ({ stringValue }));
  if (values) return toFilter('email', 'IN', { arrayValue: { values } });
  const time = { timestampValue: since };
  return since ? toFilter('timestamp', 'GREATER_THAN_OR_EQUAL', time) : {};
}

/** Calls a method of Firestore. Throws a UserError if the call fails. */
async function request(
  access: FirestoreAccess,
  method: string,
  body: object,
): Promise<readonly ResponsePart[]> {
  const { origin, place, advice, isProduction } = access;
  const url = `${origin}/v1/${documentName(access, '').slice(0, -1)}${method}`;
  const headers = await access.authorize();
  const send = () => postJson(url, headers, body, !isProduction);
  // Retries once, because a server may close a kept-alive connection.
  const { status, text } = await send()
    .catch(send)
    .catch((error: unknown) => {
      const reason = describeError(error);
      const specificAdvice = isProduction && getNetworkAdvice(reason);
      const nextStep = specificAdvice || 'check that it can be reached';
      throw new UserError(
        `No complete response from ${place} (${reason}); ${nextStep}.`,
      );
    });
  const response = parseObject(text);
  const failure = findFailure(response);
  if (status === 200 && response && !failure) return [response].flat();
  const isChange = method === ':commit';
  throw createResponseError(place, status, failure, (f) => advice(f, isChange));
}

function entryOf({ name, createTime, fields = {} }: RestDocument) {
  return toEntry(name.split('/').at(-1) ?? '', fields, createTime);
}
