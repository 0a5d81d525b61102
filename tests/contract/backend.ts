import * as http from 'node:http';
import { describe, expect, inject, test } from 'vitest';
import { openRecords } from '../../src/local-server/firestore/records-file.ts';
import { collections } from '../../src/local-server/firestore/rules.ts';
import { handleFirestoreRequest } from '../../src/local-server/firestore/server.ts';
import { listen } from '../support/ports.ts';
import { Records } from '../support/records.ts';
import { createTempFolder } from '../support/temporary-folder.ts';
import { careersPath, type Step } from './table/row.ts';

/** All collections that tests write to, including those that the rules deny. */
const testedPaths = [...collections.keys(), 'other', `${careersPath}/notes`];

/** Starts the local Firestore with an empty data folder, without a site. */
export async function startFirestore() {
  const dataDir = createTempFolder();
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

/** Runs tests with Google's emulator; skips them if there is no emulator. */
export function testInEmulator(tests: (origin: string) => void): void {
  const host = inject('emulator');
  if (host) describe("Google's emulator", () => tests(`http://${host}`));
  else test.skip("skipped because Google's emulator is missing or disabled");
}

export async function send(
  origin: string,
  database: string,
  { method, path, body, headers }: Step,
) {
  const response = await fetch(`${origin}/v1/${database}/documents${path}`, {
    method,
    headers: headers ?? {},
    body: body ? JSON.stringify(body) : null,
  });
  return { status: response.status, text: await response.text() };
}

/** Returns all stored records by path, and checks that each has a timestamp. */
export async function readAll(origin: string, database: string) {
  const records = new Records(origin, database);
  const entries = testedPaths.map(async (collection) => {
    const found = await records.list(collection);
    return found.map(({ id, fields: { timestamp = '', ...texts } }) => {
      expect(Date.parse(timestamp)).toBeGreaterThan(0);
      return [`${collection}/${id}`, texts] as const;
    });
  });
  return Object.fromEntries((await Promise.all(entries)).flat());
}
