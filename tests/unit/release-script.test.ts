import { execFileSync, spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as http from 'node:http';
import * as path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { beforeEach, expect, test } from 'vitest';
import { parseRules } from '../../src/rules/parse-rules.js';
import { listen } from '../support/ports.ts';
import { sampleRules } from '../support/sample-rules.ts';
import { createTempFolder } from '../support/temporary-folder.ts';
import { waitForEvent } from '../support/waits.ts';

const scripts = path.resolve('.github/deploy');
const fixtures = path.resolve('tests/unit/release-script');
const binFolder = createTempFolder();
for (const name of ['firebase', 'gh'])
  fs.symlinkSync(`${fixtures}/fake-command.sh`, `${binFolder}/${name}`);
const baseEnv = {
  ...process.env,
  PATH: `${binFolder}:${process.env.PATH}`,
  GITHUB_REPOSITORY: 'ada/pear',
  SITE_ID: 'pear',
  VITE_FIREBASE_PROJECT_ID: 'pear',
};

const gitEnv = {
  ...process.env,
  GIT_AUTHOR_NAME: 'ada',
  GIT_AUTHOR_EMAIL: 'ada@loom.example',
  GIT_COMMITTER_NAME: 'ada',
  GIT_COMMITTER_EMAIL: 'ada@loom.example',
};

let folder: string;
const write = (file: string, text: string) =>
  fs.writeFileSync(path.join(folder, file), text);
const read = (file: string) => fs.readFileSync(path.join(folder, file), 'utf8');

beforeEach(() => {
  folder = createTempFolder();
  execFileSync(`${fixtures}/create-checkout.sh`, { cwd: folder });
  write('calls', '');
});

/** Runs a step of release.sh. Returns its result and the calls of all steps so far. */
function run(step: string, env: NodeJS.ProcessEnv = {}) {
  const options = { cwd: folder, env: { ...baseEnv, ...env } } as const;
  const { status, stdout } = spawnSync(
    `${scripts}/release.sh`,
    [step],
    options,
  );
  const calls = read('calls').trim().split('\n');
  return { status, output: `${stdout}`, calls, live: read('channels/live') };
}

test('release.sh find prints the live version', () => {
  expect(run('find')).toMatchObject({ status: 0, output: 'before=old\n' });
});

test('preview deploys the rules first, and prints the address of the preview', () => {
  const { output, calls, live } = run('preview');
  expect(output).toBe('preview=https://next.test\n');
  expect(calls).toEqual([
    'deploy --only firestore',
    'hosting:channel:deploy next --expires 7d --no-authorized-domains',
    'hosting:channel:list --site pear --json',
  ]);
  expect(live).toBe('old\n');
});

test('a deployment runs no command of the project, because its packages are not installed', () => {
  run('preview');
  expect(read('firebase.release.json')).toBe(
    '{"firestore":{"rules":"firestore.rules"},"hosting":{"public":"dist"}}',
  );
});

test('live makes the preview live, and clean-up deletes it', () => {
  run('preview');
  expect(run('live')).toMatchObject({ status: 0, live: 'new\n' });
  expect(run('clean-up').calls.at(-1)).toBe(
    'hosting:channel:delete next --site pear --force',
  );
});

test('rollback restores the version and the rules that were live', () => {
  run('preview');
  run('live');
  const { output, calls, live } = run('rollback', { BEFORE: 'old' });
  expect(calls.slice(-2)).toEqual([
    'hosting:clone pear@old pear:live',
    'deploy --only firestore:rules of v1',
  ]);
  expect(live).toBe('old\n');
  expect(output).toContain('Rolled back to version old and the rules of v1.');
});

test.each([
  { LIVE_COMMIT: 'v2', version: 'v2' },
  { LIVE_COMMIT: 'not-in-the-checkout', version: 'v1' },
])(
  'with LIVE_COMMIT=$LIVE_COMMIT, a rollback restores the rules of $version',
  ({ LIVE_COMMIT, version }) => {
    const env = { BEFORE: 'old', LIVE_COMMIT, ROLLBACK_RULES: 'older' };
    const { calls } = run('rollback', env);
    expect(calls.at(-1)).toBe(`deploy --only firestore:rules of ${version}`);
  },
);

test('rollback restores nothing if the site has no earlier version', () => {
  write('channels/live', '');
  expect(run('find').output).toBe('before=\n');
  const { status, output, calls } = run('rollback', { BEFORE: '' });
  expect({ status, calls: calls.length }).toEqual({ status: 0, calls: 1 });
  expect(output).toContain('There is no version to restore.');
});

test.each(['pear@old', 'firestore:rules'])(
  'a rollback fails if its call of %s fails',
  (call) => {
    const env = { BEFORE: 'old', FAIL: call };
    expect(run('rollback', env).status).not.toBe(0);
  },
);

test.each([
  { LIVE_TIME: undefined, output: 'before=\n', effect: 'does not find' },
  {
    LIVE_TIME: '2026-11-01T08:00:00Z',
    output: 'before=\n',
    effect: 'does not find',
  },
  // Only the deletion of the preview has failed.
  {
    LIVE_TIME: '2026-11-01T09:05:00Z',
    output: 'before=new\n',
    effect: 'finds',
  },
])(
  'with LIVE_TIME=$LIVE_TIME, release.sh $effect a live version whose preview still exists',
  ({ LIVE_TIME, output }) => {
    for (const name of ['live', 'next']) write(`channels/${name}`, 'new\n');
    expect(run('find', { LIVE_TIME }).output).toBe(output);
  },
);

const rules = `
// Visitors may create these records.
${sampleRules}
function isReplay() {
  return request.resource.data.diff(resource.data).affectedKeys()
    .hasOnly(['timestamp']);
}`;

function replaceRules(from: string, to: string): string {
  const changedRules = rules.replace(from, to);
  expect(changedRules).not.toBe(rules);
  return changedRules;
}

const raisedRules = replaceRules('5000', '6000');

/** Writes a list of one release, which accepts what these access rules accept. */
function writeReleases(text: string): void {
  const { collections } = parseRules(text);
  fs.mkdirSync(path.join(folder, 'src/rules'), { recursive: true });
  const release = { version: '1.0.0', forms: {}, collections };
  write('src/rules/releases.json', JSON.stringify([release]));
}

const newerRules = [
  { what: 'the same rules', newer: rules, isKept: true },
  {
    what: 'other comments',
    newer: replaceRules('// Visitors', '// All visitors'),
    isKept: true,
  },
  {
    what: 'a further collection',
    newer: replaceRules(
      'match /careers/{id}',
      `match /onlyInThisTest/{id} {
      allow create: if isRecord(['email'], [
        text('email', 254)
      ]);
      allow update: if isReplay();
    }

    match /careers/{id}`,
    ),
    isKept: true,
  },
  {
    what: 'a further field that may be empty',
    newer: replaceRules(
      "text('company', 100)",
      "text('company', 100),\n text('phone', 20)",
    ),
    isKept: true,
  },
  { what: 'a higher limit', newer: raisedRules, isKept: true },
  {
    what: 'a field that is not required any more',
    newer: replaceRules(", 'company'", ''),
    isKept: true,
  },
  {
    what: 'a lower limit',
    newer: replaceRules('5000', '4000'),
    isKept: false,
  },
  {
    what: 'a further required field',
    newer: replaceRules("'company'", "'company', 'phone'"),
    isKept: false,
  },
  {
    what: 'a missing collection',
    newer: replaceRules('match /careers/', 'match /jobs/'),
    isKept: false,
  },
  {
    what: 'a closed collection',
    newer: replaceRules('if isRecord', 'if false && isRecord'),
    isKept: false,
  },
  {
    what: 'reads',
    newer: replaceRules('isReplay();', 'isReplay(); allow read;'),
    isKept: false,
  },
  {
    what: 'another function',
    newer: replaceRules('.hasOnly(', '.hasAny('),
    isKept: false,
  },
];

test.each(newerRules)(
  'newer rules with $what stay if they only accept more',
  ({ newer, isKept }) => {
    write('older', rules);
    write('newer', newer);
    // The newer rules were released, unless they cannot be.
    writeReleases(isKept ? newer : rules);
    const { status, output } = compare('older', 'newer');
    expect(status, output).toBe(isKept ? 0 : 1);
  },
);

function compare(older: string, newer: string) {
  const script = path.resolve('src/rules/keep-newer-rules.js');
  const args = [script, older, newer, 'src/rules/releases.json'];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder });
  return { status, output: `${stdout}` };
}

