import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { createTempFolder } from '../../support/temporary-folder.ts';

const script = path.resolve('.github/deploy/release.sh');
const binFolder = createTempFolder();

/**
 * Replaces firebase and npm: records each call, stores the versions of both
 * channels, and fails or hangs at the calls that FAIL or HANG matches.
 */
const fakeCommand = String.raw`#!/usr/bin/env node
const fs = require('node:fs');
const [, program, ...args] = process.argv;
const { SITE, WRITE, FAIL, HANG } = process.env;
// The first arguments of each call are: --non-interactive --project pear
const [command, from] = args.slice(3);
const rules = args.includes('firestore:rules') ? ' ' + fs.readFileSync('firestore.rules') : '';
const call = program.endsWith('npm') ? 'smoke ' + SITE + ' ' + WRITE : args.slice(3).join(' ') + rules;
fs.appendFileSync('calls', call + '\n');
if (HANG && call.match(HANG)) {
  fs.writeFileSync('hung', String(process.pid));
  setInterval(() => {}, 1000);
} else if (FAIL && call.match(FAIL)) process.exit(1);
else {
  const versions = JSON.parse(fs.readFileSync('versions'));
  if (command === 'hosting:channel:deploy') versions.next = 'new';
  if (command === 'hosting:channel:delete') delete versions.next;
  if (command === 'hosting:clone') versions.live = from.split('@')[1] ?? versions.next;
  fs.writeFileSync('versions', JSON.stringify(versions));
  const channels = Object.entries(versions).map(([id, version]) => ({
    name: 'projects/pear/sites/pear/channels/' + id,
    url: 'https://' + id + '.test',
    release: version && { version: { name: 'sites/pear/versions/' + version } },
  }));
  if (command === 'hosting:channel:list') console.log(JSON.stringify({ status: 'success', result: { channels } }));
}
`;
for (const name of ['firebase', 'npm'])
  fs.writeFileSync(path.join(binFolder, name), fakeCommand, { mode: 0o755 });

let folder: string;
const write = (file: string, text: string) =>
  fs.writeFileSync(path.join(folder, file), text);
const read = (file: string) => fs.readFileSync(path.join(folder, file), 'utf8');

beforeEach(() => {
  folder = createTempFolder();
  const commitCommand =
    'git -c user.name=ada -c user.email=ada@loom.example commit -qam';
  const tagCommand = (name: string) =>
    `printf 'of ${name}' > firestore.rules && git add . && ${commitCommand} ${name} && git tag ${name}`;
  const command = `git init -q && ${tagCommand('v1')} && ${tagCommand('v2')}`;
  execFileSync('sh', ['-c', command], { cwd: folder });
  write('versions', '{"live":"old"}');
});

/** Runs release.sh, and sends `signal` at the call that `env.HANG` contains. */
async function run(
  env: NodeJS.ProcessEnv = {},
  signal?: NodeJS.Signals,
  args: string[] = [],
) {
  write('calls', '');
  const child = spawn(script, args, {
    cwd: folder,
    env: {
      ...process.env,
      PATH: `${binFolder}:${process.env.PATH}`,
      SITE_ID: 'pear',
      VITE_FIREBASE_PROJECT_ID: 'pear',
      VITE_SITE_URL: 'https://pear.test',
      SMOKE_CREDENTIALS: 'key.json',
      ...env,
    },
    stdio: 'ignore',
  });
  const exitEvent = once(child, 'exit');
  if (signal) {
    const hasHung = () => fs.existsSync(path.join(folder, 'hung'));
    await vi.waitUntil(hasHung, { timeout: 600_000 });
    child.kill(signal);
    if (signal === 'SIGKILL') process.kill(Number(read('hung')));
  }
  const [status, killed] = await exitEvent;
  const { live } = JSON.parse(read('versions'));
  const calls = read('calls').trim().split('\n');
  return { status: status ?? killed, live, calls };
}

const previewCalls = [
  'hosting:channel:list --site pear --json',
  'deploy --only firestore',
  'hosting:channel:deploy next --expires 7d --no-authorized-domains',
  'hosting:channel:list --site pear --json',
  'smoke https://next.test 1',
];
const liveCalls = [
  'hosting:clone pear:next pear:live',
  'smoke https://pear.test 1',
];
const rollBackCalls = [
  'hosting:clone pear@old pear:live',
  'deploy --only firestore:rules of v1',
];
const cleanUpCalls = ['hosting:channel:delete next --site pear --force'];
const calls = [...previewCalls, ...liveCalls, ...rollBackCalls];
const rollBackResult = { status: 1, live: 'old', calls };
const failPreviewSmoke = { FAIL: 'smoke https://next' };
const failLiveSmoke = { FAIL: 'smoke https://pear' };
const hangLiveSmoke = { HANG: 'smoke https://pear' };

test('releases to the preview channel, tests it, then releases live', async () => {
  const calls = [...previewCalls, ...liveCalls, ...cleanUpCalls];
  expect(await run()).toEqual({ status: 0, live: 'new', calls });
});

test('keeps the live version and restores its rules if the smoke test of the preview fails', async () => {
  const calls = [...previewCalls, ...rollBackCalls];
  expect(await run(failPreviewSmoke)).toEqual({ ...rollBackResult, calls });
});

test.for<[string, NodeJS.ProcessEnv, number, NodeJS.Signals?]>([
  ['a failed smoke test of the live site', failLiveSmoke, 1],
  ['SIGINT', hangLiveSmoke, 130, 'SIGINT'],
  ['SIGTERM', hangLiveSmoke, 143, 'SIGTERM'],
])('restores version and rules after %s', async ([, env, status, signal]) => {
  expect(await run(env, signal)).toEqual({ ...rollBackResult, status });
  expect(read('firestore.rules')).toBe('of v2');
});

test('a failed release restores nothing if the site has no earlier version', async () => {
  write('versions', '{"live":null}');
  const calls = [...previewCalls, ...liveCalls];
  expect(await run(failLiveSmoke)).toEqual({ status: 1, live: 'new', calls });
});

test('a failed release restores the version that was live before an earlier, killed release', async () => {
  expect(await run(hangLiveSmoke, 'SIGKILL')).toMatchObject({ live: 'new' });
  expect(await run(failLiveSmoke)).toEqual(rollBackResult);
});

test('release.sh on a second machine never rolls back to a version that failed its smoke test', async () => {
  write('versions', '{"live":"new","next":"new"}');
  expect((await run(failPreviewSmoke)).calls).toEqual(previewCalls);
});

test('after a failed roll-back, another roll-back restores the old version', async () => {
  const twoFailures = { FAIL: 'smoke https://pear|pear@old' };
  expect(await run(twoFailures)).toMatchObject({ status: 1, live: 'new' });
  const rerun = await run({}, undefined, ['roll-back']);
  expect(rerun).toEqual({ status: 0, live: 'old', calls: rollBackCalls });
});
