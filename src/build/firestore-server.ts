import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Fields, mayWrite } from './firestore-access.ts';
import type { Record, Records } from './firestore-records.ts';
import {
  applyWrite,
  areFields,
  denied,
  invalid,
  parseBody,
  parseWrites,
  pathOf,
  Refusal,
  type Write,
} from './firestore-requests.ts';

const bodyLimit = 4 * 1024 * 1024;
const defaultPageSize = 30;
const mostPerPage = 300;
const documents =
  /^\/v1\/(projects\/[^/]+\/databases\/[^/]+)\/documents(?::(\w+)|\/(.+))?$/;

/**
 * Answers as the official emulator does, as far as the site, its tests and its
 * owner need it: commits under the rules of firestore.rules, reads for the
 * owner alone. Gives false where the request is none of Firestore's.
 */
export async function answerFirestore(
  records: Records,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const url = new URL(request.url ?? '/', 'http://local');
  if (!/^\/(v1|emulator\/v1)\//.test(url.pathname)) return false;
  try {
    const body = await readBody(request);
    const answer = decide(records, request, url, body);
    if (answer === undefined) sendText(response, 404, 'Not Found');
    else sendJson(response, 200, answer);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message, status } = error;
    sendJson(response, code, { error: { code, message, status } });
  }
  return true;
}

function decide(
  records: Records,
  { method, headers }: IncomingMessage,
  url: URL,
  body: string,
): object | undefined {
  const pathname = decodeURIComponent(url.pathname);
  if (pathname.startsWith('/emulator/')) {
    return method === 'DELETE' && pathname.endsWith('/documents')
      ? wipe(records)
      : undefined;
  }
  const match = documents.exec(pathname);
  if (!match?.[1]) return undefined;
  const [, database, verb, path] = match;
  if (verb) return method === 'POST' ? act(records, verb, body) : undefined;
  if (!path) return undefined;
  if (method === 'GET') {
    if (headers.authorization !== 'Bearer owner') throw denied();
    return path.includes('/')
      ? readOne(records, database, path)
      : readPage(records, database, path, url.searchParams);
  }
  return writeOne(records, method, `${database}/documents/${path}`, url, body);
}

function wipe(records: Records): object {
  records.clear();
  return {};
}

const refusedVerbs = [
  'batchGet',
  'batchWrite',
  'listCollectionIds',
  'runAggregationQuery',
  'runQuery',
];

function act(records: Records, verb: string, body: string) {
  if (refusedVerbs.includes(verb)) {
    parseBody(body);
    throw denied();
  }
  return verb === 'commit'
    ? commit(records, parseWrites(parseBody(body)))
    : undefined;
}

/** POST to a collection creates, PATCH sets, DELETE is never allowed. */
function writeOne(
  records: Records,
  method: string | undefined,
  name: string,
  url: URL,
  body: string,
): object | undefined {
  if (method === 'DELETE') throw denied();
  if (method !== 'POST' && method !== 'PATCH') return undefined;
  const { fields = {} } = parseBody(body);
  if (!areFields(fields)) throw invalid("Payload isn't valid for request.");
  const id = url.searchParams.get('documentId') ?? 'unnamed';
  const fullName = method === 'POST' ? `${name}/${id}` : name;
  return commit(records, [{ update: { name: fullName, fields } }]);
}

function commit(records: Records, writes: readonly Write[]): object {
  if (writes.length === 0) return {};
  const now = new Date().toISOString();
  const pending = new Map<string, Fields>();
  for (const write of writes) {
    if (!write.update) throw denied();
    const path = pathOf(write.update.name);
    const before = pending.get(path) ?? toFields(records.get(path));
    const after = applyWrite(write, before, now);
    const [collection = '', id, ...deeper] = path.split('/');
    if (!id || deeper.length > 0) throw denied();
    if (write.currentDocument?.exists === true && !before) throw denied();
    if (!mayWrite(collection, before, after, now)) throw denied();
    if (write.currentDocument?.exists === false && before) {
      throw new Refusal(409, 'ALREADY_EXISTS', `${path} already exists`);
    }
    pending.set(path, after);
  }
  const committed = new Date().toISOString();
  const written = [...pending].map(([path, fields]) => ({
    path,
    fields: textsOf(fields),
  }));
  records.commit(written, now, committed);
  const result = {
    updateTime: committed,
    transformResults: [{ timestampValue: now }],
  };
  return { writeResults: writes.map(() => result), commitTime: committed };
}

function toFields(record: Record | undefined): Fields | undefined {
  if (!record) return undefined;
  const texts = Object.entries(record.fields).map(
    ([name, stringValue]) => [name, { stringValue }] as const,
  );
  return {
    ...Object.fromEntries(texts),
    timestamp: { timestampValue: record.timestamp },
  };
}

function textsOf({ timestamp: _, ...fields }: Fields): Record['fields'] {
  const texts = Object.entries(fields).map(
    ([name, value]) => [name, String(value.stringValue)] as const,
  );
  return Object.fromEntries(texts);
}

function readOne(records: Records, database = '', path: string): object {
  const record = records.get(path);
  if (record) return toDocument(database, record);
  const name = `${database}/documents/${path}`;
  throw new Refusal(404, 'NOT_FOUND', `Document (${name}) not found.`);
}

function readPage(
  records: Records,
  database = '',
  collection: string,
  query: URLSearchParams,
): object {
  const size = Number(query.get('pageSize')) || defaultPageSize;
  const all = records.list(collection);
  const start = readToken(query.get('pageToken'));
  const found = all.slice(start, start + Math.min(size, mostPerPage));
  if (found.length === 0) return {};
  const end = start + found.length;
  const more = end < all.length && {
    nextPageToken: Buffer.from(`from ${end}`).toString('base64url'),
  };
  return { documents: found.map((r) => toDocument(database, r)), ...more };
}

function readToken(token: string | null): number {
  if (!token) return 0;
  const text = Buffer.from(token, 'base64url').toString();
  const start = /^from (\d+)$/.exec(text)?.[1];
  if (start === undefined) throw invalid('invalid page token');
  return Number(start);
}

function toDocument(database: string, record: Record): object {
  const { path, createTime, updateTime } = record;
  const name = `${database}/documents/${path}`;
  return { name, fields: toFields(record), createTime, updateTime };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= bodyLimit) chunks.push(chunk);
  }
  if (size > bodyLimit) {
    throw new Refusal(429, 'RESOURCE_EXHAUSTED', 'The request is too large.');
  }
  return Buffer.concat(chunks).toString('utf8');
}

function sendJson(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function sendText(response: ServerResponse, status: number, body: string) {
  response.writeHead(status, { 'content-type': 'text/plain' });
  response.end(body);
}