test('newer rules that accept what no release accepts do not stay', () => {
  write('older', rules);
  write('newer', raisedRules);
  writeReleases(rules);
  const { status, output } = compare('older', 'newer');
  expect(status).toBe(1);
  expect(output).toContain('careers allows message up to 6000');
  expect(output).toContain(
    'The older rules refuse submissions of the newer release: careers limits message to 5000, not 6000.',
  );
});

test('a rollback replaces newer rules that refuse what any release accepts', () => {
  write('older', rules);
  write('newer', rules);
  writeReleases(raisedRules);
  const { status, output } = compare('older', 'newer');
  expect(status).toBe(1);
  expect(output).toContain('careers limits message to 5000, not 6000');
});

test.each([
  { ROLLBACK_RULES: undefined, effect: 'keeps', isRestored: false },
  { ROLLBACK_RULES: 'older', effect: 'replaces', isRestored: true },
])(
  'a rollback with ROLLBACK_RULES=$ROLLBACK_RULES $effect newer rules that only accept more',
  ({ ROLLBACK_RULES, isRestored }) => {
    write('firestore.rules', rules);
    execFileSync('git', ['commit', '-qam', 'v3'], { cwd: folder, env: gitEnv });
    write('firestore.rules', raisedRules);
    writeReleases(raisedRules);
    const env = { BEFORE: 'old', LIVE_COMMIT: 'HEAD', ROLLBACK_RULES };
    const { calls, output } = run('rollback', env);
    expect(calls.join().includes('firestore:rules')).toBe(isRestored);
    expect(output.includes('The newer rules stay')).toBe(!isRestored);
  },
);

