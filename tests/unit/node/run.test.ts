import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { loadConfigFromFile, preprocessCSS, resolveConfig } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { markBuilt } from '../../../src/node/build-cache.ts';
import { freePort } from '../../support/ports.ts';
import { startProcess } from '../../support/processes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const home = process.cwd();
const program = (name: string) => path.join(home, 'src/node', name);

/** Moves to a new folder, until the test ends. */
function moveTo(folder: string): void {
  fs.mkdirSync(folder, { recursive: true });
  process.chdir(folder);
  onTestFinished(() => process.chdir(home));
}

/** What run.js in a checkout returns and writes. */
function check(folder: string, ...options: string[]) {
  const args = [...options, path.join(folder, 'src/node/run.js')];
  const { status, stdout, stderr } = spawnSync(process.execPath, args);
  return `${status} ${stdout}${stderr}`;
}

test.each([
  '18.20.4',
  '20.18.3',
  '21.7.3',
  '22.11.0',
  '20.19.0',
  '22.12.0',
  '24.0.0',
])('run.js knows whether Node %s is recent enough', (node) => {
  const pretend = `Object.defineProperty(process, 'versions', { value: { node: '${node}' } })`;
  const script = `data:text/javascript,${encodeURIComponent(pretend)}`;
  const isRecent = /^(20.19|22.12|24)/.test(node);
  const line = `1 This is Node ${node}; pear needs 20.19 or later in 20, or 22.12 or newer.\n`;
  expect(check('.', '--import', script)).toBe(isRecent ? '0 ' : line);
});

test.each([
  ['a#b', 'node_modules/vite', /^1 Vite cannot build in .*; move .*\n$/],
  ['a?b', 'node_modules/vite', /^1 Vite cannot build in .*; move .*\n$/],
  ['pnpm', 'node_modules/.pnpm', /^1 node_modules was made by pnpm, .*\n$/],
  ['new', 'src', /^1 Nothing is installed here; run npm ci first\.\n$/],
])('a checkout at %s with %s ends with one line', (name, made, line) => {
  const folder = path.join(temporaryFolder(), name);
  fs.cpSync('src/node/run.js', path.join(folder, 'src/node/run.js'));
  fs.mkdirSync(path.join(folder, made), { recursive: true });
  expect(check(folder)).toMatch(line);
});

test('scripts check the machine before Vitest or Playwright', () => {
  const { scripts } = JSON.parse(fs.readFileSync('package.json', 'utf8'));
  const all = Object.values<string>(scripts).join('\n');
  expect(all).toMatch(/^node src\/node\/run\.js && vitest/m);
  // npm runs no "pre" scripts, because .npmrc ignores those of packages.
  expect(all).not.toMatch(/^(vitest|playwright)/m);
});

test('no PostCSS configuration outside of the checkout is read', async () => {
  const command = { command: 'build', mode: 'production' } as const;
  const loaded = await loadConfigFromFile(command, undefined, home);
  const outer = temporaryFolder();
  const throwing = "throw new Error('outside')";
  fs.writeFileSync(path.join(outer, 'postcss.config.cjs'), throwing);
  // Vite looks up to such a folder.
  const workspace = '{ "name": "outer", "workspaces": ["other"] }';
  fs.writeFileSync(path.join(outer, 'package.json'), workspace);
  moveTo(path.join(outer, 'pear'));
  const { css = {} } = loaded?.config ?? {};
  const config = await resolveConfig({ configFile: false, css }, 'build');
  const { code } = await preprocessCSS('a { color: red }', 'a.css', config);
  expect(code).toContain('color');
});

test('a current build is served from a checkout that cannot be written', async () => {
  moveTo(temporaryFolder());
  fs.mkdirSync('dist');
  fs.writeFileSync('dist/index.html', 'a page');
  fs.writeFileSync('dist/sw.js', 'a worker');
  fs.writeFileSync('vite.config.mts', 'export default {}');
  markBuilt();
  // Not even root can write into a file as into a folder.
  fs.writeFileSync('node_modules/.vite-temp', '');
  const args = [program('run.js'), program('start.ts')];
  const env = { PORT: `${await freePort()}`, DATA_DIR: temporaryFolder() };
  const ready = /^Records: /m;
  await (await startProcess(process.execPath, args, { env, ready })).stop();
});

test("another user's folder ends a program with one line", () => {
  const file = path.join(temporaryFolder(), 'program.js');
  const error = `Object.assign(new Error(), { code: 'EACCES', path: '/x' })`;
  fs.writeFileSync(file, `export function main() { throw ${error} }`);
  const { stderr } = spawnSync(process.execPath, [program('run.js'), file]);
  expect(`${stderr}`).toMatch(/^\/x cannot be written \(EACCES\); run .*\n$/);
});
