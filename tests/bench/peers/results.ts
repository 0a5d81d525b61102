import * as fs from 'node:fs';
import { faults } from './faults.ts';

/** The site and its peers, in the order of the table's columns. */
const titles = {
  pear: 'This site',
  tanstack: 'TanStack',
  workbox: 'Workbox',
  firestore: 'Firestore',
};

export type ContestantName = keyof typeof titles;
export const contestantNames = Object.keys(titles) as ContestantName[];

/** The version of each compared package. */
type Versions = Record<string, string>;

/** A contestant's last run of all faults. */
export interface Column {
  date: string;
  chromium: string;
  /** The site's own column has none. */
  packages: Versions;
  /** The compressed size of a peer's scripts in bytes. The site's own column has none. */
  codeSize?: number;
  /** What became of the message, in the order of the faults. */
  outcomes: string[];
}

export type Results = Record<ContestantName, Column>;

const resultsFile = 'tests/bench/peers/results.json';
const decisionFile = 'docs/decisions/0001-own-outbox.md';

const tablePattern =
  /(<!-- The table of npm run bench:peers -->\n)[\s\S]*?(<!-- End of the table -->)/;

/** The packages that a contestant's column names. */
const comparedPackages: Record<ContestantName, readonly string[]> = {
  pear: [],
  tanstack: ['@tanstack/offline-transactions', '@tanstack/db'],
  workbox: ['workbox-background-sync'],
  firestore: ['firebase'],
};

const folder = 'tests/bench/peers';

/** Returns the versions of a contestant's packages in the lock file. */
export function readVersions(name: ContestantName): Versions {
  return readFrom(`${folder}/package-lock.json`, name);
}

/** Returns the installed versions of a contestant's packages. */
export function readInstalledVersions(name: ContestantName): Versions {
  // npm writes this file in the format of the lock file.
  return readFrom(`${folder}/node_modules/.package-lock.json`, name);
}

function readFrom(lockFile: string, name: ContestantName): Versions {
  if (!fs.existsSync(lockFile)) return {};
  const { packages } = JSON.parse(fs.readFileSync(lockFile, 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  const entries = comparedPackages[name].map((packageName) => [
    packageName,
    packages[`node_modules/${packageName}`]?.version ?? '',
  ]);
  return Object.fromEntries(entries);
}

export function readResults(): Results {
  return JSON.parse(fs.readFileSync(resultsFile, 'utf8'));
}

/** Stores the results, and writes their table into the decision. */
export function writeResults(results: Results): void {
  fs.writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
  const decision = fs.readFileSync(decisionFile, 'utf8');
  const table = formatTable(results);
  fs.writeFileSync(
    decisionFile,
    decision.replace(tablePattern, (_, start, end) => start + table + end),
  );
}

/** Returns the table that the decision contains. */
export function readTable(): string {
  const decision = fs.readFileSync(decisionFile, 'utf8');
  const [text = '', start = '', end = ''] = tablePattern.exec(decision) ?? [];
  return text.slice(start.length, text.length - end.length);
}

export function formatTable(results: Results): string {
  const rows = faults.map(({ title, notPossible }, index) => [
    `${index + 1}. ${title}`,
    ...contestantNames.map((name) => {
      const reason = notPossible?.[name];
      const outcome = results[name].outcomes[index] ?? '';
      return reason ? `${outcome}: ${reason}` : outcome;
    }),
  ]);
  const sums = ['lost', 'untrue', 'doubled'].map((word) => [
    `**${word}**`,
    ...contestantNames.map((name) =>
      String(countOutcomes(results[name], word)),
    ),
  ]);
  const head = ['Fault', ...contestantNames.map((name) => titles[name])];
  const line = head.map(() => '---');

  const table = [head, line, ...rows, ...sums]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
  const captions = contestantNames
    .map((name) => formatCaption(titles[name], results[name]))
    .join('\n');

  return `\n${table}\n\n${captions}\n\n`;
}

function formatCaption(title: string, column: Column): string {
  const { date, chromium, packages, codeSize } = column;
  const versions = Object.entries(packages).map(
    ([name, version]) => `\`${name}\` ${version}`,
  );
  const parts = [
    ...versions,
    `Chromium ${chromium}`,
    date,
    ...(codeSize ? [`${(codeSize / 1000).toFixed(1)} kB of scripts`] : []),
  ];
  return `- ${title}: ${parts.join(', ')}`;
}

function countOutcomes({ outcomes }: Column, word: string): number {
  return outcomes.filter((outcome) => outcome.split(', ').includes(word))
    .length;
}
