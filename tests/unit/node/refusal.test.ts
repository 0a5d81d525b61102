import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder();
const half = { VITE_FIREBASE_PROJECT_ID: 'pear-site' };
const stray = { VITE_FIREBASE_X: '1' };
const whole = {
  ...half,
  VITE_FIREBASE_API_KEY: 'key',
  VITE_FIREBASE_APP_ID: 'app',
  VITE_SITE_URL: 'https://pear.example',
};

/** A built site; whatever touches it shows in what it holds afterwards. */
const page = path.join(folder, 'dist/index.html');
fs.mkdirSync(path.dirname(page));
fs.writeFileSync(page, 'a page');

function run(command: string, env: NodeJS.ProcessEnv, file: object) {
  const [program = '', ...args] = command.split(' ');
  const lines = Object.entries(file).map(([name, value]) => `${name}=${value}`);
  fs.writeFileSync(path.join(folder, '.env.production'), lines.join('\n'));
  const { PATH } = process.env;
  const files = ['src/node/run.js', program].map((name) => path.resolve(name));
  const options = {
    cwd: folder,
    env: { PATH, ...env },
    encoding: 'utf8',
  } as const;
  return spawnSync(process.execPath, [...files, ...args], options);
}

const build = 'src/node/build.ts';
const start = 'src/node/start.ts';
const deploy = 'src/node/predeploy.ts';

test.for<[string, NodeJS.ProcessEnv, object, RegExp]>([
  [build, {}, half, /is set without/],
  [build, { VITE_SITE_URL: 'x' }, whole, /^VITE_SITE_URL is "x"/],
  [start, half, {}, /is set without/],
  [`${start} build`, { VITE_WORKER: 'x' }, {}, /^VITE_WORKER is "x"/],
  [`${start} dev`, stray, {}, /^VITE_FIREBASE_X is not a setting/],
  [deploy, {}, {}, /^There is no Firebase project/],
  [deploy, { GCLOUD_PROJECT: 'other' }, whole, /^This would deploy to other/],
])('%s with %o and the file %o is refused', ([command, env, file, message]) => {
  const refused = run(command, env, file);
  expect(refused).toMatchObject({ status: 1, stdout: '' });
  expect(refused.stderr).toMatch(/^[^\n]+\n$/);
  expect(refused.stderr).toMatch(message);
  const left = ['.env.production', 'dist', 'dist/index.html'];
  expect(fs.readdirSync(folder, { recursive: true }).sort()).toEqual(left);
  expect(fs.readFileSync(page, 'utf8')).toBe('a page');
});

test('what is to be deployed is checked first, and passes', () => {
  const env = { GCLOUD_PROJECT: 'pear-site' };
  const passed = run(`${deploy} check`, env, whole);
  expect(passed).toMatchObject({ status: 0, stdout: '', stderr: '' });
  // firebase deploy runs the check before each of its parts.
  const { firestore, hosting } = JSON.parse(
    fs.readFileSync('firebase.json', 'utf8'),
  );
  const command = `node src/node/run.js ${deploy}`;
  expect(hosting.predeploy).toBe(command);
  expect(firestore.predeploy).toBe(`${command} check`);
});
