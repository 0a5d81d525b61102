import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import type { Page } from 'playwright/test';
import { overflowing, violations } from '../../support/audits.ts';
import {
  type Built,
  productionSettings,
  serveBuild,
} from '../../support/builds.ts';
import { expect, test } from '../../support/fixtures.ts';
import { idle } from '../../support/hydrated.ts';
import { visit } from '../../support/waitlist.ts';

// One build for all.
test.describe.configure({ mode: 'default' });
test.use({ serviceWorkers: 'block' });

let measured: Built;

test.beforeAll(async ({ site }) => {
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
    expect(text, file).not.toMatch(/count this visit|ount your visits|isits\./);
  }
});

/** Opens a page of that build, and waits for what asks or counts. */
async function open(page: Page): Promise<string[]> {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.context().route(/google/, (route) => route.abort());
  await page.goto(`${measured.origin}/about`);
  await expect(choiceIn(page)).toBeVisible();
  return asked;
}

const question = (page: Page) => page.getByText('May we count this visit?');
const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click();
/** At the foot of the page. */
const choiceIn = (page: Page) =>
  page.getByRole('contentinfo').getByText(/count your visits\.$/);
const isCounting = (asked: string[]) =>
  asked.some((url) => /\/analytics-|google/.test(url));

for (const objection of [
  { globalPrivacyControl: true },
  { doNotTrack: '1' },
] as const) {
  const [name] = Object.keys(objection);
  test(`${name} is a no: nobody is asked, and nothing is loaded`, {
    tag: '@firefox',
  }, async ({ page }) => {
    await page.addInitScript((given) => {
      localStorage.setItem('pear_analytics', 'yes');
      for (const [key, value] of Object.entries(given)) {
        Object.defineProperty(navigator, key, { value });
      }
    }, objection);
    const asked = await open(page);
    await expect(choiceIn(page)).toHaveText(
      'Your browser asks not to be tracked, so we do not count your visits.',
    );
    await expect(page.getByRole('contentinfo').getByRole('button')).toHaveCount(
      0,
    );
    await idle(page);
    await expect(question(page)).toBeHidden();
    expect(isCounting(asked)).toBe(false);
  });
}

test('nothing is loaded before a yes, and then it is, in every tab', {
  tag: '@firefox',
}, async ({ page, context }) => {
  const other = await context.newPage();
  const askedThere = await open(other);
  const asked = await open(page);
  await idle(page);
  expect(isCounting([...asked, ...askedThere])).toBe(false);
  await expect(question(other)).toBeVisible();
  const [yes, no] = await Promise.all(
    ['Yes', 'No'].map((name) =>
      page.getByRole('button', { name, exact: true }).boundingBox(),
    ),
  );
  expect(yes?.height).toBe(no?.height);
  await press(page, 'Yes');
  for (const tab of [page, other]) {
    await expect(question(tab)).toBeHidden();
    await expect(choiceIn(tab)).toHaveText('We count your visits.');
  }
  await expect.poll(() => isCounting(asked)).toBe(true);
  await expect.poll(() => isCounting(askedThere)).toBe(true);
  const again = await context.newPage();
  const askedLater = await open(again);
  await expect.poll(() => isCounting(askedLater)).toBe(true);
  await expect(question(again)).toBeHidden();
});

test('a no is remembered, and can be changed at the foot of the page', {
  tag: '@firefox',
}, async ({ page }) => {
  await open(page);
  await press(page, 'No');
  await expect(question(page)).toBeHidden();
  const asked = await open(page);
  await idle(page);
  await expect(question(page)).toBeHidden();
  await expect(choiceIn(page)).toHaveText('We do not count your visits.');
  expect(isCounting(asked)).toBe(false);
  await press(page, 'Count my visits');
  await expect(choiceIn(page)).toHaveText('We count your visits.');
  await expect.poll(() => isCounting(asked)).toBe(true);
});

/** Whether Google's own switch is off, and what it would know one by. */
const traces = () => ({
  isOff: (window as unknown as Record<string, unknown>)[
    'ga-disable-G-MEASURED'
  ],
  cookies: document.cookie,
});

for (const how of ['Stop counting', 'Forget me on this device']) {
  test(`after '${how}' nothing is counted, nor kept, in any tab`, {
    tag: '@firefox',
  }, async ({ page, context }) => {
    const other = await context.newPage();
    await open(other);
    await open(page);
    await press(page, 'Yes');
    for (const tab of [page, other]) {
      await expect
        .poll(() => tab.evaluate(traces))
        .toMatchObject({
          isOff: false,
        });
    }
    // As Google's script would set them, which is not to be had here.
    const cookies = ['_ga', '_ga_MEASURED', 'other'].map((name) => ({
      name,
      value: '1',
      url: measured.origin,
    }));
    await context.addCookies(cookies);
    if (how === 'Stop counting') await press(page, how);
    else {
      await page.getByRole('contentinfo').getByText('Contact').click();
      await page.getByText('What happens to what I send?').click();
      await press(page, how);
      await press(page, 'Yes, forget me');
      await expect(page.locator('main').getByRole('status')).toHaveText(
        'Removed from this device: your yes to counting visits.',
      );
    }
    for (const tab of [page, other]) {
      await expect(choiceIn(tab)).toHaveText('We do not count your visits.');
      await expect
        .poll(() => tab.evaluate(traces))
        .toEqual({ isOff: true, cookies: 'other=1' });
    }
    const asked = await open(page);
    await idle(page);
    expect(isCounting(asked)).toBe(false);
    await expect(question(page)).toBeHidden();
  });
}

test('where nothing can be kept, the answer is for the page alone', {
  tag: '@firefox',
}, async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('As the test has it', 'SecurityError');
      },
    }),
  );
  const asked = await open(page);
  await press(page, 'Yes');
  await expect(choiceIn(page)).toHaveText('We count your visits.');
  await expect.poll(() => isCounting(asked)).toBe(true);
  await page.reload();
  await expect(question(page)).toBeVisible();
});

test('the question and the choice are for everyone', async ({ page }) => {
  await open(page);
  for (const width of [390, 800, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, await violations(page)]).toEqual([width, []]);
    expect([width, await overflowing(page)]).toEqual([width, []]);
  }
  await page.getByRole('button', { name: 'No', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('the worker does not keep it for offline', async ({ request }) => {
  const worker = await (await request.get(`${measured.origin}/sw.js`)).text();
  expect(worker).toContain('/static/js/notices-');
  expect(worker).not.toContain('/online/');
  expect(worker).not.toContain('"/sw.js"');
});

for (const serviceWorkers of ['allow', 'block'] as const) {
  test.describe(`with the worker's use ${serviceWorkers}ed`, () => {
    test.use({ serviceWorkers });

    test('after a yes it is loaded', async ({ page }) => {
      const isAllowed = serviceWorkers === 'allow';
      if (isAllowed) await visit(page, `${measured.origin}/faq`);
      await open(page);
      const loaded = page.waitForResponse(/\/static\/js\/online\/analytics-/);
      await press(page, 'Yes');
      const response = await loaded;
      expect(response.status()).toBe(200);
      expect(response.fromServiceWorker()).toBe(isAllowed);
    });
  });
}
