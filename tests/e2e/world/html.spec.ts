import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, test } from 'playwright/test';

const java = spawnSync('java', ['-version']);
const checker = 'node_modules/vnu-jar/build/dist/vnu.jar';
/** It knows less of CSS than browsers do. */
const options = ['--errors-only', '--filterpattern', 'CSS: .*'];

test("Nu's HTML checker finds no error on any page", () => {
  const pages = readdirSync('dist')
    .filter((file) => file.endsWith('.html'))
    .map((file) => `dist/${file}`);
  expect(pages.length).toBeGreaterThan(13);
  test.skip(Boolean(java.error), 'There is no Java');
  const { stderr, status } = spawnSync(
    'java',
    ['-jar', checker, ...options, ...pages],
    { encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  expect(status).toBe(0);
});
