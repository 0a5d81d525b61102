import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
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
const built = {
  'dist/index.html': 'a page',
  'dist/sw.js': 'a worker',
  'node_modules/.cache/pear/built-from': 'these files',
};

beforeAll(() => {
  for (const [file, text] of Object.entries(built)) {
    fs.mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  }
});

function run(command: string, env: NodeJS.ProcessEnv, file: object) {
  const [program = '', ...args] = command.split(' ');
  const lines = Object.entries(file).map(([name, value]) => `${name}=${value}`);
  fs.writeFileSync(path.join(folder, '.env.production'), lines.join('\n'));
  const { PATH } = process.env;
  const files = ['src/node/run.js', program].map((name) => path.resolve(name));
  const options = { cwd: folder, env: { PATH, ...env } };
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...files, ...args],
    { ...options, encoding: 'utf8' },
  );
  return { status, stdout, stderr };
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
  const { status, stdout, stderr } = run(command, env, file);
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(stderr).toMatch(message);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  for (const [name, text] of Object.entries(built)) {
    expect(fs.readFileSync(path.join(folder, name), 'utf8')).toBe(text);
  }
});

test('firebase deploy runs the check first, which lets the project pass', () => {
  const env = { GCLOUD_PROJECT: 'pear-site' };
  const passed = run(`${deploy} check`, env, whole);
  expect(passed).toEqual({ status: 0, stdout: '', stderr: '' });
  const text = fs.readFileSync('firebase.json', 'utf8');
  const { firestore, hosting } = JSON.parse(text);
  const command = `node src/node/run.js ${deploy}`;
  expect(hosting.predeploy).toBe(command);
  expect(firestore.predeploy).toBe(`${command} check`);
});
