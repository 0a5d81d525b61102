import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import * as path from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const text = readFileSync('.github/workflows/deploy.yml', 'utf8');

/** The script of a step in deploy.yml. */
function scriptOf(step: string): string {
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
