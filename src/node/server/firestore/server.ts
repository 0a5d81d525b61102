import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { commit, denied, invalid, Refusal, unimplemented } from './commit.ts';
import { fieldsOf, type Records, type StoredRecord } from './records-file.ts';

/**
 * Answers what the site, its tests and its owner send as Google's emulator
 * does: commits under the rules of firestore.rules, lists for the owner alone.
 */
export async function answerFirestore(
  records: Records,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answer = (status: number, body: object) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  try {
    answer(200, decide(records, request, await text(request)));
  } catch (error) {
    // Who has gone waits for no answer.
    if (request.errored) return;
    // It may succeed when it is sent again, as once the disk is not full.
    const failure = new Refusal(500, 'INTERNAL', String(error));
    const refusal = error instanceof Refusal ? error : failure;
    if (refusal === failure)
      console.error(`The local Firestore has failed: ${error}`);
    const { code, message, status } = refusal;
    answer(code, { error: { code, message, status } });
  }
}

export function isForFirestore(url = ''): boolean {
  return /^\/(emulator\/)?v1\//.test(url);
}

const documents =
  /^(\/emulator)?\/v1\/(projects\/[^/]+\/databases\/[^/]+\/documents)(.*)$/;

function decide(
  records: Records,
  { method, url = '', headers: { authorization } }: IncomingMessage,
  body: string,
): object {
  const { pathname } = new URL(url, 'http://local');
  const [, emulator, root = '', below] = documents.exec(pathname) ?? [];
  if (emulator && method === 'DELETE' && below === '') {
    records.clear();
    return {};
  }
  const isOwner = authorization === 'Bearer owner';
  if (authorization && !isOwner) throw invalid('invalid jwt');
  if (emulator || !below) throw unimplemented(pathname);
  if (method === 'POST' && below === ':commit') {
    return commit(records, body, isOwner);
  }
  if (!isOwner) throw denied();
  const record = records.get(below.slice(1));
  if (method === 'GET' && record) return toDocument(root, record);
  const [, collection] = /^\/([^/]+(?:\/[^/]+\/[^/]+)*)$/.exec(below) ?? [];
  if (method !== 'GET' || !collection) throw unimplemented(`${method} here`);
  // All at once, whatever page was asked for.
  const found = records.list(collection);
  return { documents: found.map((one) => toDocument(root, one)) };
}

function toDocument(root: string, record: StoredRecord) {
  return { name: `${root}/${record.path}`, fields: fieldsOf(record) };
}
