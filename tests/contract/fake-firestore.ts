import * as http from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { listen } from '../support/ports.ts';
import { authorize, type FakeResponse } from './fake-google.ts';

/** The path of the documents of the default database. */
export const documentsRoot = 'projects/pear-site/databases/(default)/documents';

export type FakeDocument = ReturnType<typeof createDocument>;

/** Returns a document of the waitlist as a query finds it. */
export function createDocument(id: string, fields: object = {}) {
  return {
    document: {
      name: `${documentsRoot}/waitlist/${id}`,
      fields: {
        email: { stringValue: `${id}@mail.org` },
        timestamp: { timestampValue: '2024-02-29T12:00:00Z' },
        ...fields,
      },
    },
  };
}

/** Returns the number as an id. Ids of the same length are in the order of their numbers. */
export function createDocumentId(number: number): string {
  return `${number}`.padStart(5, '0');
}

export function createDocuments(length: number, fields: object = {}) {
  return Array.from({ length }, (_, number) =>
    createDocument(createDocumentId(number), fields),
  );
}

/** A request to the fake. `method` is the end of its path, such as 'runQuery'. */
export interface FakeRequest {
  path: string;
  method: string;
  authorization: string | undefined;
  body: FirestoreBody;
}

/** Returns the response to a request, or undefined to let the fake respond. */
export type Intercept = (
  request: FakeRequest,
) => FakeResponse | Promise<FakeResponse> | undefined;

/**
 * Starts a Firestore whose waitlist has these documents, which are in the order of their
 * names and times. Its other collections are empty. Counts the reads and deletions that
 * Google would bill. Commits change nothing.
 */
export async function startFakeFirestore(
  waitlist: readonly FakeDocument[] = [],
  intercept: Intercept = () => undefined,
) {
  const cost = { reads: 0, deletions: 0 };
  const requests: FakeRequest[] = [];

  function findDocuments(query: FirestoreQuery | undefined) {
    const isWaitlist = query?.from[0].collectionId === 'waitlist';
    return isWaitlist ? waitlist.filter(createFilter(query)) : [];
  }

  function count({ structuredAggregationQuery }: FirestoreBody): object[] {
    const query = structuredAggregationQuery?.structuredQuery;
    const total = findDocuments(query).length;
    // Google bills at least one read.
    cost.reads += Math.max(1, Math.ceil(total / 1000));
    const integerValue = String(total);
    return [{ result: { aggregateFields: { count: { integerValue } } } }];
  }

  function query({ structuredQuery }: FirestoreBody): object[] {
    const lastValue = structuredQuery?.startAt?.values.at(-1);
    const lastName = lastValue?.referenceValue ?? '';
    const found = findDocuments(structuredQuery).filter(
      ({ document }) => document.name > lastName,
    );

    const isDescending = structuredQuery?.orderBy[0].direction === 'DESCENDING';
    const ordered = isDescending ? found.toReversed() : found;
    const page = ordered.slice(0, structuredQuery?.limit);

    cost.reads += Math.max(1, page.length);
    return page;
  }

  function get({ documents }: FirestoreBody): object[] {
    const names = new Set(documents);
    cost.reads += names.size;
    return waitlist
      .filter(({ document }) => names.has(document.name))
      .map(({ document }) => ({ found: document }));
  }

  function commit({ writes = [] }: FirestoreBody): object[] {
    cost.deletions += writes.filter((write) => 'delete' in write).length;
    return [{}];
  }

  const handlers = new Map([
    ['runAggregationQuery', count],
    ['runQuery', query],
    ['batchGet', get],
    ['commit', commit],
  ]);

  function respond(request: FakeRequest): FakeResponse {
    const handle = handlers.get(request.method);
    if (handle) return [200, handle(request.body)];

    // The command reports this error. An exception here would leave it without a response.
    const message = `No ${request.method}`;
    return [501, { error: { status: 'UNIMPLEMENTED', message } }];
  }

  const server = http.createServer(async (message, response) => {
    const path = message.url ?? '';
    const request = {
      path,
      method: path.split(':').at(-1) ?? '',
      authorization: message.headers.authorization,
      body: JSON.parse(await readText(message)),
    };
    requests.push(request);

    const [status, body] = await (intercept(request) ?? respond(request));
    response.writeHead(status).end(JSON.stringify(body));
  });

  const { origin, stop } = await listen(server);
  onTestFinished(stop);
  return { origin, cost, requests, production: { origin, authorize } };
}

/** Returns a function that checks the filter by email or by time, if there is one. */
function createFilter({ where }: FirestoreQuery) {
  const { value } = where?.fieldFilter ?? {};
  const emails = value?.arrayValue?.values.map((email) => email.stringValue);
  const since = value?.timestampValue ?? '';

  return ({ document: { fields } }: FakeDocument) => {
    const { email, timestamp } = fields;
    const hasEmail = !emails || emails.includes(email.stringValue);
    return hasEmail && timestamp.timestampValue >= since;
  };
}

/** The parts of Firestore's requests that the fake reads. Each request has some. */
interface FirestoreBody {
  structuredAggregationQuery?: { structuredQuery: FirestoreQuery };
  structuredQuery?: FirestoreQuery;
  documents?: string[];
  writes?: object[];
}

interface FirestoreQuery {
  from: [{ collectionId: string }];
  where?: { fieldFilter: { value: FilterValue } };
  orderBy: [{ direction: string }];
  startAt?: { values: { referenceValue?: string }[] };
  limit: number;
}

interface FilterValue {
  arrayValue?: { values: { stringValue: string }[] };
  timestampValue?: string;
}
