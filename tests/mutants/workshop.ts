import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { linkModules } from '../support/builds.ts';
import { runNode, runTool, type Tool } from '../support/processes.ts';
import type { Edit, Killer } from './mutant.ts';

/** What a part of the suite has come to, and what it said. */
interface Verdict {
  isRed: boolean;
  passed: number;
  output: string;
}

/** Copies the tracked files, gives the copy to the work, and removes it. */
export function inCopy<T>(work: (folder: string) => T): T {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'pear-mutant-'));
  try {
    const list = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' });
    for (const file of list.split('\0').filter(Boolean)) {
      const copy = path.join(folder, file);
      fs.mkdirSync(path.dirname(copy), { recursive: true });
      fs.copyFileSync(file, copy);
    }
    linkModules(path.join(folder, 'node_modules'));
    return work(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

export function apply(folder: string, { file, search, replace }: Edit): void {
  const place = path.join(folder, file);
  const parts = fs.readFileSync(place, 'utf8').split(search);
  if (parts.length !== 2) {
    throw new Error(
      `${file} holds this ${parts.length - 1} times, not once:\n${search}`,
    );
  }
  fs.writeFileSync(place, parts.join(replace));
}

/**
 * Runs these parts of the suite in the copy, all of one runner; throws if they
 * can't be run.
 */
export function run(folder: string, killers: readonly Killer[]): Verdict {
  const [first] = killers;
  const each = (part: 'project' | 'file') =>
    new Set(killers.map((killer) => killer[part]));
  const where = [
    ...[...each('project')].map((project) => `--project=${project}`),
    ...each('file'),
  ];
  const tests = killers.map(({ test }) => literally(test)).join('|');
  return first?.runner === 'playwright'
    ? runPlaywright(folder, [...where, '-g', tests])
    : runVitest(folder, [...where, '-t', tests]);
}

function runVitest(folder: string, chosen: string[]): Verdict {
  const { report, output } = start<{
    numPassedTests: number;
    numFailedTests: number;
  }>(folder, 'vitest', ['run', ...chosen]);
  return verdict(report?.numPassedTests, report?.numFailedTests, output);
}

function runPlaywright(folder: string, chosen: string[]): Verdict {
  const built = runNode(
    process.execPath,
    ['src/node/run.js', 'src/node/start.ts', 'build'],
    { cwd: folder, stdio: 'pipe' },
  );
  if (!built.isFine) throw new Error(`No build:\n${built.output}`);
  const { report, output } = start<{
    stats: { expected: number; unexpected: number };
  }>(folder, 'playwright', ['test', '--workers', '1', ...chosen]);
  return verdict(report?.stats.expected, report?.stats.unexpected, output);
}

/** A suite that fell over before its tests has proved nothing. */
function verdict(passed = 0, failed = 0, output = ''): Verdict {
  if (failed > 0 || passed > 0) return { isRed: failed > 0, passed, output };
  throw new Error(`No test has run:\n${output}`);
}

function start<Report>(folder: string, tool: Tool, args: string[]) {
  const file = path.join(folder, 'report.json');
  const { output } = runTool(tool, args, {
    cwd: folder,
    stdio: 'pipe',
    env: { VITEST_JSON: file, PLAYWRIGHT_JSON: file, MODEL_SEED: '1' },
    timeout: 300_000,
  });
  const report = fs.existsSync(file)
    ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Report)
    : undefined;
  return { report, output };
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
