import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { advice, isThere, type projects } from '../projects.ts';
import { ensureBrowser } from './browsers.ts';
import { hasEmulator } from './emulator.ts';
import { runNode, runTool } from './processes.ts';

export const isCI = process.env.CI === 'true';
const folder = mkdtempSync(path.join(tmpdir(), 'pear-tally-'));
const file = path.join(folder, 'tally');
/** A line for each test: how it ended, and its name. */
const results: string[] = [];
const summary: string[] = [];
const leftOut: string[] = [];

/**
 * Runs a part of the suite with the variables by which its reporter counts. A
 * part without one counts as a test, and so does one that fails uncounted.
 */
export function count(
  part: string,
  run: (env: NodeJS.ProcessEnv) => { isFine: boolean },
): boolean {
  console.log(`\n${part}`);
  const start = Date.now();
  writeFileSync(file, '');
  const { isFine } = run({ TALLY: file });
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const isCounted = lines.some((line) => isFine || line.startsWith('failed '));
  if (!isCounted) lines.push(`${isFine ? 'passed' : 'failed'} ${part}`);
  results.push(...lines);
  const minutes = ((Date.now() - start) / 60_000).toFixed(1);
  summary.push(`${part}: ${told(lines)} in ${minutes} minutes`);
  return isFine;
}

/** Runs a program of ours as a part. */
export function countProgram(part: string, ...args: string[]): boolean {
  const command = ['src/node/run.js', ...args];
  return count(part, (env) => runNode(process.execPath, command, { env }));
}

/** The browser tests of these projects, as far as they can run here. */
export function testInBrowsers(chosen: typeof projects): void {
  const wanted = new Set(chosen.flatMap((project) => project.needs));
  let able = chosen;
  for (const need of wanted) {
    if (need !== 'emulator' && need !== 'openssl') ensureBrowser(need);
    if (isThere(need)) continue;
    const without = chosen.filter((project) => project.needs.includes(need));
    leaveOut(`${namesOf(without)}, ${advice[need]}`);
    able = able.filter((project) => !without.includes(project));
  }
  if (able.length === 0) return;
  const build = ['src/node/start.ts', 'build'];
  if (!countProgram('Build, where needed', ...build)) return;
  const test = ['test', ...able.map(({ name }) => `--project=${name}`)];
  count(namesOf(able), (env) => runTool('playwright', test, { env }));
}

/** What Node alone can test; WITHOUT_EMULATOR leaves Google's emulator out. */
export function testUnits(): void {
  if (!hasEmulator() && !process.env.WITHOUT_EMULATOR)
    leaveOut(`half of the contract, ${advice.emulator}`);
  count('Unit and contract', (env) => runTool('vitest', ['run'], { env }));
}

/** Said in the end; with CI=true nothing may be left out. */
export function leaveOut(what: string): void {
  const line = `Not tested: ${what}`;
  leftOut.push(line);
  if (isCI) results.push(`failed ${line}`);
}

/** Says what each part came to, and all; returns the exit status. */
export function conclude(): number {
  const failed = results.filter((line) => line.startsWith('failed '));
  const open = isCI ? [] : leftOut;
  console.log(['', ...summary, ...open, ...failed, told(results)].join('\n'));
  rmSync(folder, { recursive: true });
  return failed.length > 0 ? 1 : 0;
}

function namesOf(some: typeof projects): string {
  return some.map(({ name }) => name).join(', ');
}

function told(all: readonly string[]): string {
  const having = (status: string) =>
    all.filter((line) => line.startsWith(`${status} `)).length;
  const skipped = having('skipped');
  const ending = skipped > 0 ? `, ${skipped} skipped` : '';
  return `${having('passed')} passed, ${having('failed')} failed${ending}`;
}
