import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { createTempFolder } from '../../support/temporary-folder.ts';

const scripts = path.resolve('.github/deploy');
const fixtures = path.resolve('tests/unit/node/release-script');
const binFolder = createTempFolder();
for (const name of ['firebase', 'gh', 'npm'])
  fs.symlinkSync(`${fixtures}/fake-command.sh`, `${binFolder}/${name}`);
const baseEnv = {
  ...process.env,
  PATH: `${binFolder}:${process.env.PATH}`,
  GITHUB_REPOSITORY: 'ada/pear',
  SITE_ID: 'pear',
  VITE_FIREBASE_PROJECT_ID: 'pear',
  VITE_SITE_URL: 'https://pear.test',
  SMOKE_CREDENTIALS: 'key.json',
};

let folder: string;
const write = (file: string, text: string) =>
  fs.writeFileSync(path.join(folder, file), text);
const read = (file: string) => fs.readFileSync(path.join(folder, file), 'utf8');

beforeEach(() => {
  folder = createTempFolder();
  execFileSync(`${fixtures}/create-checkout.sh`, { cwd: folder });
});

/** Runs release.sh, and sends `signal` at the call that `env.HANG` contains. */
async function run(
  env: NodeJS.ProcessEnv = {},
  signal?: NodeJS.Signals,
  args: string[] = [],
) {
  write('calls', '');
  const child = spawn(`${scripts}/release.sh`, args, {
    cwd: folder,
    env: { ...baseEnv, ...env },
    stdio: 'ignore',
  });
  const exitEvent = once(child, 'exit');
  if (signal) {
    const hasHung = () => fs.existsSync(path.join(folder, 'hung'));
    await vi.waitUntil(hasHung, { timeout: 600_000 });
    child.kill(signal);
    if (signal === 'SIGKILL') process.kill(Number(read('hung')));
  }
  const [status] = await exitEvent;
  return { status, text: `${read('calls')}live: ${read('channels/live')}` };
}

/** Runs release.sh, and compares its calls and the live version with a file. */
async function expectRun(
  file: string,
  expectedStatus: number,
  ...args: Parameters<typeof run>
) {
  const { status, text } = await run(...args);
  expect(status).toBe(expectedStatus);
  await expect(text).toMatchFileSnapshot(`release-script/${file}.txt`);
}

const failPreviewSmoke = { FAIL: 'smoke https://next' };
const failLiveSmoke = { FAIL: 'smoke https://pear' };
const hangLiveSmoke = { HANG: 'smoke https://pear' };

test('releases to the preview channel, tests it, then releases live', () =>
  expectRun('released', 0));

test('keeps the live version and restores its rules if the smoke test of the preview fails', () =>
  expectRun('preview-failed', 1, failPreviewSmoke));

test.for<[string, NodeJS.ProcessEnv, number, NodeJS.Signals?]>([
  ['a failed smoke test of the live site', failLiveSmoke, 1],
  ['SIGINT', hangLiveSmoke, 130, 'SIGINT'],
  ['SIGTERM', hangLiveSmoke, 143, 'SIGTERM'],
])('restores version and rules after %s', async ([, env, status, signal]) => {
  await expectRun('rolled-back', status, env, signal);
  expect(read('firestore.rules')).toBe('of v2');
});

test('a failed release restores nothing if the site has no earlier version', async () => {
  write('channels/live', '');
  await expectRun('first-release-failed', 1, failLiveSmoke);
});

test('a failed release restores the version that was live before an earlier, killed release', async () => {
  const { text } = await run(hangLiveSmoke, 'SIGKILL');
  expect(text).toMatch(/live: new\n$/);
  await expectRun('rolled-back', 1, failLiveSmoke);
});

test('release.sh on a second machine never rolls back to a version that failed its smoke test', async () => {
  for (const name of ['live', 'next']) write(`channels/${name}`, 'new\n');
  for (const LIVE_TIME of [undefined, '2026-11-01T08:00:00Z']) {
    const env = { ...failPreviewSmoke, LIVE_TIME };
    await expectRun('no-completed-release', 1, env);
  }
});

test('a release whose preview cannot be deleted succeeds, and the next release can roll back to it', async () => {
  await expectRun('released', 0, { FAIL: 'hosting:channel:delete' });
  const LIVE_TIME = '2026-11-01T09:05:00Z';
  const { text } = await run({ ...failPreviewSmoke, LIVE_TIME });
  expect(text).toContain('\nhosting:clone pear@new pear:live\n');
});

test('after a failed roll-back, another roll-back restores the old version', async () => {
  const twoFailures = { FAIL: 'smoke https://pear|pear@old' };
  const { status, text } = await run(twoFailures);
  expect(`${status} ${text}`).toMatch(/^1 .*live: new\n$/s);
  await expectRun('second-roll-back', 0, {}, undefined, ['roll-back']);
});

test.for([
  ['v2', 'of v2'],
  ['not-in-the-checkout', 'of v1'],
])(
  'with LIVE_COMMIT=%s, a roll-back restores the rules %s',
  async ([LIVE_COMMIT, rules]) => {
    await run({ ...failLiveSmoke, LIVE_COMMIT });
    expect(read('calls')).toContain(`deploy --only firestore:rules ${rules}\n`);
  },
);

test('live-commit.sh prints the commit of the newest deployment that succeeded', () => {
  const options = { cwd: folder, env: baseEnv, encoding: 'utf8' } as const;
  const runWith = (responses: Record<string, object[]>) => {
    for (const [query, list] of Object.entries(responses))
      write(`deployments${query}per_page=100`, JSON.stringify(list));
    return execFileSync(`${scripts}/live-commit.sh`, options);
  };
  const success = { state: 'success', created_at: 'today' };
  const query = '?environment=production&';
  expect(runWith({ [query]: [] })).toBe('');
  const responses = {
    [query]: [7, 8, 10, 9].map((id) => ({ id, sha: `commit-${id}` })),
    '-10-statuses?': [{ state: 'in_progress' }],
    '-9-statuses?': [{ state: 'failure' }, { state: 'in_progress' }],
    '-8-statuses?': [{ state: 'inactive' }, success],
    '-7-statuses?': [success],
  };
  const output = 'LIVE_COMMIT=commit-8\nLIVE_TIME=today\n';
  expect(runWith(responses)).toBe(output);
});
