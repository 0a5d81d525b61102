import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'playwright/test';
import { copySources } from '../../support/builds.ts';
import { freePort } from '../../support/ports.ts';
import { startProcess } from '../../support/processes.ts';
import { Records } from '../../support/records.ts';
import { join, saved, workerReady } from '../../support/waitlist.ts';

const folder = copySources();
const sentence = 'Our Core Values';
const change = 'What We Stand For';

test.afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

test('after npm start, npm run dev shows the sources', async ({
  page,
  context,
}) => {
  const env = {
    PORT: String(await freePort()),
    DATA_DIR: path.join(folder, '.data'),
    FIRESTORE_EMULATOR_HOST: '',
  };
  const origin = `http://127.0.0.1:${env.PORT}`;
  const start = (mode: string[], cwd: string) =>
    startProcess(
      process.execPath,
      ['src/node/run.js', 'src/node/start.ts', ...mode],
      { cwd, env, ready: /^Records: .*\n/m },
    );

  const site = await start([], '.');
  await page.goto(`${origin}/waitlist`);
  await workerReady(page);
  await context.setOffline(true);
  await join(page);
  await expect(page.getByText(saved)).toBeVisible();
  await site.stop();
  await context.setOffline(false);

  const content = path.join(folder, 'src/content/about.ts');
  const text = fs.readFileSync(content, 'utf8');
  expect(text).toContain(sentence);
  fs.writeFileSync(content, text.replace(sentence, change));
  const dev = await start(['dev'], folder);
  try {
    await page.goto(`${origin}/about`);
    await expect(page.getByText(change).first()).toBeVisible();
    expect(
      await page.evaluate(() => navigator.serviceWorker.getRegistrations()),
    ).toEqual([]);
    const records = new Records(origin);
    await expect.poll(() => records.count('waitlist')).toBe(1);
  } finally {
    await dev.stop();
  }
});
