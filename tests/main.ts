import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { hasOpenssl } from './rehearsal/certificate.ts';
import { type Engine, ensureBrowser } from './support/browsers.ts';
import { hasEmulator } from './support/emulator.ts';
import { runNode, runTool, type Tool } from './support/processes.ts';
import { startSite } from './support/site.ts';

/** What a part of the suite has counted. */
interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const isCI = process.env.CI === 'true';
const typeProjects = ['.', 'src/sw', 'src/node', 'tests'];
/** The Nodes that are promised to work, beside the one that runs this. */
const otherNodes = ['22.23.3', '24.21.0'];
const ourselves = ['src/node/run.js', 'tests/main.ts'];
/** What brings an engine on Debian. */
const packages: Record<Engine, string[]> = {
  chromium: ['chromium'],
  firefox: ['firefox-esr'],
  webkit: ['webkit2gtk-driver', 'xvfb', 'xauth'],
};
const emulatorName =
  "Google's Firestore emulator (gcloud, its cloud-firestore-emulator, java)";
const reports = mkdtempSync(path.join(tmpdir(), 'pear-reports-'));
const missing = new Set<string>();
/** Said again at the end, where a long output still shows them. */
const failures: string[] = [];

/**
 * `npm test [part]`: without a part types, style, unit tests, the build and
 * browser tests; says in plain words what it does and what it could not run.
 * With CI=true nothing may be left out, and the other Nodes are tried too.
 */
export async function main([part = 'all']: string[]): Promise<number> {
  const steps = parts[part];
  if (!steps) {
    console.log(`There is no '${part}', only ${Object.keys(parts).join(', ')}`);
    return 1;
  }
  const total = counted(true);
  for (const step of steps) add(total, await step());
  rmSync(reports, { recursive: true, force: true });
  for (const what of missing)
    console.log(`Not tested with ${what}: not installed.`);
  if (isCI && missing.size > 0) {
    console.log('With CI=true nothing may be left out.');
    total.failed += missing.size;
  }
  for (const failure of failures) console.log(`FAILED: ${failure}`);
  const { passed, failed, skipped } = total;
  const ending = skipped > 0 ? `, ${skipped} skipped` : '';
  console.log(`${passed} passed, ${failed} failed${ending}`);
  return failed > 0 ? 1 : 0;
}

type Step = () => Counts | Promise<Counts>;
const everything: Step[] = [check, testUnits, testInBrowsers];
const parts: Record<string, readonly Step[]> = {
  all: isCI ? [testBesideNodes] : everything,
  check: [check],
  e2e: [testInBrowsers],
  rehearse: [rehearse],
  // What every Node must do.
  node: [check, testUnits, startOnce],
  nodes: otherNodes.map((version) => () => testOnNode(version)),
  // The outbox's model, with far more schedules than each change has to pass.
  soak: [
    () => one('vitest', ['run', 'tests/outbox'], { MODEL_RUNS: '500000' }),
  ],
};

/** Each project's types and the style count as one test each. */
function check(): Counts {
  const counts = counted(true);
  for (const project of typeProjects) add(counts, one('tsc', ['-p', project]));
  return add(counts, one('biome', ['ci', '--error-on-warnings', '.']));
}

function testUnits(): Counts {
  const { WITHOUT_EMULATOR } = process.env;
  if (!WITHOUT_EMULATOR && !hasEmulator()) missing.add(emulatorName);
  say('Unit tests.');
  const file = path.join(reports, 'vitest.json');
  const { isFine } = runTool('vitest', ['run'], { env: { VITEST_JSON: file } });
  const report = readReport<VitestReport>(file);
  for (const { name, message, assertionResults } of report?.testResults ?? []) {
    if (message) failures.push(`${name}: ${message}`);
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === 'failed')
        failures.push(`${fullName}: ${failureMessages.join(' ')}`);
  }
  const { numPassedTests, numFailedTests, numPendingTests } = report ?? {};
  return counted(isFine, numPassedTests, numFailedTests, numPendingTests);
}

/** The other Nodes' part runs beside all else, which often waits. */
async function testBesideNodes(): Promise<Counts> {
  // What both would build otherwise.
  if (!build()) return counted(false);
  const log = path.join(reports, 'nodes.log');
  const output = openSync(log, 'w');
  const nodes = spawn(process.execPath, [...ourselves, 'nodes'], {
    stdio: ['ignore', output, output],
  });
  const ended = once(nodes, 'exit');
  const counts = counted(true);
  for (const step of everything) add(counts, await step());
  await ended;
  const said = readFileSync(log, 'utf8');
  console.log(said);
  return add(counts, countsIn(said));
}

