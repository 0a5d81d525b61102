import { execFileSync, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test, vi } from 'vitest';
import {
  checkRelease,
  describeBrokenSubmissions,
  describeChangedFunctions,
  describeRelease,
} from '../../../src/build/check-release.ts';
import { addRelease } from '../../../src/build/release.ts';
import { UserError } from '../../../src/node/user-error.ts';
import { mergeFields, rules } from '../../../src/rules/known-fields.ts';
import { parseRules } from '../../../src/rules/parse-rules.js';
import { type Release, releases } from '../../../src/rules/releases.js';
import { sampleRules } from '../../support/sample-rules.ts';
import { createTempFolder } from '../../support/temporary-folder.ts';

const text = `
match /waitlist/{id} {
  allow create: if isRecord(['email'], [
    text('email', 254),
    text('favoriteBrand', 100)
  ]) && hasMatchIn('favoriteBrand', 'brand', 'favoriteBrand');
  allow update: if isReplay();
}
${sampleRules}`;
const sample = describeRelease('9.9.9', parseRules(text).collections);

function replaceRules(from: string | RegExp, to: string): string {
  const changed = text.replace(from, to);
  expect(changed).not.toBe(text);
  return changed;
}

const withPhone = replaceRules(
  "text('company', 100)",
  "text('company', 100), text('phone', 20)",
);
const withLongerMessage = replaceRules("'message', 5000", "'message', 6000");

// If this test fails, visitors' submissions would be lost. Change firestore.rules and the
// forms, and never an entry of releases.json: CONTRIBUTING.md, "What was released".
test('this version accepts what every release has sent, and stores it once', () => {
  expect(describeBrokenSubmissions(releases, rules.collections)).toEqual([]);
});

test('a list without releases is an error', () => {
  const problems = describeBrokenSubmissions([], rules.collections);
  expect(problems).toEqual([
    expect.stringContaining('releases.json has no release'),
  ]);
});

test.each([
  {
    change: 'a removed collection',
    released: text,
    today: replaceRules(/match \/brandContact\/[\s\S]*?\n\}/, ''),
    refusal: 'brandContact is missing',
  },
  {
    change: 'a renamed collection',
    released: text,
    today: replaceRules('match /brandContact/', 'match /brands/'),
    refusal: 'brandContact is missing',
  },
  {
    change: 'a removed optional field',
    released: withPhone,
    today: text,
    refusal: 'brandContact has no field phone',
  },
  {
    change: 'a limit that was raised and lowered again',
    released: withLongerMessage,
    today: text,
    refusal: 'careers limits message to 5000, not 6000',
  },
  {
    change: 'a field that is required now',
    released: replaceRules(", 'company']", ']'),
    today: text,
    refusal: 'brandContact requires company',
  },
  {
    change: 'a second record that is required now',
    released: replaceRules(
      ") && hasMatchIn('favoriteBrand'",
      ") && hasMatchIn('x'",
    ),
    today: text,
    refusal: 'waitlist needs another record',
  },
])(
  'messages of a release are refused after $change',
  ({ released, today, refusal }) => {
    const { collections } = parseRules(released);
    const release = { ...describeRelease('1.0.0', collections), forms: {} };
    const accepted = parseRules(today).collections;
    const message = `firestore.rules refuses submissions of release 1.0.0: ${refusal}.`;
    expect(describeBrokenSubmissions([release], accepted)).toContain(message);
  },
);

test.each<{ change: string; before: Release['forms']; today: string }>([
  {
    change: 'was removed',
    before: { brand: ['brandContact'] },
    today: 'none',
  },
  {
    change: 'has another collection',
    before: { careers: ['jobs'] },
    today: 'careers',
  },
  {
    change: 'writes one record less',
    before: { careers: ['careers', 'jobs'] },
    today: 'careers',
  },
])(
  'a message could be lost or stored twice if its form $change',
  ({ before, today }) => {
    const release = { ...sample, version: '1.0.0', forms: before };
    expect(describeBrokenSubmissions([release], sample.collections)).toEqual([
      expect.stringContaining(
        `and this version to ${today}. Give the changed form`,
      ),
    ]);
  },
);

/** Parses sample rules, with the functions of today's rules. */
function parseSample(text: string) {
  return { ...parseRules(text), rest: rules.rest };
}

test('a deployment that refuses submissions of a release needs ROLLBACK_RULES=older', () => {
  const { collections } = parseSample(withPhone);
  const list = [{ ...sample, version: '1.0.0', collections }];
  const check = (env: object) => () =>
    checkRelease({ ...env }, parseSample(text), list);
  expect(check({})).toThrow(UserError);
  expect(check({})).toThrow('brandContact has no field phone');

  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  expect(check({ ROLLBACK_RULES: 'older' })).not.toThrow();
  const refusal = expect.stringContaining('brandContact has no field phone');
  expect(warn).toHaveBeenCalledWith(refusal);
});

/** Texts of the rules, and the texts that replace them. */
const rulesChanges = [
  {
    change: 'a further collection',
    from: 'match /brandContact/',
    to: 'match /brands/',
  },
  {
    change: 'a further field',
    from: "'company', 100)",
    to: "'company', 100), text('phone', 20)",
  },
  {
    change: 'a higher limit',
    from: "'message', 5000",
    to: "'message', 6000",
  },
  { change: 'fewer required fields', from: ", 'company']", to: ']' },
];

