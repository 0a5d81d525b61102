import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { promisify } from 'node:util';
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from 'vitest';
import { type Embedded, startEmbedded, wipe } from './backend.ts';
import { database, hand, show, userError } from './owner.ts';

const run = promisify(execFile);
const directory = fs.mkdtempSync(path.join(tmpdir(), 'pear-export-'));
afterAll(() => fs.rmSync(directory, { recursive: true, force: true }));

let embedded: Embedded;
let env: Record<string, string>;
beforeAll(async () => {
  embedded = await startEmbedded();
  env = { DATA_DIR: embedded.dataDir };
});
afterAll(() => embedded.stop());
beforeEach(async () => {
  await wipe(embedded.origin, database);
  for (const name of fs.readdirSync(directory)) {
    fs.rmSync(path.join(directory, name), { recursive: true });
  }
});

/** The command as its owner runs it, npm's own lines included. */
const npmRun = (args: string[], more: Record<string, string> = {}) =>
  run('npm', ['run', 'records', '--', ...args], {
    env: { ...process.env, ...env, ...more },
  });

const file = path.join(directory, 'waitlist.csv');
const toFile = ['waitlist', '--csv', '--out', 'waitlist.csv'];

describe('through npm', () => {
  test('a table in a file', async () => {
    await hand(embedded.origin, 'waitlist', ['a'], { email: 'zoë@x.example' });
    const { stdout, stderr } = await npmRun([
      'waitlist',
      '--csv',
      '--out',
      file,
    ]);
    expect(stdout).toContain(`1 of waitlist in ${file}\n`);
    expect(stderr).not.toContain('zoë');
    expect(fs.readFileSync(file, 'utf8')).toMatch(
      /^\uFEFF"id",[^\n]*\r\n"a","zoë@x.example","some favoriteBrand","[^"]*"\r\n$/,
    );
    const silent = await npmRun(['waitlist', '--csv'], {
      npm_config_loglevel: 'silent',
    });
    expect(silent.stdout).toBe(fs.readFileSync(file, 'utf8'));
  });

  test('no credentials', async () => {
    const key = path.join(directory, 'key.json');
    const project = {
      VITE_FIREBASE_PROJECT_ID: 'pear-site',
      VITE_FIREBASE_API_KEY: 'key',
      VITE_FIREBASE_APP_ID: 'app',
      GOOGLE_APPLICATION_CREDENTIALS: key,
    };
    fs.writeFileSync(file, 'before');
    const args = ['waitlist', '--csv', '--out', file];
    const failed = await npmRun(args, project).catch((error) => error);
    expect(failed).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^No Application Default Credentials work here \([^\n]*The file at [^\n]*key\.json does not exist[^\n]*\); run gcloud auth [^\n]*\n/m,
      ),
    });
    expect(fs.readFileSync(file, 'utf8')).toBe('before');
    expect(fs.readdirSync(directory)).toEqual(['waitlist.csv']);
  });
});

test('the file replaces an older one, through a link too', async () => {
  await hand(embedded.origin, 'waitlist', ['a', 'b']);
  fs.writeFileSync(file, 'before');
  fs.symlinkSync(file, path.join(directory, 'link.csv'));
  const { text } = await show(['waitlist', '--out', 'link.csv'], env, {
    directory,
  });
  expect(text).toBe(`2 of waitlist in ${path.join(directory, 'link.csv')}\n`);
  expect(fs.readFileSync(file, 'utf8').split('\r\n')).toHaveLength(4);
  expect(fs.readdirSync(directory).sort()).toEqual([
    ...['link.csv', 'waitlist.csv'],
  ]);
});

test('an export that fails half way leaves the older file', async () => {
  const ids = Array.from({ length: 200 }, (_, index) => `id-${index}`);
  await hand(embedded.origin, 'waitlist', ids);
  // The count and the first page.
  let left = 2;
  const production = {
    origin: embedded.origin,
    authorize: async (): Promise<Record<string, string>> =>
      left-- > 0 ? { authorization: 'Bearer owner' } : {},
  };
  const project = {
    VITE_FIREBASE_PROJECT_ID: 'demo-pear',
    VITE_FIREBASE_API_KEY: 'key',
    VITE_FIREBASE_APP_ID: 'app',
  };
  fs.writeFileSync(file, 'before');
  const { progress, failed } = await attempt(project, production);
  expect(progress).toEqual(['partial there']);
  expect(failed).toEqual(userError(expect.stringContaining('403')));
  expect(fs.readFileSync(file, 'utf8')).toBe('before');
  expect(fs.readdirSync(directory)).toEqual(['waitlist.csv']);

  async function attempt(
    at: Record<string, string>,
    remote: typeof production,
  ) {
    const progress: string[] = [];
    const authorize = async () => {
      const names = fs.readdirSync(directory);
      if (left === 0 && names.length > 1) progress.push('partial there');
      return remote.authorize();
    };
    const world = { directory, production: { ...remote, authorize } };
    const failed = await show(toFile, at, world).catch((error) => error);
    return { progress, failed };
  }
});

test('nothing to export leaves the older file', async () => {
  fs.writeFileSync(file, 'before');
  await expect(show(toFile, env, { directory })).rejects.toThrow(
    userError(expect.stringMatching(/^There is nothing in waitlist at /)),
  );
  expect(fs.readFileSync(file, 'utf8')).toBe('before');
  expect(fs.readdirSync(directory)).toEqual(['waitlist.csv']);
});

test.for([
  ['nowhere/x.csv', 'nowhere/x.csv cannot be written (ENOENT); name another'],
  ['.', ' is no file; name one to write to.'],
  ['/dev/null', '/dev/null is no file; name one to write to.'],
] as const)('--out %s is a user error', async ([out, message]) => {
  await hand(embedded.origin, 'waitlist', ['a']);
  await expect(
    show(['waitlist', '--out', out], env, { directory }),
  ).rejects.toThrow(userError(expect.stringContaining(message)));
});
