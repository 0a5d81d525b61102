import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  commit,
  createArgumentError,
  createPermissionError,
  createUnimplementedError,
  FirestoreError,
} from './commit.ts';
import { type Database, type StoredRecord, toFields } from './records-file.ts';

/** Responds to requests of the site and of the owner, like Google's emulator. */
export async function handleFirestoreRequest(
  records: Database,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const respond = (status: number, body: object) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  try {
    respond(200, executeRequest(records, request, await text(request)));
  } catch (error) {
    // The client has closed the connection.
    if (request.errored) return;
    const isFirestoreError = error instanceof FirestoreError;
    // After a 500 the client retries, so a full disk loses no submission.
    const { code, message, status } = isFirestoreError
      ? error
      : new FirestoreError(500, 'INTERNAL', String(error));
    if (!isFirestoreError)
      console.error(`The local Firestore has failed: ${error}`);
    respond(code, { error: { code, message, status } });
  }
}

export function isFirestoreRequest(url = ''): boolean {
  return /^\/(emulator\/)?v1\//.test(url);
}

const documentsPattern =
  /^(\/emulator)?\/v1\/(projects\/[^/]+\/databases\/[^/]+\/documents)(.*)$/;

function executeRequest(
  records: Database,
  { method, url = '', headers: { authorization } }: IncomingMessage,
  body: string,
): object {
  const { pathname } = new URL(url, 'http://local');
  const [, emulator, root = '', rest] = documentsPattern.exec(pathname) ?? [];
  if (emulator && method === 'DELETE' && rest === '') {
    records.clear();
    return {};
  }

  const isOwner = authorization === 'Bearer owner';
  if (authorization && !isOwner) throw createArgumentError('invalid jwt');
  if (emulator || !rest) throw createUnimplementedError(pathname);

  if (method === 'POST' && rest === ':commit') {
    return commit(records, body, isOwner);
  }

  if (!isOwner) throw createPermissionError();
  const record = records.get(rest.slice(1));
  if (method === 'GET' && record) return toDocument(root, record);

  const [, collection] = /^\/([^/]+(?:\/[^/]+\/[^/]+)*)$/.exec(rest) ?? [];
  if (method !== 'GET' || !collection)
    throw createUnimplementedError(`${method} ${rest}`);

  // The request's `pageSize` and `pageToken` are ignored.
  const foundRecords = records.list(collection);
  return { documents: foundRecords.map((record) => toDocument(root, record)) };
}

function toDocument(root: string, record: StoredRecord) {
  return { name: `${root}/${record.path}`, fields: toFields(record) };
}
