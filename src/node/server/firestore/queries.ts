import { toDocument } from './reads.ts';
import type { Record, Records } from './records.ts';
import { invalid, Refusal } from './refusal.ts';
import { type Json, listOf, objectOf, textOf } from './values.ts';

/** The first `most` of a collection's records, the newest first. */
export function newestOf(
  records: Pick<Records, 'list'>,
  collection: string,
  most: number,
): Record[] {
  const time = (record: Record) => Date.parse(record.timestamp);
  return records
    .list(collection)
    .reverse() // Where times are equal Firestore goes down by id too.
    .sort((a, b) => time(b) - time(a))
    .slice(0, most);
}

/** The owner's query: the newest of a collection. */
export function runQuery(
  records: Records,
  database: string,
  query: unknown,
): object[] {
  const { orderBy, limit = 0, ...rest } = objectOf(query);
  const collection = collectionOf(rest);
  const [order, ...more] = listOf(orderBy).map((value) => objectOf(value));
  const { fieldPath } = objectOf(order?.field ?? {});
  if (Number(limit) < 0) throw invalid('limit is negative');
  if (fieldPath !== 'timestamp' || order?.direction !== 'DESCENDING') {
    throw unknown('orders by anything but the newest');
  }
  if (more.length > 0) throw unknown('orders twice');
  const readTime = new Date().toISOString();
  const found = newestOf(records, collection, Number(limit) || Infinity);
  if (found.length === 0) return [{ readTime }];
  return found.map((record) => ({
    document: toDocument(database, record),
    readTime,
  }));
}

/** The owner's count of a collection. */
export function runAggregationQuery(
  records: Records,
  query: unknown,
): object[] {
  const { structuredQuery, aggregations } = objectOf(query);
  const [first, ...more] = listOf(aggregations).map((value) => objectOf(value));
  if (!first) throw invalid('Aggregations can not be empty.');
  if (!first.count || more.length > 0) throw unknown('does more than count');
  const { length } = records.list(collectionOf(objectOf(structuredQuery)));
  const name = textOf(first.alias) || 'field_1';
  const aggregateFields = { [name]: { integerValue: String(length) } };
  const readTime = new Date().toISOString();
  return [{ result: { aggregateFields }, readTime }];
}

/** All that a query says beyond its order: the one collection it is of. */
function collectionOf({ from, ...rest }: Json): string {
  const [selector, ...more] = listOf(from).map((value) =>
    objectOf(value, ['collectionId']),
  );
  if (!selector || more.length > 0 || Object.keys(rest).length > 0) {
    throw unknown('is not of one whole collection');
  }
  return textOf(selector.collectionId);
}

const unknown = (what: string) =>
  new Refusal(501, 'UNIMPLEMENTED', `No query here ${what}.`);
