import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, test } from 'playwright/test';

const hasJava = spawnSync('java', ['-version']).error === undefined;
const checkerPath = 'node_modules/vnu-jar/build/dist/vnu.jar';
// The checker does not know recent CSS.
const checkerOptions = ['--errors-only', '--filterpattern', 'CSS: .*'];

test("every page passes the Nu HTML checker's validation", () => {
  const files = readdirSync('dist').filter((name) => name.endsWith('.html'));
  const pagePaths = files.map((name) => `dist/${name}`);
  expect(pagePaths.length).toBeGreaterThan(13);

  test.skip(!hasJava, 'There is no Java');
  const checkerArgs = ['-jar', checkerPath, ...checkerOptions, ...pagePaths];
  const { stderr, status } = spawnSync('java', checkerArgs);
  expect(String(stderr)).toBe('');
  expect(status).toBe(0);
});
