import * as http from 'node:http';
import { openRecords } from '../../src/node/server/firestore/records-file.ts';
import { collections } from '../../src/node/server/firestore/rules.ts';
import { handleFirestoreRequest } from '../../src/node/server/firestore/server.ts';
import { listen } from '../support/ports.ts';
import { Records } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { path as careersPath, type Step, type Stored } from './table/row.ts';

/** All collections that tests write to, including those that the rules deny. */
const testedCollections = [
  ...collections.keys(),
  'other',
  `${careersPath}/notes`,
];

/** Starts the local Firestore with an empty data folder, without a site. */
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
  { method, path, body, headers }: Step,
): Promise<HttpResponse> {
  const response = await fetch(`${origin}/v1/${database}/documents${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(headers && { headers }),
  });
  return { status: response.status, text: await response.text() };
}

/**
 * Returns all stored records by path, with 'time' as each timestamp. With
 * `text`, reads only the collections that occur in `text`.
 */
export async function storedAt(
  origin: string,
  database: string,
  text?: string,
): Promise<Stored> {
  const records = new Records(origin, database);
  const names = testedCollections.filter(
    (name) => text?.includes(name) ?? true,
  );
  const lists = names.map(async (collection) => {
    const found = await records.list(collection);
    return found.map(({ id, fields }) => {
      const hasTime = Date.parse(fields.timestamp ?? '') > 0;
      const values = hasTime ? { ...fields, timestamp: 'time' } : fields;
      return [`${collection}/${id}`, values] as const;
    });
  });
  return Object.fromEntries((await Promise.all(lists)).flat());
}
