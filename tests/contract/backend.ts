import * as http from 'node:http';
import { openRecords } from '../../src/node/server/firestore/records-file.ts';
import { collections } from '../../src/node/server/firestore/rules.ts';
import { handleFirestoreRequest } from '../../src/node/server/firestore/server.ts';
import { listen } from '../support/ports.ts';
import { Records } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { path, type Step, type Stored } from './table/row.ts';

/** Every collection that a test may have written to, allowed or not. */
const places = [...collections.keys(), 'other', `${path}/notes`];

/** The embedded Firestore behind a plain server, with records of its own. */
export async function startEmbedded() {
  const dataDir = temporaryFolder();
  const server = http.createServer((request, response) => {
    handleFirestoreRequest(records, request, response);
  });
  const { origin, stop } = await listen(server);
  const records = openRecords(dataDir, origin);
  return {
    origin,
    dataDir,
    stop: async () => {
      await stop();
      records.close();
    },
  };
}

export interface HttpResponse {
  status: number;
  text: string;
}

export async function send(
  origin: string,
  database: string,
  { method, path: below, body, headers }: Step,
): Promise<HttpResponse> {
  const response = await fetch(`${origin}/v1/${database}/documents${below}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(headers && { headers }),
  });
  return { status: response.status, text: await response.text() };
}

/**
 * All that is stored, by path; each timestamp becomes the word 'time'. Where a
 * text is given, only collections that it names are looked into.
 */
export async function storedAt(
  origin: string,
  database: string,
  naming?: string,
): Promise<Stored> {
  const records = new Records(origin, database);
  const looked = places.filter((name) => !naming || naming.includes(name));
  const lists = looked.map(async (collection) => {
    const found = await records.list(collection);
    return found.map(({ id, fields }) => {
      const isTime = Date.parse(fields.timestamp ?? '') > 0;
      const known = isTime ? { ...fields, timestamp: 'time' } : fields;
      return [`${collection}/${id}`, known] as const;
    });
  });
  return Object.fromEntries((await Promise.all(lists)).flat());
}
