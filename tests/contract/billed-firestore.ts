import * as http from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { listen } from '../support/ports.ts';
import type { FakeDocument } from './fake-google.ts';

/**
 * Starts a Firestore whose waitlist has these records. Counts the reads and deletions
 * that Google would bill.
 */
export async function startBilledFirestore(waitlist: readonly FakeDocument[]) {
  const cost = { reads: 0, deletions: 0 };

  function findDocuments(query: FirestoreQuery | undefined) {
    const isWaitlist = query?.from[0].collectionId === 'waitlist';
    return isWaitlist ? waitlist : [];
  }

  function count({ structuredAggregationQuery }: FirestoreRequest): object[] {
    const query = structuredAggregationQuery?.structuredQuery;
    const total = findDocuments(query).length;
    // Google bills at least one read.
    cost.reads += Math.max(1, Math.ceil(total / 1000));
    const integerValue = String(total);
    return [{ result: { aggregateFields: { count: { integerValue } } } }];
  }

  function query({ structuredQuery }: FirestoreRequest): object[] {
    const lastValue = structuredQuery?.startAt?.values.at(-1);
    const lastName = lastValue?.referenceValue ?? '';
    const page = findDocuments(structuredQuery)
      .filter(({ document }) => document.name > lastName)
      .slice(0, structuredQuery?.limit);
    cost.reads += Math.max(1, page.length);
    return page;
  }

  function get(request: FirestoreRequest): object[] {
    const names = new Set(request.documents);
    cost.reads += names.size;
    return waitlist
      .filter(({ document }) => names.has(document.name))
      .map(({ document }) => ({ found: document }));
  }

  /** The commands that this fake serves only delete. */
  function commit({ writes = [] }: FirestoreRequest): object[] {
    cost.deletions += writes.length;
    return [{}];
  }

  const handlers = new Map([
    ['runAggregationQuery', count],
    ['runQuery', query],
    ['batchGet', get],
    ['commit', commit],
  ]);
  const firestore = http.createServer(async (request, response) => {
    const body: FirestoreRequest = JSON.parse(await textOf(request));
    const method = request.url?.split(':').at(-1) ?? '';
    const handle = handlers.get(method);
    if (handle) {
      response.end(JSON.stringify(handle(body)));
      return;
    }

    // The command reports this error. An exception here would leave it without a response.
    const error = { status: 'UNIMPLEMENTED', message: `No ${method}` };
    response.writeHead(501).end(JSON.stringify({ error }));
  });
  return { cost, ...(await listen(firestore)) };
}

/** The parts of Firestore's requests that the fake reads. Each request has some. */
interface FirestoreRequest {
  structuredAggregationQuery?: { structuredQuery: FirestoreQuery };
  structuredQuery?: FirestoreQuery;
  documents?: string[];
  writes?: object[];
}

interface FirestoreQuery {
  from: [{ collectionId: string }];
  startAt?: { values: { referenceValue?: string }[] };
  limit: number;
}
