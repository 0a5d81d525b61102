import { fieldsOf } from './commit.ts';
import type { Record, Records } from './records.ts';
import { invalid, Refusal } from './refusal.ts';

const defaultPageSize = 30;
const mostPerPage = 150;

/** One document, for the owner. */
export function readOne(
  records: Records,
  database: string,
  path: string,
): object {
  const record = records.get(path);
  if (record) return toDocument(database, record);
  const name = `${database}/documents/${path}`;
  throw new Refusal(404, 'NOT_FOUND', `Document (${name}) not found.`);
}

/** A page of a collection by id, for the owner. */
export function readPage(
  records: Records,
  database: string,
  collection: string,
  query: URLSearchParams,
): object {
  const all = records.list(collection);
  const start = readToken(query.get('pageToken'));
  const found = all.slice(start, start + readSize(query.get('pageSize')));
  if (found.length === 0) return {};
  const end = start + found.length;
  const more = end < all.length && {
    nextPageToken: Buffer.from(`from ${end}`).toString('base64url'),
  };
  return { documents: found.map((r) => toDocument(database, r)), ...more };
}

function readSize(text: string | null): number {
  const size = Number(text ?? 0);
  if (!Number.isInteger(size) || size < 0) {
    throw invalid('Page size must be nonnegative.');
  }
  return Math.min(size || defaultPageSize, mostPerPage);
}

function readToken(token: string | null): number {
  if (!token) return 0;
  const text = Buffer.from(token, 'base64url').toString();
  const start = /^from (\d+)$/.exec(text)?.[1];
  if (start === undefined) throw invalid('invalid page token');
  return Number(start);
}

export function toDocument(database: string, record: Record): object {
  const { path, createTime, updateTime } = record;
  const name = `${database}/documents/${path}`;
  return { name, fields: fieldsOf(record), createTime, updateTime };
}
