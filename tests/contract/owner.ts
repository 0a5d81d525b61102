import { rmSync } from 'node:fs';
import * as http from 'node:http';
import * as path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect } from 'vitest';
import { runCommand } from '../../src/node/records/command.ts';
import type { World } from '../../src/node/records/task.ts';
import { listen } from '../support/ports.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type Answer, send, startEmbedded, wipe } from './backend.ts';
import { describeEmulator } from './describe-emulator.ts';
import { goodTexts, ownersCommit, requestTime, texts } from './table/row.ts';

export const database = 'projects/demo-pear/databases/(default)';

/**
 * Hands in a record for each id, all in one batch; as the owner, since the
 * emulator takes long to judge many writes by the rules.
 */
export async function hand(
  origin: string,
  collection: string,
  ids: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const fields = texts({ ...goodTexts(collection), ...more });
  const writes = ids.map((id) => ({
    update: { name: `${database}/documents/${collection}/${id}`, fields },
    updateTransforms: [requestTime],
  }));
  const { status } = await send(origin, database, ownersCommit(...writes));
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
    production: {
      origin: 'http://127.0.0.1:1',
      authorize: async () => ({ authorization: 'Bearer owner' }),
    },
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
function at(origin: string, env: { DATA_DIR: string; [name: string]: string }) {
  beforeEach(async () => {
    await wipe(origin, database);
    rmSync(path.join(env.DATA_DIR, 'asked.json'), { force: true });
  });
  const run = (args: string[], world?: Partial<World>) =>
    show(args, env, world);
  return {
    dataDir: env.DATA_DIR,
    run,
    give: hand.bind(null, origin),
    /** All that is stored, as the command tells it. */
    all: async () => (await run(['--json']).catch(() => ({ text: '' }))).text,
  };
}

/** Runs tests on the local store and on Google's emulator. */
export async function wherever(
  tests: (place: ReturnType<typeof at>) => void,
): Promise<void> {
  const { origin, dataDir, stop } = await startEmbedded();
  afterAll(stop);
  describe('the local store', () => tests(at(origin, { DATA_DIR: dataDir })));
  describeEmulator((origin) => {
    const FIRESTORE_EMULATOR_HOST = new URL(origin).host;
    const DATA_DIR = temporaryFolder();
    tests(at(origin, { FIRESTORE_EMULATOR_HOST, DATA_DIR }));
  });
}
