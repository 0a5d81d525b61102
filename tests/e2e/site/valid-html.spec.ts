import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, test } from 'playwright/test';

const javaCheck = spawnSync('java', ['-version']);
const checker = 'node_modules/vnu-jar/build/dist/vnu.jar';
/** Ignores CSS errors, because the checker does not know recent CSS. */
const checkerOptions = ['--errors-only', '--filterpattern', 'CSS: .*'];

test("every page passes the Nu HTML checker's validation", () => {
  const files = readdirSync('dist').filter((name) => name.endsWith('.html'));
  const pages = files.map((name) => `dist/${name}`);
  expect(pages.length).toBeGreaterThan(13);
  test.skip(Boolean(javaCheck.error), 'There is no Java');
  const { stderr, status } = spawnSync(
    'java',
    ['-jar', checker, ...checkerOptions, ...pages],
    { encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  expect(status).toBe(0);
});
