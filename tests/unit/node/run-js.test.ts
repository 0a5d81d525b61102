import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { createTempFolder } from '../../support/temporary-folder.ts';

/** Runs run.js in a checkout whose node_modules has these files. */
function runIn(modules: Readonly<Record<string, string>>) {
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
