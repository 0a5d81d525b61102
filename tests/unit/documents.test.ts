import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';

/** Returns the address of a heading in a document, as GitHub derives it. */
function toAnchor(heading: string): string {
  const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
  return text.replace(/[^\p{L}\p{N}\- ]/gu, '').replaceAll(' ', '-');
}

function readAnchors(file: string): string[] {
  const headings = readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm);
  return Array.from(headings, ([, heading = '']) => toAnchor(heading));
}

test('every link of a document leads to a file and to one of its headings', () => {
  const listArgs = ['ls-files', '*.md'];
  const documents = execFileSync('git', listArgs).toString().trim().split('\n');
  expect(documents.length).toBeGreaterThan(30);

  const brokenLinks = documents.flatMap((document) => {
    const text = readFileSync(document, 'utf8');
    const links = Array.from(
      text.matchAll(/\]\(([^)\s]+)\)/g),
      ([, link]) => link,
    );
    const localLinks = links.filter((link = '') => !/^\w+:/.test(link));
    const isBroken = (link = '') => {
      const [name, anchor] = link.split('#');
      const file = name ? path.join(path.dirname(document), name) : document;
      if (!existsSync(file)) return true;
      return anchor !== undefined && !readAnchors(file).includes(anchor);
    };
    return localLinks.filter(isBroken).map((link) => `${document}: ${link}`);
  });

  expect(brokenLinks).toEqual([]);
});

test('every file that a document names in code exists', () => {
  const list = (...args: string[]) =>
    execFileSync('git', ['ls-files', ...args])
      .toString()
      .trim()
      .split('\n');
  const filesInFolders = list().map((file) => `/${file}/`);
  const fileName =
    /^(src|tests|docs|public|\.github)\/|\.(tsx?|js|css|json|md|svg|sh|yml|rules)$/;
  // The build writes the worker's file. The others stand for any name.
  const otherNames = /^sw\.js$|^\.\/name\.ts$|\/NAME\.tsx?$/;

  const missing = list('*.md').flatMap((document) => {
    const text = readFileSync(document, 'utf8');
    const code = text.match(/^ *```[^`]*```|`[^`\n]+`/gm) ?? [];
    const words = code.flatMap(
      (part) => part.match(/(?<![\w.@/:-])[\w.@-][\w.@/-]*/g) ?? [],
    );
    const names = words.filter(
      (word) => fileName.test(word) && !otherNames.test(word),
    );
    // Documents of a folder name its files without the folder.
    const exists = (name: string) =>
      filesInFolders.some((file) =>
        file.includes(`/${name.replace(/\/$/, '')}/`),
      );
    return names
      .filter((name) => !exists(name))
      .map((name) => `${document}: ${name}`);
  });

  expect(missing).toEqual([]);
});

test('every variable of the environment is listed in .env.example or tests/README.md', () => {
  const args = [
    'grep',
    '-hoP',
    '\\benv\\.\\K[A-Z]\\w+|const \\{ .* \\} = process\\.env;',
    '--',
    'src',
    'tests',
    '*.config.ts',
  ];
  const text = execFileSync('git', args).toString();
  const names = new Set(text.match(/\b[A-Z][A-Z_]{2,}\b/g));
  expect(names.size).toBeGreaterThan(10);

  // Systems and tools set these.
  const otherNames = ['INIT_CWD', 'NODE_ENV', 'PATH', 'PROD', 'DEV'];
  const lists = ['.env.example', 'tests/README.md'].map((file) =>
    readFileSync(file, 'utf8'),
  );
  const listedNames = new Set(lists.join('\n').match(/\b[A-Z][A-Z_]+\b/g));
  const unlisted = [...names].filter(
    (name) => !otherNames.includes(name) && !listedNames.has(name),
  );
  expect(unlisted).toEqual([]);
});

const readSettingNames = (file: string) =>
  new Set(readFileSync(file, 'utf8').match(/\bVITE_[A-Z_]*[A-Z]\b/g));

// The build rejects each variable VITE_... that settings.ts does not name.
const settingNames = readSettingNames('src/node/settings.ts');

/** A build of the workflows has the worker, because the smoke test requires it. */
const deployedNames = [...settingNames].filter(
  (name) => name !== 'VITE_WORKER',
);

test.each([
  { file: 'src/globals.d.ts', names: [...settingNames] },
  { file: '.env.example', names: [...settingNames] },
  // Lists the variables that the owner sets in GitHub.
  { file: '.github/workflows/deploy.yml', names: [...settingNames] },
  { file: '.github/workflows/build.yml', names: deployedNames },
  { file: '.github/workflows/smoke.yml', names: deployedNames },
])('$file has every setting of src/node/settings.ts', ({ file, names }) => {
  expect(names.length).toBeGreaterThan(5);
  expect([...readSettingNames(file)].sort()).toEqual(names.sort());
  // A workflow takes each setting from the variable with its name.
  for (const [, name, source] of readFileSync(file, 'utf8').matchAll(
    /^ +(VITE_\w+): (.*)$/gm,
  ))
    expect(source).toBe(`\${{ vars.${name} }}`);
});
