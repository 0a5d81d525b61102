import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('workflows pin every action to a commit', () => {
  const args = ['grep', '-hE', '^ +(- )?uses: [^.]', '.github/workflows'];
  const actionLines = execFileSync('git', args).toString().trim().split('\n');
  expect(actionLines.length).toBeGreaterThan(5);
  const isPinned = (line: string) => /@[0-9a-f]{40} # v[\d.]+$/.test(line);
  expect(actionLines.filter((line) => !isPinned(line))).toEqual([]);
});

/** Returns the text of each workflow, by the name of its file. */
function readWorkflows(): Map<string, string> {
  const folder = '.github/workflows';
  const files = readdirSync(folder);
  expect(files.length).toBeGreaterThan(5);
  return new Map(
    files.map((file) => [file, readFileSync(`${folder}/${file}`, 'utf8')]),
  );
}

// Everybody can read the logs of a public repository.
test('no workflow prints a record', () => {
  for (const [file, text] of readWorkflows())
    expect(text, file).not.toMatch(/npm run (-s )?records|src\/owner/);
});

test('no workflow gives its token to a pull request', () => {
  for (const [file, text] of readWorkflows())
    expect(text, file).not.toContain('pull_request_target');
});

test('each job has a time limit', () => {
  for (const [name, text] of readJobs()) {
    // A workflow that is called has limits of its own.
    if (/^ {4}uses: /m.test(text)) continue;
    expect(text, name).toMatch(/^ {4}timeout-minutes: \d+$/m);
  }
});

/** Returns the text of each job, by the workflow's and the job's name. */
function readJobs(): Map<string, string> {
  const jobs = [...readWorkflows()].flatMap(([file, workflow]) => {
    const [, text = ''] = workflow.split(/^jobs:\n/m);
    // Names and texts alternate.
    const namesAndTexts = text.split(/^ {2}([\w-]+):\n/m).slice(1);
    return namesAndTexts.flatMap((name, at) =>
      at % 2 === 0
        ? [[`${file} ${name}`, namesAndTexts[at + 1] ?? ''] as const]
        : [],
    );
  });
  expect(jobs.length).toBeGreaterThan(20);
  return new Map(jobs);
}

test('a job with a token installs only the pinned command-line tool', () => {
  const jobs = [...readJobs()].filter(([, text]) => text.includes('id-token:'));
  // A workflow that is called has jobs of its own.
  const tokenJobs = jobs.filter(([, text]) => !/^ {4}uses: /m.test(text));
  expect(tokenJobs.length).toBeGreaterThan(5);

  for (const [name, text] of tokenJobs) {
    const installations =
      text.match(/\b(npm|npx|yarn|pip|apt-get|node) .*/g) ?? [];
    const isPinned = (line: string) =>
      /^npm ci .*--ignore-scripts --prefix \.github\/deploy$/.test(line);
    expect(
      installations.filter((line) => !isPinned(line)),
      name,
    ).toEqual([]);
    expect(text, name).toMatch(/^ {4}environment: (release|watch)$/m);
  }
});

test('what a job with a token runs comes from the repository, not from an artifact', () => {
  const jobs = [...readJobs()].filter(([, text]) =>
    text.includes('download-artifact'),
  );
  expect(jobs.length).toBeGreaterThan(1);
  for (const [name, text] of jobs) {
    expect(text, name).toContain('actions/checkout@');
    expect(text, name).toMatch(
      /download-artifact@[\s\S]*? {10}path: (dist|smoke)\n/,
    );
  }
});

test('the jobs of a workflow may only read, unless they say otherwise', () => {
  for (const [file, text] of readWorkflows())
    expect(text, file).toMatch(/^permissions:\n {2}contents: read\n\n/m);
});

// By default, a checkout stores its token in a file that each later step can read.
test('no checkout stores its token', () => {
  for (const [file, text] of readWorkflows()) {
    const checkouts = text.match(/uses: actions\/checkout@/g) ?? [];
    const safeCheckouts = text.match(/persist-credentials: false/g) ?? [];
    expect(safeCheckouts, file).toHaveLength(checkouts.length);
  }
});

test('only the job that keeps workflows alive may write, apart from jobs with a token', () => {
  const permissions = [...readJobs()].flatMap(([name, text]) =>
    (text.match(/^ {6}[\w-]+: write$/gm) ?? []).map(
      (line) => `${name}: ${line.trim()}`,
    ),
  );
  // Another test lists what a job with a token may install.
  const otherPermissions = permissions.filter(
    (line) => !line.endsWith(': id-token: write'),
  );
  expect(otherPermissions).toEqual(['watch.yml stay-alive: actions: write']);
});

/** Returns the names of the jobs without which this job does not run. */
function listNeededJobs(file: string, job: string): string[] {
  const text = readJobs().get(`${file} ${job}`) ?? '';
  const [, names = ''] = /^ {4}needs: (.+)$/m.exec(text) ?? [];
  const neededJobs = names.match(/[\w-]+/g) ?? [];
  return neededJobs.flatMap((name) => [name, ...listNeededJobs(file, name)]);
}

