import type { IncomingMessage, ServerResponse } from 'node:http';
import { commit } from './commit.ts';
import { placeOf } from './names.ts';
import { runAggregationQuery, runQuery } from './queries.ts';
import { readOne, readPage } from './reads.ts';
import type { Records } from './records.ts';
import { denied, invalid, Refusal } from './refusal.ts';
import { parseBody, parseWrites } from './requests.ts';
import { fieldsOf, listOf, objectOf, textOf } from './values.ts';

const bodyLimit = 4 * 1024 * 1024;
const documents =
  /^\/v1\/(projects\/[^/]+\/databases\/[^/]+)\/documents(?:\/(.*?))?(?::(\w+))?$/s;

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
  const pathname = decode(url.pathname);
  if (pathname.startsWith('/emulator/')) {
    return method === 'DELETE' && pathname.endsWith('/documents')
      ? wipe(records)
      : undefined;
  }
  const [, database, path, verb] = documents.exec(pathname) ?? [];
  if (!database) return undefined;
  const { authorization } = headers;
  const isOwner = authorization === 'Bearer owner';
  if (authorization && !isOwner) throw invalid('invalid jwt');
  if (verb) {
    if (method !== 'POST') return undefined;
    return isOwner && path === undefined && isQuery(verb)
      ? answerQuery(records, database, verb, body)
      : act(records, path, verb, body);
  }
  if (path === undefined) return undefined;
  if (method !== 'GET') {
    return refuseWrite(method, `${database}/documents/${path}`, body);
  }
  if (!isOwner) throw denied();
  return path.split('/').length % 2 === 0
    ? readOne(records, database, path)
    : readPage(records, database, path, url.searchParams);
}

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    throw invalid('The address is not well-formed.');
  }
}

function wipe(records: Records): object {
  records.clear();
  return {};
}

type Query = 'runQuery' | 'runAggregationQuery';

function isQuery(verb: string): verb is Query {
  return verb === 'runQuery' || verb === 'runAggregationQuery';
}

function answerQuery(
  records: Records,
  database: string,
  verb: Query,
  text: string,
): object {
  const body = parseBody(text);
  return verb === 'runQuery'
    ? runQuery(records, database, objectOf(body.structuredQuery))
    : runAggregationQuery(records, objectOf(body.structuredAggregationQuery));
}

/** Nobody but the site acts here, and all it does is to commit. */
function act(
  records: Records,
  path: string | undefined,
  verb: string,
  text: string,
): object | undefined {
  const body = parseBody(text);
  switch (verb) {
    case 'commit':
      return path === undefined
        ? commit(records, parseWrites(body))
        : undefined;
    case 'batchGet': {
      const names = listOf(body.documents).map((name) => textOf(name));
      if (names.map(placeOf).length === 0) return [];
      throw denied();
    }
    case 'runQuery':
      if (!body.structuredQuery) throw invalid('No structured query.');
      throw denied();
    case 'runAggregationQuery':
      if (!body.structuredAggregationQuery) {
        throw invalid('No structured aggregation query.');
      }
      throw denied();
    case 'batchWrite':
    case 'listCollectionIds':
      throw denied('This takes admin authentication.');
    case 'partitionQuery':
      throw new Refusal(501, 'UNIMPLEMENTED', `${verb} is unimplemented.`);
    default:
      return undefined;
  }
}

/**
 * POST to a collection, PATCH and DELETE. They cannot ask for the server's
 * time, so that the rules let none of them pass.
 */
function refuseWrite(
  method: string | undefined,
  name: string,
  body: string,
): undefined {
  if (!/^(POST|PATCH|DELETE)$/.test(method ?? '')) return undefined;
  placeOf(method === 'POST' ? `${name}/new` : name);
  if (method !== 'DELETE') fieldsOf(objectOf(parseBody(body)).fields);
  throw denied();
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
