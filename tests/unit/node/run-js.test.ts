import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import packageConfig from '../../../package.json' with { type: 'json' };
import { createTempFolder } from '../../support/temporary-folder.ts';

/** Runs run.js as a version of Node, in a checkout whose node_modules has these files. */
function runIn(
  modules: Readonly<Record<string, string>>,
  node = process.versions.node,
) {
  const folder = createTempFolder();
  fs.mkdirSync(`${folder}/src/node`, { recursive: true });
  fs.copyFileSync('src/node/run.js', `${folder}/src/node/run.js`);
  fs.writeFileSync(`${folder}/package.json`, '{"type":"module"}');
  fs.writeFileSync(`${folder}/package-lock.json`, toLock('2.0.0'));
  for (const [name, text] of Object.entries(modules)) {
    const file = path.join(folder, 'node_modules', name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
  const setVersion = `Object.defineProperty(process, 'versions', { value: { node: '${node}' } })`;
  const args = [
    ...['--import', `data:text/javascript,${setVersion}`],
    ...['src/node/run.js', 'program.ts'],
  ];
  const options = { cwd: folder, encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync(process.execPath, args, options);
  return { status, stderr };
}

/** Returns a lock file with a package in this version. */
function toLock(version: string, more: object = {}): string {
  return JSON.stringify({
    packages: { 'node_modules/a': { version }, ...more },
  });
}

const vitePackage = '{"name":"vite","exports":"./index.js","type":"module"}';

test.each([
  { problem: 'nothing is installed', modules: {}, advice: 'run npm ci first' },
  {
    problem: 'the development dependencies were omitted',
    modules: { '.package-lock.json': '{}', 'react/index.js': '' },
    advice: 'run npm ci --include=dev',
  },
  {
    problem: "Vite's native part is missing",
    modules: {
      '.package-lock.json': toLock('2.0.0'),
      'vite/package.json': vitePackage,
      'vite/index.js': "throw new Error('Cannot find native binding.');",
    },
    advice:
      'delete node_modules and run npm ci --include=dev --include=optional',
  },
  {
    problem: 'a package has another version than in package-lock.json',
    modules: {
      '.package-lock.json': toLock('1.0.0'),
      'vite/package.json': '{}',
    },
    advice: 'node_modules/a is not installed as package-lock.json says',
  },
  {
    problem: 'a package is missing that package-lock.json has',
    modules: {
      '.package-lock.json': '{"packages":{}}',
      'vite/package.json': '{}',
    },
    advice: 'node_modules/a is not installed as package-lock.json says',
  },
  {
    problem: 'a package is installed that package-lock.json does not have',
    modules: {
      '.package-lock.json': toLock('2.0.0', { b: { version: '1.0.0' } }),
      'vite/package.json': '{}',
    },
    advice: 'b is not installed as package-lock.json says',
  },
])('says in one line what to do if $problem', ({ modules, advice }) => {
  const { status, stderr } = runIn(modules);
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(stderr).toContain(advice);
  expect(status).toBe(1);
});

test.each(['20.18.3', '21.7.0', '22.11.0'])('refuses Node %s', (version) => {
  expect(findNeededNode(version)).toBeDefined();
});

test.each(['20.19.0', '22.12.0', '24.0.0'])('accepts Node %s', (version) => {
  expect(findNeededNode(version)).toBeUndefined();
});

/** Returns which Node run.js needs instead of this version, if it refuses the version. */
function findNeededNode(version: string): string | undefined {
  const { stderr } = runIn({}, version);
  const pattern = new RegExp(
    `^This is Node ${version}; pear needs Node (.*)\\.\n$`,
  );
  return pattern.exec(stderr)?.[1];
}

test('package.json allows the versions of Node that run.js accepts', () => {
  // A change of these versions also changes run.js, and the lists above.
  expect(packageConfig.engines.node).toBe('^20.19.0 || >=22.12.0');
});

test('README.md names the versions of Node that run.js accepts', () => {
  const text = readText('README.md').replace(/\s+/g, ' ');
  expect(text).toContain(
    `You need Git and Node: ${findNeededNode('18.20.0')}.`,
  );
});

const [, nightlyVersions = ''] =
  /for v in (.*?);/.exec(packageConfig.scripts['nightly:nodes']) ?? [];
const nightlyMajors = nightlyVersions.match(/\d+(?=\.\d+\.)/g) ?? [];

test('run.js accepts each version of Node that tests use', () => {
  const mainVersion = readText('.node-version').trim();
  const versions = [mainVersion, ...nightlyVersions.split(' ')];
  expect(versions.length).toBeGreaterThan(2);
  expect(versions.filter(findNeededNode)).toEqual([]);
});

test('ci.yml and the documents name the versions of Node of the nightly tests', () => {
  expect(readText('.github/workflows/ci.yml')).toContain(
    `node: [${nightlyMajors.join(', ')}]`,
  );
  for (const file of ['CONTRIBUTING.md', 'tests/README.md'])
    expect(readText(file), file).toContain(
      `Node ${nightlyMajors.join(' and ')}`,
    );
});

test('the types of Node are those of the oldest version', () => {
  const toMajor = (text: string) => /\d+/.exec(text)?.[0];
  const types = packageConfig.devDependencies['@types/node'];
  expect(toMajor(types)).toBe(toMajor(packageConfig.engines.node));
});

function readText(file: string): string {
  return fs.readFileSync(file, 'utf8');
}
