import { rmSync } from 'node:fs';
import * as path from 'node:path';
import { afterAll, beforeEach, describe, expect } from 'vitest';
import { getRecordsPath } from '../../src/local-server/firestore/records-file.ts';
import type { TextFields } from '../../src/local-server/firestore/rules.ts';
import type { Runtime } from '../../src/owner/context.ts';
import { maxWritesPerCommit } from '../../src/owner/firestore-source.ts';
import { runCommand } from '../../src/owner/run-command.ts';
import { Records } from '../support/records.ts';
import { createTempFolder } from '../support/temporary-folder.ts';
import { send, startFirestore, testInEmulator } from './backend.ts';
import {
  commitAsOwner,
  createFields,
  createRequiredTexts,
  createWrite,
} from './table/row.ts';

const authorize = async () => ({ authorization: 'Bearer owner' });
type Env = Runtime['env'] & { DATA_DIR: string };

const getDatabase = (project: string) =>
  `projects/${project}/databases/(default)`;

export const database = getDatabase('demo-pear');

/**
 * Returns a function that stores a record for each id in one batch. Writes as the
 * owner, because the emulator is slow at checking many writes by the rules.
 */
export const createStore =
  (origin: string, at = database) =>
  async (collection: string, ids: string[], fields: TextFields = {}) => {
    const values = createFields({
      ...createRequiredTexts(collection),
      ...fields,
    });
    const writes = ids.map((id) =>
      createWrite(`${collection}/${id}`, values, at),
    );
    const { status } = await send(origin, at, commitAsOwner(...writes));
    expect(status).toBe(200);
  };

/** Runs `npm run records` in this process, and returns the output. */
export async function runRecords(
  args: string[],
  env: Runtime['env'],
  runtime: Partial<Runtime> = {},
  output = { text: '' },
): Promise<{ text: string }> {
  await runCommand(args, {
    env,
    settingFiles: new Map(),
    print: async (text) => {
      output.text += text;
      return true;
    },
    isTerminal: false,
    directory: '.',
    log: () => undefined,
    now: () => Date.parse('2026-11-01T00:00:01Z'),
    wait: async () => undefined,
    signal: new AbortController().signal,
    production: { origin: 'http://127.0.0.1:1', authorize },
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
 * file. In the file `#` marks progress and `!` marks a user error. PLACE stands for
 * the file or project of the records, DATA for the data folder.
 */
export function startTranscript(env: Env, defaults: Partial<Runtime> = {}) {
  const { DATA_DIR: dataDir, VITE_FIREBASE_PROJECT_ID: project } = env;
  const projectLabel = project && `Firestore's project ${project}`;
  const lines: string[] = [];

  return {
    run: async (args: string[], runtime: Partial<Runtime> = {}) => {
      const output = { text: '' };
      const log = (line: string) => {
        output.text += `# ${line}\n`;
      };
      const changes = { ...defaults, log, ...runtime };

      await runRecords(args, env, changes, output).catch((error) => {
        expect(error).toMatchObject({ name: 'UserError' });
        output.text += `! ${error.message}\n`;
      });

      lines.push(`$ npm run records "--" ${args.join(' ')}`, output.text);
      return output.text;
    },

    expectFile: async (file: string) => {
      const text = lines
        .join('\n')
        // These lines differ between the local Firestore and production.
        .replace(/^# (Reads |This costs ).*\n/gm, '')
        .replaceAll(projectLabel ?? getRecordsPath(dataDir), 'PLACE')
        .replaceAll(path.resolve(dataDir), 'DATA')
        .replace(/\r/g, '')
        // A form that is added later must not change the snapshots.
        .replace(/^(?!waitlist|favor|brandC|careers|feedb)\w+: 0\n/gm, '')
        // A limit that is raised later must not change the snapshots, either.
        .replaceAll(`${maxWritesPerCommit} of 501`, 'COMMIT of 501')
        .replace(/\d{4}-\d\d-\d\d(?=\.\n)/g, 'DATE')
        .replace(/\d{4}-\d\d-\d\dT\d\d[:-]\d\d[:-]\d\d[\d.]*Z(-\d+)?/g, 'TIME')
        .replace(/\d{4}-\d\d-\d\d \d\d:\d\d \([\w/+-]+\)/g, 'TIME')
        .replace(/demo-(erase|pear)/g, 'PROJECT')
        .replace(/m{99,}/g, '(more than 99 letters)')
        .replace(/(?: {2}TIME .*\n){99,}/g, '  (more than 99 records)\n');
      await expect(text).toMatchFileSnapshot(`records/${file}.txt`);
    },
  };
}

export function parseJsonLines(text: string): Record<string, unknown>[] {
  const lines = text.split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

/** Returns functions that run the command on a Firestore; clears it before each test. */
function createRunner(origin: string, env: Env, project = 'demo-pear') {
  const dataDir = path.resolve(env.DATA_DIR);
  const defaults = { production: { origin, authorize } };
  const run = async (args: string[], runtime?: Partial<Runtime>) =>
    (await runRecords(args, env, { ...defaults, ...runtime })).text;

  beforeEach(async () => {
    await new Records(origin, getDatabase(project)).clear();
    for (const name of ['marks.json', 'backups'])
      rmSync(path.join(dataDir, name), { force: true, recursive: true });
  });

  return {
    dataDir,
    run,
    startTranscript: () => startTranscript(env, defaults),
    store: createStore(origin, getDatabase(project)),
    /** Returns the ids of the records that the command prints. */
    listIds: async (...args: string[]) =>
      parseJsonLines(await run([...args, '--json'])).map(({ id }) => id),
  };
}

/**
 * Runs tests with the local Firestore, and with Google's emulator as production. The
 * project's id keeps the records of concurrent test files apart.
 */
export async function testBothSources(
  project: string,
  tests: (runner: ReturnType<typeof createRunner>) => void,
): Promise<void> {
  const { origin, dataDir, stop } = await startFirestore();
  afterAll(stop);
  // The path is relative because most owners set a relative one.
  const env = { DATA_DIR: path.relative('.', dataDir) };
  describe('the local Firestore', () => tests(createRunner(origin, env)));
  testInEmulator((origin) => {
    const env = { ...getSettings(project), DATA_DIR: createTempFolder() };
    tests(createRunner(origin, env, project));
  });
}

/** Returns the settings that make a project the production project. */
export function getSettings(project: string) {
  return {
    VITE_FIREBASE_PROJECT_ID: project,
    VITE_FIREBASE_API_KEY: 'key',
    VITE_FIREBASE_APP_ID: 'app',
  };
}