test.each(rulesChanges)(
  'a deployment with $change needs an entry in releases.json',
  ({ from, to }) => {
    const next = parseSample(replaceRules(from, to));
    vi.spyOn(console, 'warn').mockReturnValue();
    const check = (list: readonly Release[]) => () =>
      checkRelease({ ROLLBACK_RULES: 'older' }, next, list);

    expect(check([sample])).toThrow('Run npm run release');
    const release = describeRelease('9.9.9', next.collections);
    expect(check(addRelease([sample], release))).not.toThrow();
  },
);

test('a deployment that closes a form is allowed, and prints a warning', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const closed = replaceRules('if isRecord', 'if false && isRecord');
  checkRelease({}, parseSample(closed), [sample]);
  expect(warn).toHaveBeenCalledWith(
    expect.stringContaining('closes waitlist: its submissions are refused'),
  );
});

test('the functions of the access rules are those that refuse no release', () => {
  expect(describeChangedFunctions(rules)).toEqual([]);
});

test('a deployment with a stricter function in the access rules ends, unless ROLLBACK_RULES=older', () => {
  const file = fs.readFileSync('firestore.rules', 'utf8');
  const stricter = file.replace('value.size() > 0', 'value.size() >= 20');
  expect(stricter).not.toBe(file);
  // The fields of a change that is not released yet would be an error of their own.
  const release = describeRelease('9.9.9', rules.collections);
  const check = (env: object) => () =>
    checkRelease({ ...env }, parseRules(stricter), [...releases, release]);
  expect(check({})).toThrow('has changed outside of its collections');

  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  expect(check({ ROLLBACK_RULES: 'older' })).not.toThrow();
  const change = expect.stringContaining("with Google's emulator");
  expect(warn).toHaveBeenCalledWith(change);
});

test('a release adds an entry only if it sends or accepts something else', () => {
  expect(addRelease([sample], { ...sample, version: '10.0.0' })).toEqual([
    sample,
  ]);
  const next = { ...sample, collections: parseRules(withPhone).collections };
  expect(addRelease([sample], next)).toEqual([sample, next]);
});

/** Copies what `npm run release` needs to a repository with one commit. */
function createRepository(): string {
  const folder = createTempFolder();
  const names = [
    'src',
    'firestore.rules',
    'tsconfig.json',
    'package.json',
    'package-lock.json',
  ];
  for (const name of names)
    fs.cpSync(name, path.join(folder, name), { recursive: true });
  fs.symlinkSync(path.resolve('node_modules'), `${folder}/node_modules`);
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, stdio: 'pipe' });
  git('init', '-q');
  git('config', 'user.name', 'ada');
  git('config', 'user.email', 'ada@loom.example');
  git('add', ...names);
  git('commit', '-qm', 'All');
  fs.appendFileSync(`${folder}/.git/info/exclude`, 'node_modules');
  return folder;
}

test('npm run release adds what the access rules accept, commits and tags it', () => {
  const folder = createRepository();
  const release = (...args: string[]) =>
    spawnSync(
      process.execPath,
      ['src/node/run.js', 'src/build/release.ts', ...args],
      { cwd: folder, encoding: 'utf8' },
    );
  const rulesFile = `${folder}/firestore.rules`;
  const rulesText = fs.readFileSync(rulesFile, 'utf8');
  // The limits of the site's own collections may change.
  function writeRules(limit: number): void {
    const sample = `match /onlyInThisTest/{id} {
      allow create: if isRecord(['message'], [text('message', ${limit})]);
      allow update: if isReplay();
    }`;
    const start = rulesText.search(/match \/\w+\/\{id\}/);
    const parts = [rulesText.slice(0, start), sample, rulesText.slice(start)];
    fs.writeFileSync(rulesFile, parts.join('\n'));
  }

  writeRules(6000);
  expect(release('7.0.0').stderr).toContain('changes that are not committed');

  execFileSync('git', ['commit', '-qam', 'Add a collection'], { cwd: folder });
  expect(release('big').stderr).toContain('Say which part of the version');

  expect(release('7.0.0')).toMatchObject({
    status: 0,
    stdout: 'Tagged v7.0.0. To release it: git push origin HEAD v7.0.0\n',
  });
  const show = ['show', 'v7.0.0:src/rules/releases.json'];
  const list = execFileSync('git', show, { cwd: folder, encoding: 'utf8' });
  expect(JSON.parse(list).at(-1)).toMatchObject({
    version: '7.0.0',
    collections: { onlyInThisTest: { limits: { message: 6000 } } },
  });

  // Now 6000 was released, so 5000 is too short.
  writeRules(5000);
  execFileSync('git', ['commit', '-qam', 'Lower'], { cwd: folder });
  const { status, stderr } = release('patch');
  expect(status).toBe(1);
  expect(stderr).toContain('onlyInThisTest limits message to 5000, not 6000');
});

test("the owner's commands know collections and fields that only a release had", () => {
  const today = { careers: { limits: { name: 1 } } };
  const former = {
    jobs: { limits: { email: 1 } },
    careers: { limits: { phone: 1 } },
  };
  expect(mergeFields([today, former])).toEqual(
    new Map([
      ['careers', new Set(['name', 'phone'])],
      ['jobs', new Set(['email'])],
    ]),
  );
});
