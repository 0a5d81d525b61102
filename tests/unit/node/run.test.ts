import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { loadConfigFromFile, preprocessCSS, resolveConfig } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { markBuilt } from '../../../src/node/build-cache.ts';
import { freePort } from '../../support/ports.ts';
import { startProcess } from '../../support/processes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const repository = process.cwd();
const program = (name: string) => path.join(repository, 'src/node', name);

/** Changes the working directory until the test ends. */
function changeTo(folder: string): void {
  fs.mkdirSync(folder, { recursive: true });
  process.chdir(folder);
  onTestFinished(() => process.chdir(repository));
}

/** Returns the exit status and the output of run.js in a checkout. */
function runIn(folder: string, ...options: string[]) {
  const args = [...options, path.join(folder, 'src/node/run.js')];
  const { status, stdout, stderr } = spawnSync(process.execPath, args);
  return `${status} ${stdout}${stderr}`;
}

test.each([
  ...['18.20.4', '20.18.3', '21.7.3', '22.11.0'],
  ...['20.19.0', '22.12.0', '24.0.0'],
])('run.js accepts or rejects Node %s by its version', (node) => {
  const setVersion = `Object.defineProperty(process, 'versions', { value: { node: '${node}' } })`;
  const script = `data:text/javascript,${encodeURIComponent(setVersion)}`;
  const isRecent = /^(20.19|22.12|24)/.test(node);
  const line = `1 This is Node ${node}; pear needs Node 20.19 or later in version 20, or 22.12 or later.\n`;
  expect(runIn('.', '--import', script)).toBe(isRecent ? '0 ' : line);
});

test.each([
  ['a#b', 'node_modules/vite', /^1 Vite cannot build in .*; move .*\n$/],
  ['a?b', 'node_modules/vite', /^1 Vite cannot build in .*; move .*\n$/],
  ['pnpm', 'node_modules/.pnpm', /^1 pnpm created node_modules with .*\n$/],
  [
    'new',
    'src',
    /^1 The dependencies are not installed; run npm ci first\.\n$/,
  ],
])('run.js in a folder %s with %s prints advice', (name, created, line) => {
  const folder = path.join(temporaryFolder(), name);
  fs.cpSync('src/node/run.js', path.join(folder, 'src/node/run.js'));
  fs.mkdirSync(path.join(folder, created), { recursive: true });
  expect(runIn(folder)).toMatch(line);
});

test('npm scripts check the machine before Vitest and Playwright', () => {
  const { scripts } = JSON.parse(fs.readFileSync('package.json', 'utf8'));
  const all = Object.values<string>(scripts).join('\n');
  expect(all).toMatch(/^node src\/node\/run\.js && vitest/m);
  // "pre" scripts would not run, because .npmrc sets ignore-scripts.
  expect(all).not.toMatch(/^(vitest|playwright)/m);
});

test('the build ignores PostCSS configurations outside the checkout', async () => {
  const command = { command: 'build', mode: 'production' } as const;
  const loaded = await loadConfigFromFile(command, undefined, repository);
  const outer = temporaryFolder();
  const throwing = "throw new Error('outside')";
  fs.writeFileSync(path.join(outer, 'postcss.config.cjs'), throwing);
  // Vite searches for configurations up to the root of a workspace.
  const workspace = '{ "name": "outer", "workspaces": ["other"] }';
  fs.writeFileSync(path.join(outer, 'package.json'), workspace);
  changeTo(path.join(outer, 'pear'));
  const { css = {} } = loaded?.config ?? {};
  const config = await resolveConfig({ configFile: false, css }, 'build');
  const { code } = await preprocessCSS('a { color: red }', 'a.css', config);
  expect(code).toContain('color');
});

test('npm start serves a current build from a read-only checkout', async () => {
  changeTo(temporaryFolder());
  fs.mkdirSync('dist');
  fs.writeFileSync('dist/index.html', 'a page');
  fs.writeFileSync('dist/sw.js', 'a worker');
  fs.writeFileSync('vite.config.mts', 'export default {}');
  markBuilt();
  // A file instead of the folder prevents even root from writing there.
  fs.writeFileSync('node_modules/.vite-temp', '');
  const args = [program('run.js'), program('start.ts')];
  const env = { PORT: `${await freePort()}`, DATA_DIR: temporaryFolder() };
  const ready = /^Records: /m;
  await (await startProcess(process.execPath, args, { env, ready })).stop();
});

test('a program prints one line of advice if a file is not writable', () => {
  const file = path.join(temporaryFolder(), 'program.js');
  const error = `Object.assign(new Error(), { code: 'EACCES', path: '/x' })`;
  fs.writeFileSync(file, `export function main() { throw ${error} }`);
  const { stderr } = spawnSync(process.execPath, [program('run.js'), file]);
  expect(`${stderr}`).toMatch(/^\/x cannot be written \(EACCES\); run .*\n$/);
});
