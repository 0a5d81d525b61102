import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';

test('workflows pin every action to a commit', () => {
  const args = ['grep', '-hE', '^ +(- )?uses: [^.]', '.github/workflows'];
  const actionLines = execFileSync('git', args).toString().trim().split('\n');
  expect(actionLines.length).toBeGreaterThan(5);
  const isPinned = (line: string) => /@[0-9a-f]{40} # v[\d.]+$/.test(line);
  expect(actionLines.filter((line) => !isPinned(line))).toEqual([]);
});

/** Returns the text of each job, by the workflow's and the job's name. */
function readJobs(): Map<string, string> {
  const folder = '.github/workflows';
  const jobs = readdirSync(folder).flatMap((file) => {
    const [, text = ''] = readFileSync(`${folder}/${file}`, 'utf8').split(
      /^jobs:\n/m,
    );
    // Names and texts alternate.
    const namesAndTexts = text.split(/^ {2}([\w-]+):\n/m).slice(1);
    return namesAndTexts.flatMap((name, at) =>
      at % 2 === 0
        ? [[`${file} ${name}`, namesAndTexts[at + 1] ?? ''] as const]
        : [],
    );
  });
  return new Map(jobs);
}

test('a job with a token installs nothing but the pinned command-line tool', () => {
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
  for (const [name, text] of readJobs()) {
    if (!text.includes('download-artifact')) continue;
    expect(text, name).toContain('actions/checkout@');
    expect(text, name).toMatch(
      /download-artifact@[\s\S]*? {10}path: (dist|smoke)\n/,
    );
  }
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
    'process\\.env\\.\\K[A-Z]\\w+|const \\{ .* \\} = process\\.env;',
    '--',
    'src',
    'tests',
    '*.config.ts',
  ];
  const text = execFileSync('git', args).toString();
  const names = new Set(text.match(/\b[A-Z][A-Z_]{2,}\b/g));
  expect(names.size).toBeGreaterThan(10);

  // Systems and tools set these.
  const otherNames = ['INIT_CWD', 'NODE_ENV', 'PATH'];
  const listed = ['.env.example', 'tests/README.md'].map((file) =>
    readFileSync(file, 'utf8'),
  );
  const unlisted = [...names].filter(
    (name) => !otherNames.includes(name) && !listed.join().includes(name),
  );
  expect(unlisted).toEqual([]);
});
