import * as http from 'node:http';
import { openRecords } from '../../src/node/server/firestore/records-file.ts';
import { collections } from '../../src/node/server/firestore/rules.ts';
import { answerFirestore } from '../../src/node/server/firestore/server.ts';
import { listen } from '../support/ports.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { owner, path, type Step, type Stored } from './table/row.ts';

/** Every collection that a test may have written to, allowed or not. */
const places = [...collections.keys(), 'other', `${path}/notes`];

/** The embedded Firestore behind a plain server, with records of its own. */
export async function startEmbedded() {
  const dataDir = temporaryFolder();
  const server = http.createServer((request, response) => {
    answerFirestore(records, request, response);
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

export async function wipe(origin: string, database: string): Promise<void> {
  await fetch(`${origin}/emulator/v1/${database}/documents`, {
    method: 'DELETE',
  });
}

export interface Answer {
  status: number;
  text: string;
}

export async function send(
  origin: string,
  database: string,
  { method, path: below, body, headers }: Step,
): Promise<Answer> {
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
  const looked = places.filter((name) => !naming || naming.includes(name));
  const lists = looked.map(async (collection) => {
    const path = `/${collection}?pageSize=300`;
    const step = { method: 'GET', path, headers: owner, status: 200 };
    const { text } = await send(origin, database, step);
    const { documents = [] }: { documents?: Document[] } = JSON.parse(text);
    return documents.map(({ name, fields }) => {
      const texts = Object.entries(fields).map(([name, value]) => {
        const isTime = Date.parse(value.timestampValue ?? '') > 0;
        const other = isTime ? 'time' : JSON.stringify(value);
        return [name, value.stringValue ?? other] as const;
      });
      return [name.split('/documents/')[1], Object.fromEntries(texts)] as const;
    });
  });
  return Object.fromEntries((await Promise.all(lists)).flat());
}

interface Document {
  name: string;
  fields: Record<string, { stringValue?: string; timestampValue?: string }>;
}
