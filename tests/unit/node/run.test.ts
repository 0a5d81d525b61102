import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { loadConfigFromFile, preprocessCSS, resolveConfig } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { markBuilt } from '../../../src/node/freshness.ts';
import { freePort } from '../../support/ports.ts';
import { startProcess } from '../../support/processes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const home = process.cwd();

/** A checkout with run.js alone, at this path below a new folder. */
function checkoutAt(name: string): string {
  const folder = path.join(temporaryFolder(), name);
  fs.cpSync('src/node/run.js', path.join(folder, 'src/node/run.js'));
  fs.mkdirSync(path.join(folder, 'node_modules/vite'), { recursive: true });
  return folder;
}

/** What run.js writes and returns there, without a program. */
function check(folder: string, ...options: string[]) {
  const args = [...options, path.join(folder, 'src/node/run.js')];
  const { status, stdout, stderr } = spawnSync(process.execPath, args);
  return `${status} ${stdout}${stderr}`;
}

const pretend = (node: string) =>
  `data:text/javascript,${encodeURIComponent(
    `Object.defineProperty(process, 'versions', { value: { node: '${node}' } })`,
  )}`;

test.each([
  ['18.20.4', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['21.7.3', false],
  ['22.11.0', false],
  ['22.12.0', true],
  ['24.0.0', true],
])('Node %s starts a program: %s', (node, isKnown) => {
  const line = `1 This is Node ${node}; pear needs 20.19 or later in 20, or 22.12 or newer.\n`;
  const folder = checkoutAt('pear');
  expect(check(folder, '--import', pretend(node))).toBe(isKnown ? '0 ' : line);
});

test('a checkout that cannot work ends each program with one line', () => {
  for (const name of ['a#b', 'a?b'])
    expect(check(checkoutAt(name))).toMatch(
      /^1 Vite cannot build in .*; move the checkout to a path without .*\n$/,
    );
  const folder = checkoutAt('pear');
  fs.mkdirSync(path.join(folder, 'node_modules/.pnpm'));
  expect(check(folder)).toMatch(/^1 node_modules was made by pnpm, .*\n$/);
  fs.rmSync(path.join(folder, 'node_modules'), { recursive: true });
  expect(check(folder)).toBe(
    '1 Nothing is installed here; run npm ci first.\n',
  );
});

test('scripts check the machine before Vitest or Playwright', () => {
  const { scripts } = JSON.parse(fs.readFileSync('package.json', 'utf8'));
  const all = Object.values<string>(scripts).join('\n');
  expect(all).toMatch(/^node src\/node\/run\.js && vitest/m);
  // npm runs no "pre" scripts, because .npmrc ignores those of packages.
  expect(all).not.toMatch(/^(vitest|playwright)/m);
});

/** Moves to a new folder below one that has a PostCSS configuration. */
function moveBelowAnother(): string {
  const outer = temporaryFolder();
  const config = `throw new Error('outside');`;
  fs.writeFileSync(path.join(outer, 'postcss.config.cjs'), config);
  // Up to such a folder Vite looks for one.
  const workspace = '{ "name": "outer", "workspaces": ["other"] }';
  fs.writeFileSync(path.join(outer, 'package.json'), workspace);
  const inner = path.join(outer, 'pear');
  fs.mkdirSync(inner);
  process.chdir(inner);
  onTestFinished(() => process.chdir(home));
  return inner;
}

test('no PostCSS configuration outside of the checkout is read', async () => {
  const command = { command: 'build', mode: 'production' } as const;
  const loaded = await loadConfigFromFile(command, undefined, home);
  const root = moveBelowAnother();
  const { css = {} } = loaded?.config ?? {};
  const options = { root, configFile: false, css } as const;
  const config = await resolveConfig(options, 'build');
  const { code } = await preprocessCSS('a { color: red }', 'a.css', config);
  expect(code).toContain('color');
});

test('a current build is served from a checkout that cannot be written', async () => {
  const folder = temporaryFolder();
  process.chdir(folder);
  onTestFinished(() => process.chdir(home));
  fs.mkdirSync('dist');
  fs.writeFileSync('dist/index.html', 'a page');
  fs.writeFileSync('dist/sw.js', 'a worker');
  fs.writeFileSync('vite.config.mts', 'export default {}');
  markBuilt();
  // Where a folder is wanted, root cannot write into a file either.
  fs.writeFileSync('node_modules/.vite-temp', '');
  const args = ['run.js', 'start.ts'].map((f) =>
    path.join(home, 'src/node', f),
  );
  const env = { PORT: `${await freePort()}`, DATA_DIR: temporaryFolder() };
  const ready = /^Records: /m;
  const server = await startProcess(process.execPath, args, { env, ready });
  await server.stop();
});

test('a folder of another user ends a program with one line', () => {
  const folder = temporaryFolder();
  const program = path.join(folder, 'program.js');
  const error = `Object.assign(new Error('EACCES'), { code: 'EACCES', path: '/x' })`;
  fs.writeFileSync(program, `export async function main() { throw ${error} }`);
  const args = [path.join(home, 'src/node/run.js'), program];
  const { status, stderr } = spawnSync(process.execPath, args);
  expect(`${status} ${stderr}`).toMatch(
    /^1 \/x cannot be written \(EACCES\); run this as the user .*\n$/,
  );
});
