import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { type Engine, ensureBrowser, findProgram } from './support/browsers.ts';
import { hasEmulator } from './support/emulator.ts';

/** What a part of the suite has counted. */
interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const isCI = process.env.CI === 'true';
const projects = ['.', 'src/sw', 'src/node', 'tests'];
/** What brings an engine on Debian. */
const packages: Record<Engine, string[]> = {
  chromium: ['chromium'],
  firefox: ['firefox-esr'],
  webkit: ['webkit2gtk-driver', 'xvfb', 'xauth'],
};
const emulatorName =
  "Google's Firestore emulator (gcloud, its cloud-firestore-emulator, java)";
const reports = mkdtempSync(path.join(tmpdir(), 'pear-reports-'));

/**
 * `npm test`: types, style, unit tests, the build, end-to-end tests; says in
 * plain words what it does and what it could not run. With CI=true nothing may
 * be left out.
 */
export async function main([part = 'all']: string[]): Promise<number> {
  const total = { passed: 0, failed: 0, skipped: 0 };
  const missing: string[] = [];
  const count = (counts: Counts) => {
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
  };
  if (part === 'all' || part === 'check') count(check());
  if (part === 'all') {
    if (!hasEmulator()) missing.push(emulatorName);
    count(runUnitTests());
  }
  if (part === 'all' || part === 'e2e') count(runBrowserTests(missing));
  rmSync(reports, { recursive: true, force: true });
  for (const what of missing) console.log(`Not tested with ${what}: not here.`);
  if (isCI && missing.length > 0) {
    console.log('With CI=true nothing may be left out.');
    total.failed += missing.length;
  }
  const { passed, failed, skipped } = total;
  const ending = skipped > 0 ? `, ${skipped} skipped` : '';
  console.log(`${passed} passed, ${failed} failed${ending}`);
  return failed > 0 ? 1 : 0;
}

/** Each project's types and the style count as one test each. */
function check(): Counts {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const commands = [
    ...projects.map((project) => ['tsc', '-p', project]),
    ['biome', 'ci', '--error-on-warnings', '.'],
  ];
  for (const [command = '', ...args] of commands) {
    say(`Checking: ${command} ${args.join(' ')}`);
    if (run(command, args)) counts.passed += 1;
    else counts.failed += 1;
  }
  return counts;
}

function runUnitTests(): Counts {
  say('Unit tests.');
  const file = path.join(reports, 'vitest.json');
  const fine = run('vitest', ['run'], { VITEST_JSON: file });
  const report = readReport<{
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
  }>(file);
  return withVerdict(fine, {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: report?.numPendingTests ?? 0,
  });
}

function runBrowserTests(missing: string[]): Counts {
  say('Building the site, where needed.');
  const build = ['src/node/run.js', 'src/node/start.ts', 'build'];
  if (!run(process.execPath, build)) {
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const projects = projectsFor(missing);
  if (projects.length === 0) return { passed: 0, failed: 0, skipped: 0 };
  say(`End-to-end tests: ${projects.join(', ')}.`);
  const file = path.join(reports, 'playwright.json');
  const chosen = projects.map((project) => `--project=${project}`);
  const fine = run('playwright', ['test', ...chosen], {
    PLAYWRIGHT_JSON: file,
  });
  const stats = readReport<{
    stats: { expected: number; unexpected: number };
  }>(file)?.stats;
  return withVerdict(fine, {
    passed: stats?.expected ?? 0,
    failed: stats?.unexpected ?? 0,
    skipped: 0,
  });
}

/** The Playwright projects that can run here; gets the browsers they need. */
function projectsFor(missing: string[]): string[] {
  if (!isInstalled('chromium')) {
    missing.push('Chromium');
    return [];
  }
  const projects = ['embedded', 'faults-chromium'];
  if (hasEmulator()) projects.push('emulator');
  if (!isCI) {
    say('Firefox and WebKit: npm run faults puts the outbox through them.');
    return projects;
  }
  for (const engine of ['firefox', 'webkit'] as const) {
    if (isInstalled(engine)) projects.push(engine, `faults-${engine}`);
    else missing.push(engine);
  }
  return projects;
}

function isInstalled(engine: Engine): boolean {
  return ensureBrowser(engine, packages[engine]).kind !== 'none';
}

/** A runner that ended badly has failed, whatever it counted. */
function withVerdict(fine: boolean, counts: Counts): Counts {
  return fine || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

function readReport<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return undefined;
  }
}

function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const local = path.resolve('node_modules/.bin', command);
  const program = path.isAbsolute(command)
    ? command
    : (findProgram(command) ?? local);
  const { status } = spawnSync(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...plainEnvironment(), ...env },
  });
  return status === 0;
}

/** Without what the loader of this program has set for itself. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const { NODE_ENV: _, ...environment } = process.env;
  return environment;
}

function say(what: string): void {
  console.log(`\n${what}`);
}
