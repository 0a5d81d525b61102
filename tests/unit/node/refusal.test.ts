import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { main as build } from '../../../src/node/build.ts';
import { main as deploy } from '../../../src/node/predeploy.ts';
import { main as start } from '../../../src/node/start.ts';
import { expectUserError } from '../../contract/owner.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const half = { VITE_FIREBASE_PROJECT_ID: 'pear-site' };
const whole = {
  ...half,
  VITE_FIREBASE_API_KEY: 'key',
  VITE_FIREBASE_APP_ID: 'app',
  VITE_SITE_URL: 'https://pear.example',
};
const home = process.cwd();
process.chdir(temporaryFolder());
afterAll(() => process.chdir(home));
// A built site; whatever touches it shows in what it holds afterwards.
fs.mkdirSync('dist');
fs.writeFileSync('dist/index.html', 'a page');

function writeSettings(file: object): void {
  const lines = Object.entries(file).map(([name, value]) => `${name}=${value}`);
  fs.writeFileSync('.env.production', lines.join('\n'));
}

test.each<[string, () => Promise<void>, object, object]>([
  ['is set without', build, {}, half],
  ['VITE_SITE_URL is "x"', build, { VITE_SITE_URL: 'x' }, whole],
  ['is set without', () => start([]), half, {}],
  ['VITE_WORKER is "x"', () => start(['build']), { VITE_WORKER: 'x' }, {}],
  ['VITE_X is not a setting', () => start(['dev']), { VITE_X: '1' }, {}],
  ['There is no Firebase project', () => deploy([]), {}, {}],
])('nothing is touched where %s', async (message, run, env, file) => {
  // What a program reads from the file goes with what is set here.
  const unset = Object.keys(whole).map((name) => [name, undefined] as const);
  for (const [name, value] of [...unset, ...Object.entries(env)])
    vi.stubEnv(name, value);
  writeSettings(file);
  await expectUserError(run(), message);
  vi.unstubAllEnvs();
  const left = ['.env.production', 'dist', 'dist/index.html'];
  expect(fs.readdirSync('.', { recursive: true }).sort()).toEqual(left);
  expect(fs.readFileSync('dist/index.html', 'utf8')).toBe('a page');
});

test('what is to be deployed is checked first, by the exit status', () => {
  writeSettings(whole);
  const program = 'src/node/predeploy.ts';
  const check = (project: string) => {
    const files = ['src/node/run.js', program].map((f) => path.join(home, f));
    const env = { PATH: process.env.PATH, GCLOUD_PROJECT: project };
    const args = [...files, 'check'];
    return spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  };
  const fine = { status: 0, stdout: '', stderr: '' };
  expect(check('pear-site')).toMatchObject(fine);
  const stderr = expect.stringMatching(/^This would deploy to other[^\n]+\n$/);
  expect(check('other')).toMatchObject({ status: 1, stdout: '', stderr });
  // firebase deploy runs the check before each of its parts.
  const config = fs.readFileSync(path.join(home, 'firebase.json'), 'utf8');
  const { firestore, hosting } = JSON.parse(config);
  const command = `node src/node/run.js ${program}`;
  expect(hosting.predeploy).toBe(command);
  expect(firestore.predeploy).toBe(`${command} check`);
});
