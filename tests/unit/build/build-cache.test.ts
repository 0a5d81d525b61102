import * as fs from 'node:fs';
import * as path from 'node:path';
import { loadConfigFromFile } from 'vite';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import {
  isBuilt,
  markBuilt,
  markStale,
  sources,
} from '../../../src/build/build-cache.ts';
import { readEnvFiles } from '../../../src/node/settings.ts';
import { createTempFolder } from '../../support/temporary-folder.ts';

const projectSetting = 'VITE_FIREBASE_PROJECT_ID';
const repository = process.cwd();
const folder = createTempFolder();

beforeEach(() => {
  process.chdir(folder);
  fs.rmSync('.env.production', { force: true });
  fs.mkdirSync('dist', { recursive: true });
  for (const file of ['dist/index.html', 'dist/sw.js', 'index.html'])
    fs.writeFileSync(file, 'built');
  vi.unstubAllEnvs();
  vi.stubEnv(projectSetting, undefined);
});

afterAll(() => process.chdir(repository));

function buildWithSetting(value: string | undefined): void {
  vi.stubEnv(projectSetting, value);
  markStale();
  markBuilt();
}

test('a build is current until it is marked stale or a file changes', () => {
  expect(isBuilt()).toBe(false);
  for (const file of ['index.html', 'dist/index.html', 'dist/sw.js']) {
    buildWithSetting(undefined);
    expect(isBuilt()).toBe(true);
    fs.writeFileSync(file, 'something else');
    expect(isBuilt()).toBe(false);
  }

  buildWithSetting(undefined);
  markStale();
  expect(isBuilt()).toBe(false);
});

test('a build is stale if any of its files was changed, removed or added', () => {
  const page = 'dist/waitlist.html';
  const script = 'dist/static/js/form.js';
  const write = (text: string) => {
    fs.mkdirSync('dist/static/js', { recursive: true });
    for (const file of [page, script]) fs.writeFileSync(file, text);
  };

  const changes = [
    () => fs.rmSync(page),
    () => fs.writeFileSync(script, 'changed'),
    () => fs.renameSync(script, `${script}.old`),
    () => fs.writeFileSync('dist/more.html', 'added'),
  ];
  for (const change of changes) {
    write('built');
    buildWithSetting(undefined);
    expect(isBuilt()).toBe(true);

    change();
    expect(isBuilt()).toBe(false);
  }
});

test('a local run ignores a build for deployment, and a deployment ignores a local build', () => {
  fs.writeFileSync('.env.production', `${projectSetting}=pear-site\n`);
  buildWithSetting('pear-site');

  vi.stubEnv(projectSetting, undefined);
  expect(isBuilt()).toBe(false);
  buildWithSetting(undefined);
  expect(isBuilt()).toBe(true);

  readEnvFiles();
  expect(process.env[projectSetting]).toBe('pear-site');
  expect(isBuilt()).toBe(false);
});

/** Finds what a script or a style sheet imports, and what a tsconfig.json extends. */
const importPattern =
  /\b(?:from |import |import\(|url\(|extends": )['"]?(\.\.?\/[^'")]+)/g;

test('a build is stale if a file changes that vite.config.ts or a source imports', async () => {
  process.chdir(repository);
  const env = { command: 'build', mode: 'production' } as const;
  const config = await loadConfigFromFile(env, 'vite.config.ts');
  const dependencies = (config?.dependencies ?? []).map((file) =>
    path.relative(repository, file),
  );
  expect(dependencies).toContain('src/build/prerender/prerender.ts');

  const imports = fs
    .readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|js|css|json)$/.test(name))
    .flatMap((name) => {
      const source = path.join('src', name);
      const matches = fs.readFileSync(source, 'utf8').matchAll(importPattern);
      return Array.from(matches, ([, file = '']) =>
        path.join(path.dirname(source), file),
      );
    });
  expect(imports).toContain('src/styles/tokens.css');

  const files = new Set([...dependencies, ...imports]);
  const isSource = (file: string) =>
    sources.some((source) => file === source || file.startsWith(`${source}/`));
  expect([...files].filter((file) => !isSource(file))).toEqual([]);
});
