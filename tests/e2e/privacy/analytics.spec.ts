import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import {
  type Built,
  productionSettings,
  serveBuild,
} from '../../support/builds.ts';
import { expect, test } from '../../support/fixtures.ts';
import { visit } from '../../support/waitlist.ts';

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
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.route(/google/, (route) => route.abort());
    await page.goto(`${measured.origin}/about`);
    // What would load it comes with the notices.
    const notices = () => asked.some((url) => /\/notices-/.test(url));
    await expect.poll(notices).toBe(true);
    await page.waitForLoadState('networkidle');
    expect(asked.filter((url) => /\/analytics-|google/.test(url))).toEqual([]);
  });
}

test('the worker does not keep it for offline', async ({ request }) => {
  const worker = await (await request.get(`${measured.origin}/sw.js`)).text();
  expect(worker).toContain('/static/js/notices-');
  expect(worker).not.toContain('/online/');
  expect(worker).not.toContain('"/sw.js"');
});

for (const serviceWorkers of ['allow', 'block'] as const) {
  test.describe(`with the worker's use ${serviceWorkers}ed`, () => {
    test.use({ serviceWorkers });

    test('with one it is loaded', async ({ page, context }) => {
      await context.route(/google/, (route) => route.abort());
      const isAllowed = serviceWorkers === 'allow';
      if (isAllowed) await visit(page, `${measured.origin}/faq`);
      const loaded = page.waitForResponse(/\/static\/js\/online\/analytics-/);
      await page.goto(`${measured.origin}/about`);
      const response = await loaded;
      expect(response.status()).toBe(200);
      expect(response.fromServiceWorker()).toBe(isAllowed);
    });
  });
}
