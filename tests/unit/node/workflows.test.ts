import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import * as path from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = '.github/workflows';
const files = readdirSync(folder);
const texts = files.map((file) => readFileSync(`${folder}/${file}`, 'utf8'));
const all = texts.join('\n');

/** What the first group of a pattern matches, once each. */
function each(pattern: RegExp, text = all): string[] {
  return [
    ...new Set([...text.matchAll(pattern)].map(([, found = '']) => found)),
  ];
}

test('the workflows are these', () => {
  expect(files).toEqual(['ci.yml', 'deploy.yml']);
});

test('every npm script that they run exists', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const names = each(/npm run (?:-s )?(\S+)/g);
  expect(names).toEqual(['build', 'canary']);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(names));
});

test('they have one Node and one version of the Firebase CLI', () => {
  expect(each(/node-version: (.*)/g)).toEqual(['20']);
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(engines.node).toMatch(/^\^20\./);
  const readme = readFileSync('README.md', 'utf8');
  expect(each(/firebase-tools@([\d.]+)/g, all + readme)).toHaveLength(1);
});

test('every variable of theirs is a setting, or explained', () => {
  const example = readFileSync('.env.example', 'utf8');
  const names = each(/vars\.(\w+)/g);
  const settings = names.filter((name) => name.startsWith('VITE_'));
  expect(each(/^(VITE_\w+)=/gm, example)).toEqual(
    expect.arrayContaining(settings),
  );
  const head = all.slice(0, all.indexOf('\nname: Deploy'));
  for (const name of names.filter((name) => !settings.includes(name))) {
    expect(head).toContain(name);
  }
});

describe.each(texts.map((text, index) => ({ file: files[index], text })))(
  '$file',
  ({ text }) => {
    test('names only steps that it has', () => {
      const ids = each(/^ +id: (\w+)$/gm, text);
      const named = each(/\bsteps\.(\w+)\./g, text);
      expect(ids).toEqual(expect.arrayContaining(named));
    });

    test('puts nothing into a shell but by its environment', () => {
      const scripts = each(/\brun: (\|\n(?: {10}.*\n)+|.*)/g, text);
      expect(scripts.length).toBeGreaterThan(2);
      expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
      expect(text).not.toContain('secrets.');
    });

    test('takes actions of known makers, each at a major version', () => {
      for (const action of each(/uses: (.*)/g, text)) {
        expect(action).toMatch(
          /^((actions|google-github-actions)\/[\w-]+@v\d+|\.\/\.github\/workflows\/ci\.yml)$/,
        );
      }
    });
  },
);

/** The script of a step in deploy.yml. */
function scriptOf(step: string): string {
  const text = texts[files.indexOf('deploy.yml')] ?? '';
  const rest = text.slice(text.indexOf(`- name: ${step}\n`));
  const [, one, ...more] =
    /\n {8}run: (?:\|\n((?: {10}.*\n)+)|(.*)\n)/.exec(rest) ?? [];
  return one ?? more.join('');
}

/**
 * Runs it as GitHub does, before programs that only note how they are called
 * and end with these statuses: npm with one after the other.
 */
function runStep(
  step: string,
  statuses: readonly number[] = [],
  { firebase = 0, curl = 0 } = {},
) {
  const folder = temporaryFolder();
  const inFolder = (name: string) => path.join(folder, name);
  const calls = inFolder('calls');
  const stub = (name: string, does = '') =>
    writeFileSync(
      inFolder(name),
      `#!/bin/sh\necho "${name} $*" >> "${calls}"\n${does}\n`,
      { mode: 0o755 },
    );
  const answer = { result: { pear: { url: 'https://pear--next.web.app' } } };
  stub(
    'firebase',
    `echo 'A new version is there'; cat answer; exit ${firebase}`,
  );
  writeFileSync(inFolder('answer'), JSON.stringify(answer, null, 2));
  // Each call ends with the next of the statuses.
  stub(
    'npm',
    'read -r next < next; tail -n +2 next > n; mv n next; exit $next',
  );
  writeFileSync(inFolder('next'), statuses.map((one) => `${one}\n`).join(''));
  stub('curl', `exit ${curl}`);
  stub('sleep');
  appendFileSync(calls, '');
  // With a socket as its input, bash takes itself for a remote one's shell, and
  // would run what its user begins with.
  const { status } = spawnSync('bash', ['--norc', '-e', '-c', scriptOf(step)], {
    cwd: folder,
    env: {
      PATH: folder + path.delimiter + process.env.PATH,
      FIREBASE: inFolder('firebase'),
      SITE: 'pear',
      VITE_SITE_URL: 'https://pear.example',
      PREVIEW: 'https://preview.example',
      RUNNER_TEMP: folder,
      GITHUB_OUTPUT: inFolder('output'),
    },
  });
  const read = (name: string) =>
    existsSync(inFolder(name)) ? readFileSync(inFolder(name), 'utf8') : '';
  return { status, calls: read('calls'), output: read('output') };
}

// Windows has another shell, and GitHub's machines have this one.
describe.skipIf(process.platform === 'win32')('a deployment', () => {
  test.each([
    ['Deploy the access rules', 'firebase deploy --only firestore\n'],
    ['Go live', 'firebase hosting:clone pear:next pear:live\n'],
    ['Roll back', 'firebase hosting:clone pear:before pear:live\n'],
  ])('%s', (step, calls) => {
    expect(runStep(step)).toEqual({ status: 0, calls, output: '' });
  });

  test.each([
    { what: 'a site', firebase: 0, curl: 0, status: 0, output: 'kept=yes\n' },
    { what: 'a site, in vain', firebase: 1, curl: 0, status: 1, output: '' },
    { what: 'no site yet', firebase: 1, curl: 22, status: 0, output: '' },
  ])('keeps what is live: $what', ({ firebase, curl, status, output }) => {
    const kept = runStep('Keep what is live', [], { firebase, curl });
    expect(kept).toMatchObject({ status, output });
    expect(kept.calls.split('\n')).toEqual([
      'firebase hosting:clone pear:live pear:before',
      ...(firebase
        ? ['curl -fsS -o /dev/null https://pear.example/sw.js']
        : []),
      '',
    ]);
  });

  test('tells where the preview is', () => {
    const { status, output } = runStep('Deploy to a preview');
    expect(status).toBe(0);
    expect(output).toBe('url=https://pear--next.web.app\n');
  });

  test('has the canary judge the preview', () => {
    const { status, calls } = runStep('Judge the preview', [1]);
    expect(status).toBe(1);
    expect(calls).toBe(
      'npm run -s canary -- https://preview.example --write\n',
    );
  });

  test.each([
    { statuses: [0], last: 0 },
    { statuses: [2, 0], last: 0 },
    { statuses: [1, 1, 1], last: 1 },
    { statuses: [3, 3, 3], last: 3 },
  ])('judges what is live by $statuses', ({ statuses, last }) => {
    const { status, calls, output } = runStep('Judge what is live', statuses);
    expect(status).toBe(last);
    expect(output).toBe(`status=${last}\n`);
    const asked =
      'npm run -s canary -- https://pear.example --same-as https://preview.example --write';
    expect(calls.split('\n').filter((call) => call === asked)).toHaveLength(
      statuses.length,
    );
  });
});
