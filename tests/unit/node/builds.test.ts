import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { copySources } from '../../support/builds.ts';

test('two that start at the same time build the site once', async () => {
  const cwd = copySources();
  onTestFinished(() => fs.rmSync(cwd, { recursive: true, force: true }));
  const command = ['src/node/run.js', 'src/node/start.ts', 'build'];
  const build = async () => {
    const run = promisify(execFile)(process.execPath, command, { cwd });
    return (await run).stdout;
  };
  const said = await Promise.all([build(), build()]);
  const builds = said.filter((text) => text.includes('Building the site.'));
  expect(builds).toHaveLength(1);
  const titles = ['index', 'waitlist', '404'].map((name) => {
    const html = fs.readFileSync(path.join(cwd, `dist/${name}.html`), 'utf8');
    return /<title>(.*?)<\/title>/.exec(html)?.[1];
  });
  expect(new Set(titles).size).toBe(3);
});
