import { readdirSync, rmSync } from 'node:fs';
import * as http from 'node:http';
import * as path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect } from 'vitest';
import { runCommand } from '../../src/node/records/command.ts';
import type { World } from '../../src/node/records/task.ts';
import { listen } from '../support/ports.ts';
import { Records } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type Answer, send, startEmbedded } from './backend.ts';
import { describeEmulator } from './describe-emulator.ts';
import {
  goodTexts,
  owner,
  ownersCommit,
  requestTime,
  texts,
} from './table/row.ts';

export const database = databaseOf('demo-pear');

function databaseOf(project: string): string {
  return `projects/${project}/databases/(default)`;
}

/**
 * Hands in a record for each id, all in one batch; as the owner, since the
 * emulator takes long to judge many writes by the rules.
 */
export async function hand(
  origin: string,
  collection: string,
  ids: readonly string[],
  more: Readonly<Record<string, string>> = {},
  into = database,
): Promise<void> {
  const fields = texts({ ...goodTexts(collection), ...more });
  const writes = ids.map((id) => ({
    update: { name: `${into}/documents/${collection}/${id}`, fields },
    updateTransforms: [requestTime],
  }));
  const { status } = await send(origin, into, ownersCommit(...writes));
  expect(status).toBe(200);
}

/** What the owner's command writes, given these arguments. */
export async function show(
  args: string[],
  env: World['env'],
  world: Partial<World> = {},
): Promise<{ text: string; progress: string[] }> {
  const shown = { text: '', progress: [] as string[] };
  let time = Date.parse('2026-11-01T00:00:00Z');
  await runCommand(args, {
    env,
    print: async (text) => {
      shown.text += text;
      return true;
    },
    isTerminal: false,
    directory: '.',
    progress: (line) => shown.progress.push(line),
    // A second passes between two looks, so that all progress is told.
    now: () => {
      time += 1000;
      return time;
    },
    signal: new AbortController().signal,
    production: { origin: 'http://127.0.0.1:1', authorize: async () => owner },
    ...world,
  });
  return shown;
}

/** It ends with a user error that says this, or what matches. */
export async function expectUserError(
  work: Promise<unknown>,
  message: string | RegExp,
): Promise<void> {
  const error: Error = await work.then(String, (error) => error);
  expect(error).toMatchObject({ name: 'UserError' });
  expect(error.message).toMatch(message);
}

/**
 * Collects what commands print, with the failure of a command after an
 * exclamation mark, to compare all of that with a file at the end. The names of
 * folders and projects, and times, differ in each run.
 */
export function startTranscript(
  run: (args: string[], world?: Partial<World>) => Promise<unknown>,
  names: Readonly<Record<string, string>>,
  silent?: RegExp,
) {
  const lines: string[] = [];
  return {
    say: async (args: string[], world: Partial<World> = {}) => {
      let text = '';
      const print = async (part: string) => {
        text += part;
        return true;
      };
      const progress = (line: string) =>
        silent?.test(line) || print(`# ${line}\n`);
      await run(args, { print, progress, ...world }).catch((error: Error) => {
        expect(error).toMatchObject({ name: 'UserError' });
        text += `! ${error.message}\n`;
      });
      lines.push(`$ npm run records -- ${args.join(' ')}`, text);
      return text;
    },
    compare: async (file: string) => {
      let text = lines.join('\n');
      for (const [name, word] of Object.entries(names))
        text = text.replaceAll(name, word);
      text = text
        .replace(/\r/g, '')
        // The collections of forms that are added later are empty.
        .replace(/^(?!waitlist|favor|brandC|careers|feedb)\w+: 0\n/gm, '')
        .replace(/\d{4}-\d\d-\d\d(?=\.\n)/g, 'DATE')
        .replace(/\d{4}-\d\d-\d\dT\d\d[:-]\d\d[:-]\d\d[\d.]*Z/g, 'TIME')
        .replace(/(?: {2}TIME .*\n){99,}/g, '  (more than 99 records)\n');
      await expect(text).toMatchFileSnapshot(`records/${file}.txt`);
    },
  };
}

/** Stands for Google: gives these answers in turn, notes what it is asked. */
export async function startGoogle() {
  const asked: string[] = [];
  const answers: Answer[] = [];
  const server = http.createServer(async (request, response) => {
    const { method, url, headers } = request;
    const body = await textOf(request);
    asked.push([method, url, headers.authorization, body].join(' ').trim());
    const { status, text } = answers.shift() ?? { status: 500, text: '' };
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(text);
  });
  return { asked, answers, ...(await listen(server)) };
}

export const answer = (status: number, body: unknown): Answer => ({
  status,
  text: typeof body === 'string' ? body : JSON.stringify(body),
});

/** The answer to how many records a collection holds. */
export const count = (integerValue: string): Answer =>
  answer(200, [{ result: { aggregateFields: { count: { integerValue } } } }]);

/** The lines of a table of JSON. */
export function linesOf(text: string): Record<string, string | number>[] {
  return JSON.parse(`[${text.trimEnd().replaceAll('\n', ',')}]`);
}

/** A Firestore, empty before each test, and its owner's command. */
function at(
  place: string,
  origin: string,
  env: World['env'],
  project = 'demo-pear',
) {
  const { DATA_DIR = '' } = env;
  const authorize = async () => owner;
  const run = (args: string[], world?: Partial<World>) =>
    show(args, env, { production: { origin, authorize }, ...world });
  beforeEach(async () => {
    await new Records(origin, databaseOf(project)).clear();
    for (const name of readdirSync(DATA_DIR))
      if (/^(asked|erased)/.test(name)) rmSync(path.join(DATA_DIR, name));
  });
  return {
    dataDir: DATA_DIR,
    run,
    transcript: () =>
      // The local store has no costs.
      startTranscript(
        run,
        { [place]: 'PLACE', [DATA_DIR]: 'DATA' },
        /^This takes/,
      ),
    give: (
      collection: string,
      ids: readonly string[],
      more?: Readonly<Record<string, string>>,
    ) => hand(origin, collection, ids, more, databaseOf(project)),
    /** All that is stored, as the command tells it. */
    all: async () => (await run(['--json']).catch(() => ({ text: '' }))).text,
  };
}

/**
 * Runs tests on the local store, and on Google's emulator in the place of
 * production, as a project of their own: other files' tests run beside them.
 */
export async function wherever(
  project: string,
  tests: (place: ReturnType<typeof at>) => void,
): Promise<void> {
  const { origin, dataDir, stop } = await startEmbedded();
  afterAll(stop);
  const file = path.join(dataDir, 'records.jsonl');
  describe('the local store', () =>
    tests(at(file, origin, { DATA_DIR: dataDir })));
  describeEmulator((origin) => {
    const env = { ...settingsOf(project), DATA_DIR: temporaryFolder() };
    tests(at(`Firestore's project ${project}`, origin, env, project));
  });
}

/** What makes a project of the owner's the one that is asked. */
export function settingsOf(project: string) {
  return {
    VITE_FIREBASE_PROJECT_ID: project,
    VITE_FIREBASE_API_KEY: 'key',
    VITE_FIREBASE_APP_ID: 'app',
  };
}