/** Runs a script that sends requests to Firestore. Returns its output, and the requests. */
async function runWithFirestore(
  script: string,
  args: string[],
  respond: (url: string, body: string) => [status: number, body: object],
) {
  const requests: string[] = [];
  const { origin, stop } = await listen(
    http.createServer(async (request, response) => {
      const body = await readText(request);
      requests.push(`${request.headers.authorization} ${request.url} ${body}`);
      const [status, answer] = respond(`${request.url}`, body);
      response.writeHead(status).end(JSON.stringify(answer));
    }),
  );
  const env = { ...baseEnv, ACCESS_TOKEN: 'token', FIRESTORE_ORIGIN: origin };
  const child = spawn(`${scripts}/${script}`, args, { cwd: folder, env });
  const [output, [status]] = await Promise.all([
    readText(child.stdout),
    waitForEvent(child, 'exit', `the end of ${script}`),
  ]);
  await stop();
  return { status, output, requests };
}

const [id1, id2] = [1, 2].map(
  (number) => `0a1b2c3d-4e5f-4000-8000-${String(number).padStart(12, '0')}`,
);

/** Runs erase-records.sh with two files, if Firestore has this status for a record. */
function eraseRecords(statusOfRecord: number) {
  write('a.txt', `waitlist/${id1} stored\nwaitlist/${id1}\n`);
  write('b.txt', `careers/${id2}\n`);
  return runWithFirestore('erase-records.sh', ['a.txt', 'b.txt'], (url) => [
    url.endsWith(':commit') ? 200 : statusOfRecord,
    {},
  ]);
}

test('erase-records.sh erases each record once', async () => {
  const { status, output, requests } = await eraseRecords(200);
  expect(status).toBe(0);
  expect(output).not.toContain('were not stored');
  expect(requests).toHaveLength(2);
  expect(requests[0]).toMatch(/^Bearer token \//);

  const { writes } = JSON.parse(`${requests[1]}`.replace(/^.*?:commit /, ''));
  const root = 'projects/pear/databases/(default)/documents';
  expect(writes).toHaveLength(2);
  expect(writes).toContainEqual({ delete: `${root}/waitlist/${id1}` });
  expect(writes).toContainEqual({ delete: `${root}/careers/${id2}` });
});

test('erase-records.sh reports a record that was never stored, and erases the others', async () => {
  const { status, output, requests } = await eraseRecords(404);
  expect(status).toBe(1);
  expect(output).toContain('were not stored');
  expect(requests[1]).toContain(':commit');
});

test('erase-records.sh names the records that it could not erase', async () => {
  write('a.txt', `waitlist/${id1}\n`);
  const { status, output } = await runWithFirestore(
    'erase-records.sh',
    ['a.txt'],
    () => [403, {}],
  );
  expect(status).toBe(1);
  expect(output).toContain(`NOT ERASED in pear:\nwaitlist/${id1}\n`);
});

test('count-records.sh prints the number of records of the last day of each collection', async () => {
  fs.copyFileSync('firestore.rules', path.join(folder, 'firestore.rules'));
  const day = 24 * 60 * 60 * 1000;
  const earliest = Date.now() - day;
  const { status, output, requests } = await runWithFirestore(
    'count-records.sh',
    [],
    () => [
      200,
      [{ result: { aggregateFields: { count: { integerValue: '7' } } } }],
    ],
  );
  expect(status).toBe(0);
  expect(output).toMatch(/^waitlist: 7 {2}\nfavoriteBrand: 7 {2}\n/);

  expect(requests[0]).toContain('"op":"GREATER_THAN_OR_EQUAL"');
  const [, since = ''] =
    /"timestampValue":"(.+?)"/.exec(`${requests[0]}`) ?? [];
  expect(Date.parse(since)).toBeGreaterThanOrEqual(earliest);
  expect(Date.parse(since)).toBeLessThanOrEqual(Date.now() - day);
});

test('count-records.sh fails if Firestore refuses to count', async () => {
  fs.copyFileSync('firestore.rules', path.join(folder, 'firestore.rules'));
  const respond = () => [403, {}] as [status: number, body: object];
  const { status } = await runWithFirestore('count-records.sh', [], respond);
  expect(status).not.toBe(0);
});

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
