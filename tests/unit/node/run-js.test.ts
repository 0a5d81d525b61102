import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import packageConfig from '../../../package.json' with { type: 'json' };
import { describeRanges, isInRanges } from '../../../src/node/node-range.js';
import { createTempFolder } from '../../support/temporary-folder.ts';

const { engines, scripts } = packageConfig;

/** Runs run.js in a checkout whose node_modules has these files. */
function runIn(modules: Readonly<Record<string, string>>, node = engines.node) {
  const folder = createTempFolder();
  fs.mkdirSync(`${folder}/src/node`, { recursive: true });
  for (const name of ['run.js', 'node-range.js'])
    fs.copyFileSync(`src/node/${name}`, `${folder}/src/node/${name}`);
  const config = { type: 'module', engines: { node } };
  fs.writeFileSync(`${folder}/package.json`, JSON.stringify(config));
  fs.writeFileSync(`${folder}/package-lock.json`, toLock('2.0.0'));
  for (const [name, text] of Object.entries(modules)) {
    const file = path.join(folder, 'node_modules', name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
  const args = ['src/node/run.js', 'program.ts'];
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
  ['nothing is installed', {}, 'run npm ci first'],
  [
    'the development dependencies were omitted',
    { '.package-lock.json': '{}', 'react/index.js': '' },
    'run npm ci --include=dev',
  ],
  [
    "Vite's native part is missing",
    {
      '.package-lock.json': toLock('2.0.0'),
      'vite/package.json': vitePackage,
      'vite/index.js': "throw new Error('Cannot find native binding.');",
    },
    'delete node_modules and run npm ci --include=dev --include=optional',
  ],
  [
    'a package has another version than in package-lock.json',
    { '.package-lock.json': toLock('1.0.0'), 'vite/package.json': '{}' },
    'node_modules/a is not installed as package-lock.json says',
  ],
  [
    'a package is missing that package-lock.json has',
    { '.package-lock.json': '{"packages":{}}', 'vite/package.json': '{}' },
    'node_modules/a is not installed as package-lock.json says',
  ],
  [
    'a package is installed that package-lock.json does not have',
    {
      '.package-lock.json': toLock('2.0.0', { b: { version: '1.0.0' } }),
      'vite/package.json': '{}',
    },
    'b is not installed as package-lock.json says',
  ],
])('says in one line what to do if %s', (_, modules, advice) => {
  const { status, stderr } = runIn(modules);
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(stderr).toContain(advice);
  expect(status).toBe(1);
});

test('says which Node is needed if package.json does not allow this one', () => {
  const { stderr } = runIn({}, '^1.2.0 || >=999.0.0');
  expect(stderr).toBe(
    `This is Node ${process.versions.node}; pear needs Node 1.2 or a later 1, or 999 or newer.\n`,
  );
});

test.each([
  ['20.18.3', false],
  ['20.19.0', true],
  ['21.7.0', false],
  ['22.11.0', false],
  ['22.12.0', true],
  ['24.0.0', true],
])('Node %s is in "^20.19.0 || >=22.12.0": %s', (version, isAllowed) => {
  expect(isInRanges(version, '^20.19.0 || >=22.12.0')).toBe(isAllowed);
});

test('everything that names a version of Node fits to package.json', () => {
  const read = (file: string) => fs.readFileSync(file, 'utf8');
  expect(read('README.md').replace(/\s+/g, ' ')).toContain(
    `You need Git and Node: ${describeRanges(engines.node)}.`,
  );

  const [, nightly = ''] =
    /for v in (.*?);/.exec(scripts['nightly:nodes']) ?? [];
  const [, matrix = ''] =
    /node: \[(.*)\]/.exec(read('.github/workflows/ci.yml')) ?? [];
  const mainVersion = read('.node-version').trim();
  const nightlyVersions = nightly.split(' ');
  const matrixVersions = matrix.split(', ').map((major) => `${major}.999.0`);
  const versions = [mainVersion, ...nightlyVersions, ...matrixVersions];
  expect(versions.length).toBeGreaterThan(2);
  for (const version of versions)
    expect(isInRanges(version, engines.node), version).toBe(true);

  const toMajor = (version: string) => version.split('.')[0];
  const nightlyMajors = nightlyVersions.map(toMajor);
  expect(matrixVersions.map(toMajor)).toEqual(nightlyMajors);
  for (const file of ['CONTRIBUTING.md', 'tests/README.md'])
    expect(read(file), file).toContain(`Node ${nightlyMajors.join(' and ')}`);
  const types = packageConfig.devDependencies['@types/node'];
  expect(toMajor(types)).toBe(/\d+/.exec(engines.node)?.[0]);
});
