import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import firebaseConfig from '../../firebase.json' with { type: 'json' };
import packageConfig from '../../package.json' with { type: 'json' };
import { notFoundRoute, routes } from '../../src/routes.ts';
import { readAnchors } from '../support/headings.ts';

const advice = 'needs a row in docs/index.md';

const index = readFileSync('docs/index.md', 'utf8');
const codeSpans = new Set(
  Array.from(index.matchAll(/`([^`]+)`/g), ([, text = '']) => text),
);
const links = new Set(
  Array.from(index.matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link),
);
interface Row {
  words: string;
  places: string;
}

/** Reads rows such as "| footer, its links | `src/app/footer.tsx` |". */
function readRows(text: string): Row[] {
  const lines = text.matchAll(/^\| (?!Words|What is|--)(.+?) \| (.+) \|$/gm);
  return Array.from(lines, ([, words = '', places = '']) => ({
    words,
    places,
  }));
}

const files = execFileSync('git', ['ls-files']).toString().trim().split('\n');
const folders = new Set(
  files.flatMap((file) =>
    file.split('/').map((_, at, names) => names.slice(0, at).join('/')),
  ),
);

test('the rows of the index are in alphabetical order, in the section of their letter', () => {
  expect(readRows(index).length).toBeGreaterThan(400);

  const sections = index.split(/^## /m).slice(1);
  for (const section of sections) {
    const [title = ''] = section.split('\n');
    const keys = readRows(section).map(({ words }) => toKey(words));
    expect(keys, title).toEqual(keys.toSorted());
    if (title === 'Tests') continue;
    const letter = title.toLowerCase();
    expect(keys.filter((key) => !key.startsWith(letter))).toEqual([]);
  }
});

/** Returns the text by which a row is sorted: letters, digits and spaces. */
function toKey(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^a-z0-9 ]/g, '')
    .trim();
}

test('every path that the index names exists, from the root of the repository on', () => {
  const paths = [...codeSpans].filter((name) =>
    /^(\.ci|\.github|docs|public|src|tests)\/|\.(ts|tsx|js|css|json|yml|md|sh|rules)$/.test(
      name,
    ),
  );
  expect(paths.length).toBeGreaterThan(400);
  // The build and the local server write these.
  const written = ['sw.js', '404.html'];
  const missing = paths.filter(
    (path) =>
      !written.includes(path) && !files.includes(path) && !folders.has(path),
  );
  expect(missing).toEqual([]);
});

test('every name that a row finds in a file is in that file', () => {
  const claims = Array.from(
    index.matchAll(/`([^`]+)` in `([^`]+\.[\w.]+)`/g),
    ([, name = '', file = '']) => ({ name, file }),
  );
  expect(claims.length).toBeGreaterThan(30);
  const wrong = claims.filter(
    ({ name, file }) => !readFileSync(file, 'utf8').includes(name),
  );
  expect(wrong).toEqual([]);
});

test('the index names every file of src, every test, and every other file or its folder', () => {
  // The style sheet of a component is beside it.
  const isStyleSheet = (file: string) => file.endsWith('.module.css');
  const isDocument = (file: string) => file.endsWith('.md');
  const namedAlone = files.filter((file) =>
    /^src\/(?!.*\.md$)|\.(test|spec)\.ts$|^tests\/support\/[^/]*$/.test(file),
  );
  const unnamed = namedAlone.filter(
    (file) => !isStyleSheet(file) && !codeSpans.has(file),
  );
  expect(unnamed, advice).toEqual([]);

  const others = files.filter(
    (file) => !isStyleSheet(file) && !isDocument(file) && !isNamed(file),
  );
  expect(others, advice).toEqual([]);
});

/** Whether a row names the file, or a folder that contains it. */
function isNamed(file: string): boolean {
  const parts = file.split('/').map((_, at, all) => all.slice(0, at + 1));
  return parts.some((part) => codeSpans.has(part.join('/')));
}

/** Documents whose headings are answers, so the index links to each of them. */
const documents = [
  'SECURITY.md',
  'docs/events.md',
  'docs/operations.md',
  'docs/structure.md',
  'docs/time-limits.md',
  'src/outbox/README.md',
  'tests/README.md',
  'CONTRIBUTING.md',
];

test.each(documents)('the index links to every heading of %s', (document) => {
  const [, ...anchors] = readAnchors(document);
  expect(anchors.length).toBeGreaterThan(1);

  const address = path.relative('docs', document);
  const unlinked = anchors.filter(
    (anchor) => !links.has(`${address}#${anchor}`),
  );
  expect(unlinked, advice).toEqual([]);
});

