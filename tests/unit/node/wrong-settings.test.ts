import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { afterAll, expect, test, vi } from 'vitest';
import firebase from '../../../firebase.json' with { type: 'json' };
import { main as build } from '../../../src/build/build.ts';
import { main as deploy } from '../../../src/build/predeploy.ts';
import { main as start } from '../../../src/local-server/start.ts';
import {
  expectUserError,
  getSettings,
} from '../../contract/records-command.ts';
import { createTempFolder } from '../../support/temporary-folder.ts';

const incompleteSettings = { VITE_FIREBASE_PROJECT_ID: 'pear-site' };
const site = { VITE_SITE_URL: 'https://pear.example' };
const completeSettings = { ...getSettings('pear-site'), ...site };
const repository = process.cwd();
process.chdir(createTempFolder());
afterAll(() => process.chdir(repository));
fs.mkdirSync('dist');
fs.writeFileSync('dist/index.html', 'a page');

function writeSettings(settings: object): void {
  const entries = Object.entries(settings);
  const lines = entries.map(([name, value]) => `${name}=${value}`);
  fs.writeFileSync('.env.production', lines.join('\n'));
}

test.each<[string, () => Promise<void>, object, object]>([
  ['is set without', build, {}, incompleteSettings],
  ['VITE_SITE_URL is "x"', build, { VITE_SITE_URL: 'x' }, completeSettings],
  ['is set without', () => start([]), incompleteSettings, {}],
  ['VITE_WORKER is "x"', () => start(['build']), { VITE_WORKER: 'x' }, {}],
  ['VITE_X is not a setting', () => start(['dev']), { VITE_X: '1' }, {}],
  ['There is no Firebase project', () => deploy([]), {}, {}],
])('a wrong setting changes no file: %s', async (message, run, env, file) => {
  // Removes variables that an earlier test has loaded from its .env file.
  for (const name of Object.keys(completeSettings)) vi.stubEnv(name, undefined);
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  writeSettings(file);
  await expectUserError(run(), message);

  vi.unstubAllEnvs();
  const files = ['.env.production', 'dist', 'dist/index.html'];
  expect(fs.readdirSync('.', { recursive: true }).sort()).toEqual(files);
  expect(fs.readFileSync('dist/index.html', 'utf8')).toBe('a page');
});

test('firebase deploy stops if the settings are for another project', () => {
  const deployTo = (project: string, command: string) => {
    const { PATH } = process.env;
    const env = { PATH, ...completeSettings, GCLOUD_PROJECT: project };
    const options = { cwd: repository, env, encoding: 'utf8' } as const;
    return spawnSync(command, { ...options, shell: true });
  };
  const { firestore, hosting } = firebase;
  // An unreleased change of the access rules also stops it.
  const { stderr } = deployTo('pear-site', firestore.predeploy);
  expect(stderr).not.toContain('This would deploy');

  for (const { predeploy } of [firestore, hosting])
    expect(deployTo('other', predeploy)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^This would deploy to other[^\n]+\n$/),
    });
});
