import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, test } from 'playwright/test';

const javaCheck = spawnSync('java', ['-version']);
const checker = 'node_modules/vnu-jar/build/dist/vnu.jar';
// The checker does not know recent CSS.
const options = ['--errors-only', '--filterpattern', 'CSS: .*'];

test("every page passes the Nu HTML checker's validation", () => {
  const files = readdirSync('dist').filter((name) => name.endsWith('.html'));
  const pages = files.map((name) => `dist/${name}`);
  expect(pages.length).toBeGreaterThan(13);
  test.skip(Boolean(javaCheck.error), 'There is no Java');
  const checkerArgs = ['-jar', checker, ...options, ...pages];
  const { stderr, status } = spawnSync('java', checkerArgs);
  expect(String(stderr)).toBe('');
  expect(status).toBe(0);
});