test('a row names each decision, and its number leads to its file', () => {
  const decisions = files.filter((file) => /^docs\/decisions\/\d/.test(file));
  expect(decisions.length).toBeGreaterThan(40);
  const definitions = Array.from(
    index.matchAll(/^\[(\d{4})\]: (.*)$/gm),
    ([, number = '', file = '']) => ({ number, file: `docs/${file}` }),
  );
  expect(definitions.map(({ file }) => file)).toEqual(decisions);

  const numbers = readRows(index).flatMap(
    ({ places }) => places.match(/(?<=\[)\d{4}(?=\])/g) ?? [],
  );
  expect([...new Set(numbers)].sort()).toEqual(
    definitions.map(({ number }) => number),
  );
});

test('the index has every route, script, header and workflow', () => {
  const paths = [...routes, notFoundRoute].map(({ path }) => path);
  const scripts = Object.keys(packageConfig.scripts);
  const headers = firebaseConfig.hosting.headers.flatMap((rule) =>
    rule.headers.map(({ key }) => key),
  );
  const workflows = files.filter((file) => file.endsWith('.yml'));
  const names = [...paths, ...scripts, ...headers, ...workflows];
  expect(names.length).toBeGreaterThan(50);
  const unlisted = names.filter((name) => !codeSpans.has(name));
  expect(unlisted, advice).toEqual([]);
});

test('the index has every variable of .env.example and tests/README.md', () => {
  const [, table = ''] =
    /### Variables\n([\s\S]*?)\n## /.exec(
      readFileSync('tests/README.md', 'utf8'),
    ) ?? [];
  const lists = [readFileSync('.env.example', 'utf8'), table];
  const assignments =
    /^([A-Z_]+)=|^# ([A-Z][A-Z_, ]+?)(?: {2}|$)|`([A-Z_]+)(?:=\w+)?`/gm;
  const names = lists.flatMap((list) =>
    Array.from(list.matchAll(assignments), ([, set, explained, listed]) =>
      (set ?? explained ?? listed ?? '').split(', '),
    ).flat(),
  );
  expect(names.length).toBeGreaterThan(25);
  const unlisted = names.filter((name) => !codeSpans.has(name));
  expect(unlisted, advice).toEqual([]);
});

test('the index has every variable and secret that a workflow reads', () => {
  const workflows = files
    .filter((file) => file.startsWith('.github/workflows/'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const names = Array.from(
    workflows.matchAll(/\b(?:vars|secrets)\.(\w+)/g),
    ([, name = '']) => name,
  );
  expect(new Set(names).size).toBeGreaterThan(10);
  const unlisted = names.filter((name) => !codeSpans.has(name));
  expect([...new Set(unlisted)], advice).toEqual([]);
});

test('the index has every name that the site gives to storage, locks, channels and events', () => {
  const sources = files
    .filter((file) => /^src\/.*\.tsx?$/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const listAll = (pattern: RegExp) =>
    Array.from(sources.matchAll(pattern), ([, name = '']) => name);
  const keys = listAll(/'(pear[-_][\w-]+?)-?'/g);
  const stores = listAll(/createObjectStore\('(\w+)'/g);
  const records = listAll(/(?:Key|Path) = '(\/[\w-]+)'/g);
  // The names of the outbox begin with that of its database.
  const ofOutbox = listAll(/`\$\{name\}-(\w+)/g).map((end) => `pear-${end}`);
  const events = Array.from(
    readFileSync('docs/events.md', 'utf8').matchAll(/^\| `(\w+)` \|/gm),
    ([, event = '']) => event,
  );
  const names = [...keys, ...stores, ...records, ...ofOutbox, ...events];
  expect(names.length).toBeGreaterThan(80);

  // A name that is a prefix is listed with its end, such as `pear-draft-ID`.
  const isListed = (name: string) =>
    ['', '-ID', '-...'].some((end) => codeSpans.has(name + end));
  const unlisted = [...new Set(names)].filter((name) => !isListed(name));
  expect(unlisted, advice).toEqual([]);
});