/** All but the browsers on another Node, which npm's registry has whole. */
function testOnNode(version: string): Counts {
  say(`Node ${version}: unit tests, contract and a start.`);
  const folder = path.join(reports, version);
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${system}-${process.arch}`;
  const npm = process.env.npm_execpath ?? '';
  runNode(process.execPath, [
    npm,
    'install',
    '--prefix',
    folder,
    '--no-audit',
    '--no-fund',
    '--no-save',
    '--ignore-scripts',
    `${name}@${version}`,
  ]);
  const bin = path.join(folder, 'node_modules', name, 'bin');
  const { output } = runNode(path.join(bin, 'node'), [...ourselves, 'node'], {
    stdio: 'pipe',
    env: {
      PATH: bin + path.delimiter + process.env.PATH,
      // A Node differs in what it can do, not in the order of events, and
      // Google's emulator runs on Java.
      MODEL_RUNS: '1000',
      WITHOUT_EMULATOR: '1',
    },
  });
  console.log(output);
  return countsIn(output);
}

/** `npm start` answers with a page. */
async function startOnce(): Promise<Counts> {
  say(`A start with Node ${process.version}.`);
  const site = await startSite();
  const { ok } = await fetch(site.origin);
  await site.stop();
  return counted(ok, ok ? 1 : 0);
}

function testInBrowsers(): Counts {
  if (!build()) return counted(false);
  const projects = projectsFor();
  if (projects.length === 0) return counted(true);
  say(`End-to-end tests: ${projects.join(', ')}.`);
  return runProjects(projects);
}

/** Builds of its own, as they are deployed, before Google's engines. */
function rehearse(): Counts {
  return canRehearse() ? runProjects(['rehearsal']) : counted(true);
}

function canRehearse(): boolean {
  const needs: Record<string, boolean> = {
    Chromium: isInstalled('chromium'),
    [emulatorName]: hasEmulator(),
    openssl: hasOpenssl(),
  };
  const lacking = Object.keys(needs).filter((name) => !needs[name]);
  for (const name of lacking) missing.add(name);
  return lacking.length === 0;
}

function runProjects(projects: readonly string[]): Counts {
  const file = path.join(reports, `${projects[0]}.json`);
  const chosen = projects.map((project) => `--project=${project}`);
  const { isFine } = runTool('playwright', ['test', ...chosen], {
    env: { PLAYWRIGHT_JSON: file },
  });
  const report = readReport<PlaywrightReport>(file);
  const { expected, unexpected } = report?.stats ?? {};
  for (const suite of report?.suites ?? []) failures.push(...failedIn(suite));
  for (const { message } of report?.errors ?? []) failures.push(message);
  return counted(isFine, expected, unexpected);
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: {
      status: string;
      fullName: string;
      failureMessages: string[];
    }[];
  }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number };
  suites: PlaywrightSuite[];
  errors: { message: string }[];
}
interface PlaywrightSuite {
  specs: {
    file: string;
    title: string;
    tests: {
      projectName: string;
      status: string;
      results: { errors: { message?: string }[] }[];
    }[];
  }[];
  suites?: PlaywrightSuite[];
}

function failedIn({ specs, suites = [] }: PlaywrightSuite): string[] {
  const failed = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName, results }) => {
        const errors = results.flatMap(({ errors }) => errors);
        const messages = errors.map(({ message }) => message).join('\n');
        return `[${projectName}] ${file}: ${title}\n${messages}`;
      }),
  );
  return [...failed, ...suites.flatMap(failedIn)];
}

function build(): boolean {
  say('Building the site, where needed.');
  const command = ['src/node/run.js', 'src/node/start.ts', 'build'];
  return runNode(process.execPath, command).isFine;
}

/** The Playwright projects that can run here; gets the browsers they need. */
function projectsFor(): string[] {
  if (!isInstalled('chromium')) {
    missing.add('Chromium');
    return [];
  }
  const projects = ['embedded', 'faults-chromium', 'explore-chromium'];
  if (hasEmulator()) projects.push('emulator');
  if (canRehearse()) projects.push('rehearsal');
  if (!isCI) {
    say('Firefox and WebKit: npm run faults puts the outbox through them.');
    return projects;
  }
  for (const engine of ['firefox', 'webkit'] as const) {
    if (isInstalled(engine)) {
      projects.push(engine, `faults-${engine}`, `explore-${engine}`);
    } else missing.add(engine);
  }
  return projects;
}

function isInstalled(engine: Engine): boolean {
  return ensureBrowser(engine, packages[engine]).kind !== 'none';
}

/** A whole run of a tool that counts as one test. */
function one(tool: Tool, args: string[], env: NodeJS.ProcessEnv = {}): Counts {
  say([tool, ...args].join(' '));
  const { isFine } = runTool(tool, args, { env });
  return counted(isFine, isFine ? 1 : 0);
}

/** What did not end well has failed, whatever it counted. */
function counted(isFine: boolean, passed = 0, failed = 0, skipped = 0): Counts {
  return { passed, failed: isFine ? failed : failed || 1, skipped };
}

/** Changes the first. */
function add(total: Counts, more: Counts): Counts {
  total.passed += more.passed;
  total.failed += more.failed;
  total.skipped += more.skipped;
  return total;
}

/** What a run of this program has said last. */
function countsIn(output: string): Counts {
  const last = output.trimEnd().split('\n').at(-1) ?? '';
  const found = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(last);
  const [passed, failed, skipped] = (found ?? []).slice(1).map(Number);
  return counted(found !== null, passed, failed, skipped || 0);
}

function readReport<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return undefined;
  }
}

function say(what: string): void {
  console.log(`\n${what}`);
}
