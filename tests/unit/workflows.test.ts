import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

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
