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

const parts: Record<string, () => void | Promise<void>> = {
  check,
  unit: testUnits,
  e2e: testWhereWeAre,
  node: testThisNode,
};

/**
 * `npm test [part or project]`: without one types, style, unit and contract
 * tests, then browser tests; says what it could not run and what to do. With
 * CI=true nothing may be left out.
 */
export async function main([name]: string[]): Promise<number> {
  const project = projects.find((project) => project.name === name);
  const part = name === undefined ? testAll : parts[name];
  if (part) await part();
  else if (project) testInBrowsers([project]);
  else {
    const names = [...Object.keys(parts), ...projects.map(({ name }) => name)];
    console.log(`There is no '${name}', only ${names.join(', ')}.`);
    return 1;
  }
  return conclude();
}

function testAll(): void {
  check();
  testUnits();
  testWhereWeAre();
}

function check(): void {
  for (const project of ['.', 'src/sw', 'src/node', 'tests'])
    count(`Types: ${project}`, () => runTool('tsc', ['-p', project]));
  const style = ['ci', '--error-on-warnings', '.'];
  count('Style', () => runTool('biome', style));
}

function testWhereWeAre(): void {
  const wanted = isCI ? ['always', 'CI'] : ['always'];
  testInBrowsers(projects.filter(({ when }) => wanted.includes(when)));
  if (!isCI) leaveOut('Firefox and WebKit: CI=true npm test has them.');
}

/** What every Node must do that is promised to work. */
async function testThisNode(): Promise<void> {
  check();
  testUnits();
  const site = await startSite();
  const { ok } = await fetch(site.origin);
  await site.stop();
  count(`A start with Node ${process.version}`, () => ({ isFine: ok }));
}
