import { readdirSync, rmSync } from 'node:fs';
import * as http from 'node:http';
import * as path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect } from 'vitest';
import type { Runtime } from '../../src/node/records/context.ts';
import { runCommand } from '../../src/node/records/main.ts';
import { listen } from '../support/ports.ts';
import { Records } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type HttpResponse, send, startEmbedded } from './backend.ts';
import { describeEmulator } from './describe-emulator.ts';
import {
  goodTexts,
  owner,
  ownersCommit,
  requestTime,
  texts,
} from './table/row.ts';

const databaseOf = (project: string) =>
  `projects/${project}/databases/(default)`;

export const database = databaseOf('demo-pear');

/**
 * Stores a record for each id in one batch. Writes as the owner, because the
 * emulator is slow at checking many writes by the rules.
 */
export async function storeRecords(
  origin: string,
  collection: string,
  ids: readonly string[],
  fields: Readonly<Record<string, string>> = {},
  inDatabase = database,
): Promise<void> {
  const values = texts({ ...goodTexts(collection), ...fields });
  const writes = ids.map((id) => {
    const name = `${inDatabase}/documents/${collection}/${id}`;
    const update = { name, fields: values };
    return { update, updateTransforms: [requestTime] };
  });
  const { status } = await send(origin, inDatabase, ownersCommit(...writes));
  expect(status).toBe(200);
}

/** Runs `npm run records` in this process; returns the output and progress. */
export async function runRecords(
  args: string[],
  env: Runtime['env'],
  runtime: Partial<Runtime> = {},
): Promise<{ text: string; progress: string[] }> {
  const output = { text: '', progress: [] as string[] };
  await runCommand(args, {
    env,
    print: async (text) => {
      output.text += text;
      return true;
    },
    isTerminal: false,
    directory: '.',
    log: (line) => output.progress.push(line),
    now: () => Date.parse('2026-11-01T00:00:01Z'),
    signal: new AbortController().signal,
    production: { origin: 'http://127.0.0.1:1', authorize: async () => owner },
    ...runtime,
  });
  return output;
}

export async function expectUserError(
  work: Promise<unknown>,
  message: string | RegExp,
): Promise<void> {
  const error: Error = await work.then(String, (error) => error);
  expect(error).toMatchObject({ name: 'UserError' });
  expect(error.message).toMatch(message);
}

/**
 * Returns functions that run commands and compare all of their output with a
 * file. In the file `#` marks progress and `!` marks a user error. Placeholders
 * replace `names` and times, because these differ in each run.
 */
export function startTranscript(
  run: (args: string[], runtime?: Partial<Runtime>) => Promise<unknown>,
  names: Readonly<Record<string, string>>,
  hiddenProgress?: RegExp,
) {
  const lines: string[] = [];
  return {
    execute: async (args: string[], runtime: Partial<Runtime> = {}) => {
      let text = '';
      const print = async (part: string) => {
        text += part;
        return true;
      };
      const progress = (line: string) =>
        hiddenProgress?.test(line) || print(`# ${line}\n`);
      await run(args, { print, log: progress, ...runtime }).catch((error) => {
        expect(error).toMatchObject({ name: 'UserError' });
        text += `! ${error.message}\n`;
      });
      lines.push(`$ npm run records -- ${args.join(' ')}`, text);
      return text;
    },
    expectFile: async (file: string) => {
      let text = lines.join('\n');
      for (const [name, word] of Object.entries(names))
        text = text.replaceAll(name, word);
      text = text
        .replace(/\r/g, '')
        // A form that is added later must not change the snapshots.
        .replace(/^(?!waitlist|favor|brandC|careers|feedb)\w+: 0\n/gm, '')
        .replace(/\d{4}-\d\d-\d\d(?=\.\n)/g, 'DATE')
        .replace(/\d{4}-\d\d-\d\dT\d\d[:-]\d\d[:-]\d\d[\d.]*Z/g, 'TIME')
        .replace(/(?: {2}TIME .*\n){99,}/g, '  (more than 99 records)\n');
      await expect(text).toMatchFileSnapshot(`records/${file}.txt`);
    },
  };
}

/** Starts a server that sends `responses` in order and records the requests. */
export async function startFakeGoogle() {
  const requests: string[] = [];
  const responses: HttpResponse[] = [];
  const server = http.createServer(async (request, response) => {
    const { method, url, headers } = request;
    const body = await textOf(request);
    requests.push([method, url, headers.authorization, body].join(' ').trim());
    const { status, text } = responses.shift() ?? { status: 500, text: '' };
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(text);
  });
  return { requests, responses, ...(await listen(server)) };
}

export const responseOf = (status: number, body: unknown): HttpResponse => ({
  status,
  text: typeof body === 'string' ? body : JSON.stringify(body),
});

/** Returns Firestore's response to a query for the size of a collection. */
export const countResponse = (integerValue: string): HttpResponse =>
  responseOf(200, [
    { result: { aggregateFields: { count: { integerValue } } } },
  ]);

export function parseJsonLines(text: string): Record<string, unknown>[] {
  return JSON.parse(`[${text.trimEnd().replaceAll('\n', ',')}]`);
}

/** Returns functions that use a Firestore, and empties it before each test. */
function commandFor(
  place: string,
  origin: string,
  env: Readonly<Record<string, string>> & { DATA_DIR: string },
  project = 'demo-pear',
) {
  const { DATA_DIR: dataDir } = env;
  const authorize = async () => owner;
  const run = (args: string[], runtime?: Partial<Runtime>) =>
    runRecords(args, env, { production: { origin, authorize }, ...runtime });
  beforeEach(async () => {
    await new Records(origin, databaseOf(project)).clear();
    for (const name of readdirSync(dataDir))
      if (/^(asked|erased)/.test(name)) rmSync(path.join(dataDir, name));
  });
  return {
    dataDir,
    run,
    // Only production reports costs.
    transcript: () =>
      startTranscript(run, { [place]: 'PLACE', [dataDir]: 'DATA' }, /^This co/),
    store: (
      collection: string,
      ids: readonly string[],
      fields?: Readonly<Record<string, string>>,
    ) => storeRecords(origin, collection, ids, fields, databaseOf(project)),
    /** Returns all records as the command prints them, '' if there are none. */
    listAll: async () =>
      (await run(['--json']).catch(() => ({ text: '' }))).text,
  };
}

/**
 * Runs tests with the local store, and with Google's emulator as production. The
 * project's id keeps the records of concurrent test files apart.
 */
export async function describeSources(
  project: string,
  tests: (command: ReturnType<typeof commandFor>) => void,
): Promise<void> {
  const { origin, dataDir, stop } = await startEmbedded();
  afterAll(stop);
  const file = path.join(dataDir, 'records.jsonl');
  describe('the local store', () =>
    tests(commandFor(file, origin, { DATA_DIR: dataDir })));
  describeEmulator((origin) => {
    const env = { ...settingsOf(project), DATA_DIR: temporaryFolder() };
    tests(commandFor(`Firestore's project ${project}`, origin, env, project));
  });
}

/** Returns the settings that make a project the production project. */
export function settingsOf(project: string) {
  return {
    VITE_FIREBASE_PROJECT_ID: project,
    VITE_FIREBASE_API_KEY: 'key',
    VITE_FIREBASE_APP_ID: 'app',
  };
}
