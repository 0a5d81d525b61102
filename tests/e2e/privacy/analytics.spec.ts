import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import type { Page } from 'playwright/test';
import {
  type Built,
  productionSettings,
  serveBuild,
} from '../../support/builds.ts';
import { expect, test } from '../../support/fixtures.ts';

test.describe.configure({ mode: 'serial' });
test.use({ serviceWorkers: 'block' });

let measured: Built;

test.beforeAll(async ({ site }) => {
  test.setTimeout(120_000);
  const settings = {
    ...productionSettings,
    VITE_FIREBASE_MEASUREMENT_ID: 'G-MEASURED',
  };
  measured = await serveBuild(settings, site.origin);
});

test.afterAll(() => measured.close());

test('without a measurement id no file holds any analytics', () => {
  const files = readdirSync('dist', { recursive: true, encoding: 'utf8' });
  const scripts = files.filter((file) => /\.(js|html)$/.test(file));
  expect(scripts.length).toBeGreaterThan(20);
  for (const file of scripts) {
    const text = readFileSync(path.join('dist', file), 'utf8');
    expect(text, file).not.toMatch(/googletagmanager|google-analytics/);
  }
});

/** Opens a page and tells what analytics it asked for once all was loaded. */
async function requestedBy(page: Page): Promise<string[]> {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.route(/google/, (route) => route.abort());
  await page.goto(`${measured.origin}/about`);
  await expect
    .poll(() => asked.some((url) => /\/notices-/.test(url)))
    .toBe(true);
  await page.waitForLoadState('networkidle');
  return asked.filter((url) => /\/analytics-|google/.test(url));
}

test('with one it is loaded after the page', async ({ page }) => {
  const asked = await requestedBy(page);
  expect(asked.join('\n')).toMatch(/\/static\/js\/online\/analytics-/);
});

for (const objection of [
  { globalPrivacyControl: true },
  { doNotTrack: '1' },
] as const) {
  const [name] = Object.keys(objection);
  test(`${name} keeps it from being loaded`, async ({ page }) => {
    await page.addInitScript((given) => {
      for (const [key, value] of Object.entries(given)) {
        Object.defineProperty(navigator, key, { value });
      }
    }, objection);
    expect(await requestedBy(page)).toEqual([]);
  });
}

test('the worker does not keep it for offline', async ({ request }) => {
  const worker = await (await request.get(`${measured.origin}/sw.js`)).text();
  expect(worker).toContain('/static/js/notices-');
  expect(worker).not.toContain('/online/');
  expect(worker).not.toContain('"/sw.js"');
});

test.describe('beside the worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('it is loaded through it', async ({ page, context }) => {
    await context.route(/google/, (route) => route.abort());
    await page.goto(`${measured.origin}/about`);
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    const loaded = page.waitForResponse(/\/static\/js\/online\/analytics-/);
    await page.reload();
    const response = await loaded;
    expect(response.status()).toBe(200);
    expect(response.fromServiceWorker()).toBe(true);
  });
});