test('nothing is released before all tests and an approval', () => {
  const releaseNeeds = ['approve', 'build', 'check', 'variables'];
  expect(listNeededJobs('deploy.yml', 'release')).toEqual(releaseNeeds);
  expect(listNeededJobs('release.yml', 'live')).toContain('smoke-preview');
  expect(listNeededJobs('release.yml', 'done')).toContain('smoke-live');
});

test('no job goes on after an error', () => {
  for (const [name, text] of readJobs())
    expect(text, name).not.toContain('continue-on-error');
});

test('a job that cleans up runs even if a job before it has failed', () => {
  const cleaningPattern = /release\.sh rollback|erase-records\.sh/;
  const cleaningJobs = [...readJobs()].filter(([, text]) =>
    cleaningPattern.test(text),
  );
  expect(cleaningJobs.length).toBeGreaterThan(2);
  for (const [name, text] of cleaningJobs)
    expect(text, name).toContain('\n    if: always() && ');
});

// The job that erases the records reads their paths from this artifact.
test('the smoke test uploads the paths of its records even if it has failed', () => {
  const uploadPattern = /upload-artifact@.*\n {8}if: always\(\)\n/;
  expect(readJobs().get('smoke.yml smoke')).toMatch(uploadPattern);
});

test('two releases never run at the same time, and none is canceled halfway', () => {
  const releaseJobs = [...readJobs()].filter(([, text]) =>
    text.includes('uses: ./.github/workflows/release.yml'),
  );
  expect(releaseJobs.length).toBeGreaterThan(0);
  const concurrency =
    '    concurrency:\n      group: deployment\n      cancel-in-progress: false\n';
  for (const [name, text] of releaseJobs)
    expect(
      text.includes(concurrency),
      `${name} waits in the group "deployment"`,
    ).toBe(true);
});

test('GitHub does not disable a workflow with a schedule after 60 days without a commit', () => {
  const folder = '.github/workflows';
  const scheduledFiles = readdirSync(folder).filter((file) =>
    /^ {2}schedule:/m.test(readFileSync(`${folder}/${file}`, 'utf8')),
  );
  expect(scheduledFiles.length).toBeGreaterThan(1);

  const stayAlive = readJobs().get('watch.yml stay-alive') ?? '';
  const forgottenFiles = scheduledFiles.filter(
    (file) => !stayAlive.includes(` ${file}`),
  );
  expect(forgottenFiles, 'enable them in the job stay-alive').toEqual([]);
});

test('a job that reads earlier commits has them', () => {
  const jobs = [...readJobs()].filter(([, text]) =>
    /release\.sh rollback|\.ci\/run/.test(text),
  );
  expect(jobs.length).toBeGreaterThan(1);
  for (const [name, text] of jobs)
    expect(text, name).toContain('fetch-depth: 0');
});

test('git ignores keys, exported records and log files', () => {
  const files = [
    'waitlist.json',
    'report.html',
    'dump.jsonl',
    'new.csv',
    'ids.txt',
    // The owner may choose any name, and any folder outside of the sources.
    ...['applications.json', 'ada.json', 'docs/ada.txt', 'docs/report.html'],
    'key.json',
    'pear-site-firebase-adminsdk-x1-0a1b2c.json',
    'deploy.pem',
    'exports/waitlist.json',
    'exports/key.json',
    'src/key.json',
    'a.key',
    'pear-site-0a1b2c3d4e5f.json',
    'firebase-debug.log',
    '.firebase/a',
    'public/.DS_Store',
    'public/pictures/._grid.svg',
    'Thumbs.db',
    '.data/erased-2026-11-25T10-00-00.000Z.jsonl',
    'gha-creds-0a1b.json',
  ];
  const output = execFileSync('git', ['check-ignore', ...files]).toString();
  expect(output.trim().split('\n')).toEqual(files);
});

test('.gitignore has no pattern for editor settings, and matches no committed file', () => {
  const files = ['firestore.indexes.json', '.vscode/settings.json'];
  const { status } = spawnSync('git', ['check-ignore', ...files]);
  expect(status).toBe(1);
  const args = ['ls-files', '--cached', '--ignored', '--exclude-standard'];
  expect(execFileSync('git', args).toString()).toBe('');
});

// Such a file would be in the builds of this checkout, and in no other one. An export of
// records there would be published.
test('git ignores no file that a build copies or reads', () => {
  const args = ['--others', '--ignored', '--exclude-standard', 'public', 'src'];
  const text = execFileSync('git', ['ls-files', ...args]).toString();
  const isJunk = /(^|\/)(\.DS_Store|\._.*|Thumbs\.db|desktop\.ini)$/;
  const files = text.split('\n').filter((file) => file && !isJunk.test(file));
  expect(files, 'delete them, or add exceptions to .gitignore').toEqual([]);
});
