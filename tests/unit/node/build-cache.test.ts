import * as fs from 'node:fs';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import {
  isBuilt,
  markBuilt,
  markStale,
} from '../../../src/node/build-cache.ts';
import { readEnvFiles } from '../../../src/node/settings.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const project = 'VITE_FIREBASE_PROJECT_ID';
const home = process.cwd();
const folder = temporaryFolder();

beforeEach(() => {
  process.chdir(folder);
  fs.rmSync('.env.production', { force: true });
  fs.mkdirSync('dist', { recursive: true });
  fs.writeFileSync('dist/index.html', 'a page');
  fs.writeFileSync('dist/sw.js', 'a worker');
  fs.writeFileSync('index.html', 'a frame');
  vi.unstubAllEnvs();
  vi.stubEnv(project, undefined);
});

afterAll(() => process.chdir(home));

function buildWith(value: string | undefined): void {
  vi.stubEnv(project, value);
  markStale();
  markBuilt();
}

test('a build is fresh until it is marked stale, or a file changes', () => {
  expect(isBuilt()).toBe(false);
  for (const change of [
    markStale,
    ...['index.html', 'dist/index.html', 'dist/sw.js'].map(
      (file) => () => fs.writeFileSync(file, 'something else'),
    ),
  ]) {
    buildWith(undefined);
    expect(isBuilt()).toBe(true);
    change();
    expect(isBuilt()).toBe(false);
  }
});

test('a build for production is stale to a local run, and the other way', () => {
  fs.writeFileSync('.env.production', `${project}=pear-site\n`);
  buildWith('pear-site');
  vi.stubEnv(project, undefined);
  expect(isBuilt()).toBe(false);
  buildWith(undefined);
  expect(isBuilt()).toBe(true);
  readEnvFiles();
  expect(process.env[project]).toBe('pear-site');
  expect(isBuilt()).toBe(false);
  // The environment goes before the files.
  vi.stubEnv(project, '');
  readEnvFiles();
  expect(process.env[project]).toBe('');
});

test.each(['utf8', 'utf16le'] as const)(
  'settings in %s, with a byte order mark, are read',
  (encoding) => {
    fs.writeFileSync(
      '.env.production',
      `\uFEFF${project}=pear-site\r\n`,
      encoding,
    );
    readEnvFiles();
    expect(process.env[project]).toBe('pear-site');
    fs.writeFileSync('.env.production', `${project}=pear-site`, 'utf16le');
    expect(readEnvFiles).toThrow(
      '.env.production is no text in UTF-8; save it',
    );
  },
);
