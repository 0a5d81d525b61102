import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startEmbedded, wipe } from './backend.ts';
import { database, expectUserError, hand, project, show } from './owner.ts';

const run = promisify(execFile);
const directory = temporaryFolder();

const embedded = await startEmbedded();
const env = { DATA_DIR: embedded.dataDir };
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
const toPath = ['waitlist', '--csv', '--out', file];
const toFile = ['waitlist', '--csv', '--out', 'waitlist.csv'];

test('through npm it is a table in a file, or on its own', async () => {
  await hand(embedded.origin, 'waitlist', ['a'], { email: 'zoë@x.example' });
  const { stdout, stderr } = await npmRun(toPath);
  expect(stdout).toContain(`1 of waitlist in ${file}\n`);
  expect(stderr).not.toContain('zoë');
  expect(fs.readFileSync(file, 'utf8')).toMatch(
    /^\uFEFF"id",[^\n]*\r\n"a","zoë@x.example","some favoriteBrand","[^"]*"\r\n$/,
  );
  const silent = { npm_config_loglevel: 'silent' };
  const alone = await npmRun(['waitlist', '--csv'], silent);
  expect(alone.stdout).toBe(fs.readFileSync(file, 'utf8'));
});

test('the file replaces an older one, through a link too', async () => {
  await hand(embedded.origin, 'waitlist', ['a', 'b']);
  fs.writeFileSync(file, 'before');
  fs.symlinkSync(file, path.join(directory, 'link.csv'));
  const args = ['waitlist', '--out', 'link.csv'];
  const { text } = await show(args, env, { directory });
  expect(text).toBe(`2 of waitlist in ${path.join(directory, 'link.csv')}\n`);
  expect(fs.readFileSync(file, 'utf8').split('\r\n')).toHaveLength(4);
  const left = fs.readdirSync(directory).sort();
  expect(left).toEqual(['link.csv', 'waitlist.csv']);
});

test('an export that fails half way leaves the older file', async () => {
  const ids = Array.from({ length: 200 }, (_, index) => `id-${index}`);
  await hand(embedded.origin, 'waitlist', ids);
  let asked = 0;
  let partial = false;
  const authorize = async (): Promise<Record<string, string>> => {
    asked += 1;
    // The count and the first page.
    if (asked <= 2) return { authorization: 'Bearer owner' };
    partial = fs.readdirSync(directory).length > 1;
    return {};
  };
  const production = { origin: embedded.origin, authorize };
  const at = { ...project, VITE_FIREBASE_PROJECT_ID: 'demo-pear' };
  fs.writeFileSync(file, 'before');
  await expectUserError(show(toFile, at, { directory, production }), '403');
  expect(partial).toBe(true);
  expect(fs.readFileSync(file, 'utf8')).toBe('before');
  expect(fs.readdirSync(directory)).toEqual(['waitlist.csv']);
});

test('nothing to export leaves the older file', async () => {
  fs.writeFileSync(file, 'before');
  await expectUserError(
    show(toFile, env, { directory }),
    /^There is nothing in waitlist at /,
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
  await expectUserError(
    show(['waitlist', '--out', out], env, { directory }),
    message,
  );
});
