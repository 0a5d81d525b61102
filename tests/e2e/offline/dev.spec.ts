import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'playwright/test';
import { copySources } from '../../support/builds.ts';
import { freePort } from '../../support/ports.ts';
import { Records } from '../../support/records.ts';
import { startSite } from '../../support/site.ts';
import { join, saved, workerReady } from '../../support/waitlist.ts';

const folder = copySources();
const sentence = 'Our Core Values';
const change = 'What We Stand For';

test.afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

test('npm start, then dev, shows the sources', async ({ page, context }) => {
  const env = {
    PORT: String(await freePort()),
    DATA_DIR: path.join(folder, '.data'),
    FIRESTORE_EMULATOR_HOST: '',
  };
  const site = await startSite(env);
  const { origin } = site;
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
  const dev = await startSite(env, folder, ['dev']);
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
