import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import packageConfig from '../../package.json' with { type: 'json' };
import { routes } from '../../src/routes.ts';
import { releases } from '../../src/rules/releases.js';
import { readAnchors } from '../support/headings.ts';

function list(...patterns: string[]): string[] {
  const args = ['ls-files', ...patterns];
  return execFileSync('git', args).toString().trim().split('\n');
}

const filesInFolders = list().map((file) => `/${file}/`);

/** Whether a file or a folder exists. The name may lack the first folders. */
function exists(name: string): boolean {
  const ending = `/${name.replace(/^\.\/|\/$/g, '')}/`;
  return filesInFolders.some((file) => file.includes(ending));
}

test('every link of a document leads to a file and to one of its headings', () => {
  const documents = list('*.md');
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
  const fileName =
    /^(src|tests|docs|public|\.github)\/|\.(tsx?|js|css|json|md|svg|sh|yml|rules)$/;
  // The build writes the worker's file. The others stand for any name.
  const otherNames = /^sw\.js$|^\.\/name\.ts$|\/NAME(-command)?\.tsx?$/;

  const missing = list('*.md').flatMap((document) => {
    const text = readFileSync(document, 'utf8');
    const code = text.match(/^ *```[^`]*```|`[^`\n]+`/gm) ?? [];
    const words = code.flatMap(
      (part) => part.match(/(?<![\w.@/:-])[\w.@-][\w.@/-]*/g) ?? [],
    );
    const names = words.filter(
      (word) => fileName.test(word) && !otherNames.test(word),
    );
    return names
      .filter((name) => !exists(name))
      .map((name) => `${document}: ${name}`);
  });

  expect(missing).toEqual([]);
});

// A former address still leads to its page, so nothing else notices that it is old.
test('no document, no text of the site and no story names a former address', () => {
  const paths = routes.map(({ path: page }) => page);
  const everyPath = [
    ...releases.flatMap((release) => release.paths),
    ...routes.flatMap(({ formerPaths = [] }) => formerPaths),
  ];
  const formerPaths = everyPath.filter((page) => !paths.includes(page));
  expect(formerPaths).not.toEqual([]);

  const decisions = list('docs/decisions');
  const code = ['src/app', 'src/content', 'src/form-definitions', 'src/forms'];
  const files = list('*.md', ...code, 'src/**/*.json', 'tests/e2e').filter(
    (file) => !decisions.includes(file) && !file.startsWith('src/rules/'),
  );
  const pattern = new RegExp(
    `(?<![\\w.])(${formerPaths.join('|')})(?![\\w/.-])`,
    'g',
  );
  const found = files.flatMap((file) => {
    const names = readFileSync(file, 'utf8').match(pattern) ?? [];
    return names.map((name) => `${file}: ${name}`);
  });
  expect(found).toEqual([]);
});

test('every file that a comment names exists', () => {
  const code = list('*.ts', '*.tsx', '*.js', '*.css', '*.rules');
  const scripts = list('*.yml', '*.sh');
  const codeComment = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*/g;
  const nameInComment =
    /(?<![\w.@/:*-])[\w.@-][\w.@/-]*\.(?:tsx?|js|css|json|md|svg|sh|yml|rules)\b/g;
  const otherNames = ['Node.js', 'sw.js'];

  const findNames = (files: string[], comment: RegExp) =>
    files.flatMap((file) => {
      const comments = readFileSync(file, 'utf8').match(comment) ?? [];
      const words = comments.join('\n').replace(/https?:\S+/g, '');
      const names = words.match(nameInComment) ?? [];
      return names.map((name) => ({ file, name }));
    });
  const names = [
    ...findNames(code, codeComment),
    ...findNames(scripts, /^\s*#.*$/gm),
  ];
  expect(names.length).toBeGreaterThan(100);

  const missing = names.filter(
    ({ name }) => !otherNames.includes(name) && !exists(name),
  );
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

test('deploy.yml lists every variable that a workflow reads', () => {
  const workflows = list('.github/workflows/*.yml').map((file) =>
    readFileSync(file, 'utf8'),
  );
  const readNames = new Set(workflows.join('\n').match(/(?<=\bvars\.)\w+/g));
  expect(readNames.size).toBeGreaterThan(8);

  const deployText = readFileSync('.github/workflows/deploy.yml', 'utf8');
  const [listText = ''] =
    /^# Set these variables(\n#.+|.)+/m.exec(deployText) ?? [];
  const unlisted = [...readNames].filter((name) => !listText.includes(name));
  expect(unlisted).toEqual([]);
});

test('every red step of "A bad day" is a title or a message of the smoke test', () => {
  const text = readFileSync('docs/operations.md', 'utf8');
  const [table = ''] = /^\| Red step \|(.+\n)+/m.exec(text) ?? [];
  const cells = table.split('\n').map((row) => row.split(' | ')[0] ?? '');
  const quotes = cells.flatMap((cell) => cell.match(/"[^"]+"/g) ?? []);
  const steps = quotes.map((quote) => quote.slice(1, -1));
  expect(steps.length).toBeGreaterThan(8);

  const smokeTest = readdirSync('tests/smoke')
    .map((file) => readFileSync(`tests/smoke/${file}`, 'utf8'))
    .join('\n');
  const unknownSteps = steps.filter(
    (step) => !step.split('...').every((part) => smokeTest.includes(part)),
  );
  expect(unknownSteps).toEqual([]);
});

test('README.md, package.json and CONTRIBUTING.md name the license of the project', () => {
  const [, name = ''] =
    /^(\w+) License\n/.exec(readFileSync('LICENSE', 'utf8')) ?? [];
  expect(name).not.toBe('');
  expect(packageConfig.license).toBe(name);
  expect(readFileSync('README.md', 'utf8')).toContain(
    `License: [${name}](LICENSE)`,
  );
  expect(readFileSync('CONTRIBUTING.md', 'utf8')).toContain(
    `compatible with ${name}`,
  );
});
