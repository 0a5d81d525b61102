import * as fs from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chooseSource } from '../../../src/owner/choose-source.ts';
import { getSettings } from '../../contract/records-command.ts';
import { createTempFolder } from '../../support/temporary-folder.ts';
import { createFakeRuntime } from './fake-runtime.ts';

const repository = process.cwd();
let folder: string;

beforeEach(() => {
  folder = createTempFolder();
  process.chdir(folder);
});
afterEach(() => process.chdir(repository));

/** Returns what a command reports first, with FOLDER for the current folder. */
function describeSource(env = {}, settingFiles = new Map<string, string>()) {
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const runtime = { ...createFakeRuntime('.data'), log, settingFiles };
  chooseSource({ ...runtime, env: { ...runtime.env, ...env } });

  expect(lines).toHaveLength(1);
  return lines[0]?.replaceAll(fs.realpathSync(folder), 'FOLDER');
}

test('a command says that it reads production, and which file names the project', () => {
  const env = getSettings('pear-site');
  const files = new Map([['VITE_FIREBASE_PROJECT_ID', '.env.production']]);
  expect(describeSource(env, files)).toBe(
    "Reads production: Firestore's project pear-site, because .env.production names it.",
  );
});

test('a command says that it reads an emulator', () => {
  expect(describeSource({ FIRESTORE_EMULATOR_HOST: '127.0.0.1:8080' })).toBe(
    'Reads the emulator at 127.0.0.1:8080, because FIRESTORE_EMULATOR_HOST is set.',
  );
});

test.each([
  ['', 'FOLDER has no .env.production'],
  ['.env.production', 'FOLDER/.env.production names no Firebase project'],
  [
    '.env.production.txt',
    'FOLDER has no .env.production; rename .env.production.txt to .env.production',
  ],
  [
    'env.production',
    'FOLDER has no .env.production; rename env.production to .env.production',
  ],
])(
  'a command says that it reads this machine, with the file %j',
  (file, why) => {
    if (file) fs.writeFileSync(file, '');
    expect(describeSource()).toBe(
      `Reads this machine, not production: .data/records.jsonl, because ${why}.`,
    );
  },
);
