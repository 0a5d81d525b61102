import { projects } from './projects.ts';
import { runTool } from './support/processes.ts';
import { startSite } from './support/site.ts';
import {
  conclude,
  count,
  isCI,
  leaveOut,
  testInBrowsers,
  testUnits,
} from './support/suite.ts';

const parts = new Map<string | undefined, (() => void | Promise<void>)[]>([
  ['check', [check]],
  ['unit', [testUnits]],
  ['e2e', [testInOurBrowsers]],
  // What every Node must do that is promised to work.
  ['node', [check, testUnits, startOnce]],
  [undefined, [check, testUnits, testInOurBrowsers]],
]);

/**
 * `npm test [part or project]`: without one types, style, unit and contract
 * tests, then browser tests; says what it could not run and what to do. With
 * CI=true nothing may be left out.
 */
export async function main([name]: string[]): Promise<number> {
  const project = projects.find((project) => project.name === name);
  const part = parts.get(name);
  if (part) for (const run of part) await run();
  else if (project) testInBrowsers([project]);
  else {
    const names = [...parts.keys(), ...projects.map(({ name }) => name)];
    const known = names.filter(Boolean).join(', ');
    console.log(`There is no '${name}', only ${known}.`);
    return 1;
  }
  return conclude();
}

function check(): void {
  for (const project of ['.', 'src/sw', 'src/node', 'tests'])
    count(`Types: ${project}`, () => runTool('tsc', ['-p', project]));
  const style = ['ci', '--error-on-warnings', '.'];
  count('Style', () => runTool('biome', style));
}

function testInOurBrowsers(): void {
  const inTime = (...wanted: string[]) =>
    projects.filter(({ when }) => wanted.includes(when));
  testInBrowsers(isCI ? inTime('always', 'CI') : inTime('always'));
  if (isCI) return;
  const names = inTime('CI').map(({ name }) => name);
  leaveOut(`${names.join(', ')}, which CI=true npm test has.`);
}

async function startOnce(): Promise<void> {
  const started = startSite().then(async ({ origin, stop }) => {
    const { ok } = await fetch(origin);
    await stop();
    return ok;
  });
  const isFine = await started.catch(() => false);
  count(`A start with Node ${process.version}`, () => ({ isFine }));
}
