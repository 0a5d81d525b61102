import { projects } from '../projects.ts';
import { runNode, runTool } from '../support/processes.ts';
import {
  conclude,
  count,
  countProgram,
  testInBrowsers,
} from '../support/suite.ts';

/** The Nodes that are promised to work, beside the one that runs this. */
const otherNodes = ['22.23.3', '24.21.0'];
const parts: Readonly<Record<string, () => void>> = {
  explore: () => {
    for (const options of [
      '--engine chromium --runs 100 --minutes 8 --shrinks 0',
      '--engine firefox --runs 20 --minutes 4 --shrinks 0',
      '--engine webkit --runs 20 --minutes 4 --shrinks 0',
    ]) {
      const program = ['tests/explore/run.ts', ...options.split(' ')];
      countProgram(`explore ${options}`, ...program);
    }
  },
  faults: () => testProjects(/^faults-/),
  deployments: () => testProjects(/^deployments$/),
  stryker: () => {
    const args = ['run', 'tests/night/stryker.config.js'];
    count('Stryker', (env) => runTool('stryker', args, { env }));
  },
  nodes: () => otherNodes.forEach(testOnNode),
  soak: () => {
    const args = ['run', '--project', 'unit', 'tests/outbox'];
    count('Soak of the outbox', (env) =>
      runTool('vitest', args, { env: { ...env, MODEL_RUNS: '20000' } }),
    );
  },
};

/** `npm run night [part]`: what is too long for each change; an hour. */
export function main([name]: string[]): number {
  const all = Object.keys(parts);
  const chosen = all.filter((part) => [part, undefined].includes(name));
  if (chosen.length === 0) {
    console.log(`There is no '${name}', only ${all.join(', ')}.`);
    return 1;
  }
  // The faults without a tag of their engine, too.
  process.env.NIGHT = 'true';
  for (const part of chosen) parts[part]?.();
  return conclude();
}

function testProjects(names: RegExp): void {
  testInBrowsers(projects.filter(({ name }) => names.test(name)));
}

/** All but the browsers on another Node, which npm's registry has whole. */
function testOnNode(version: string): void {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const node = `--package=node-${system}-${process.arch}@${version}`;
  const npm = [process.env.npm_execpath ?? '', 'exec', '--yes', node, '--'];
  const test = ['node', 'src/node/run.js', 'tests/npm-test.ts', 'node'];
  // Google's emulator runs on Java, whatever the Node is.
  const env = { WITHOUT_EMULATOR: '1' };
  count(`Node ${version}`, () =>
    runNode(process.execPath, [...npm, ...test], { env }),
  );
}
