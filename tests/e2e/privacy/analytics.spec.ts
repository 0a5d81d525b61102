import * as path from 'node:path';
import type { Page } from 'playwright/test';
import { overflowing, violations } from '../../support/audits.ts';
import { type Built, serveFolder } from '../../support/builds.ts';
import { expect, test } from '../../support/fixtures.ts';
import { idle } from '../../support/hydrated.ts';
import { buildMeasured } from '../../support/variants.ts';
import { visit } from '../../support/waitlist.ts';

// One build for all.
test.describe.configure({ mode: 'default' });

let measured: Built;

test.beforeAll(async ({ site }) => {
  measured = await serveFolder(path.join(buildMeasured(), 'dist'), site.origin);
});
test.afterAll(() => measured?.close());

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

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('who objects is not asked, and where nothing is kept, each page asks', {
    tag: '@firefox',
  }, async ({ context }) => {
    for (const objection of [
      { globalPrivacyControl: true },
      { doNotTrack: '1' },
    ] as const) {
      const page = await context.newPage();
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
      const footer = page.getByRole('contentinfo');
      await expect(footer.getByRole('button')).toHaveCount(0);
      await idle(page);
      await expect(question(page)).toBeHidden();
      expect(isCounting(asked)).toBe(false);
    }
    const page = await context.newPage();
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

  test('a no is remembered; after a yes all tabs count, until it is taken back', {
    tag: '@firefox',
  }, async ({ page, context }) => {
    const other = await context.newPage();
    const tabs = [page, other];
    const askedThere = await open(other);
    let asked = await open(page);
    await idle(page);
    await test.step('nothing is loaded before a yes', async () => {
      expect(isCounting([...asked, ...askedThere])).toBe(false);
      await expect(question(other)).toBeVisible();
      const [yes, no] = await Promise.all(
        ['Yes', 'No'].map((name) =>
          page.getByRole('button', { name, exact: true }).boundingBox(),
        ),
      );
      expect(yes?.height).toBe(no?.height);
    });
    await test.step('a no is for every page', async () => {
      await press(page, 'No');
      await expect(question(page)).toBeHidden();
      asked = await open(page);
      await idle(page);
      await expect(question(page)).toBeHidden();
      await expect(choiceIn(page)).toHaveText('We do not count your visits.');
      expect(isCounting(asked)).toBe(false);
    });
    await test.step('at the foot of the page it becomes a yes', async () => {
      await press(page, 'Count my visits');
      await expectCounting(tabs);
      await expect.poll(() => isCounting(asked)).toBe(true);
      await expect.poll(() => isCounting(askedThere)).toBe(true);
      const again = await context.newPage();
      const askedLater = await open(again);
      await expect.poll(() => isCounting(askedLater)).toBe(true);
      await expect(question(again)).toBeHidden();
      await again.close();
    });
    for (const how of ['Stop counting', 'Forget me on this device']) {
      await test.step(`after '${how}' nothing is counted, nor kept`, async () => {
        await page.bringToFront();
        if (how !== 'Stop counting') {
          await press(page, 'Count my visits');
          await expectCounting(tabs);
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
        for (const tab of tabs) {
          await expect(choiceIn(tab)).toHaveText(
            'We do not count your visits.',
          );
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
  });

  async function expectCounting(tabs: readonly Page[]): Promise<void> {
    for (const tab of tabs) {
      await expect(question(tab)).toBeHidden();
      await expect(choiceIn(tab)).toHaveText('We count your visits.');
      await expect
        .poll(() => tab.evaluate(traces))
        .toMatchObject({ isOff: false });
    }
  }

  /** Whether Google's own switch is off, and what it would know one by. */
  const traces = () => ({
    isOff: (window as unknown as Record<string, unknown>)[
      'ga-disable-G-MEASURED'
    ],
    cookies: document.cookie,
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
});

test('with a worker it is loaded after a yes, and is not kept', async ({
  page,
}) => {
  await visit(page, `${measured.origin}/faq`);
  await open(page);
  const loaded = page.waitForResponse(/\/static\/js\/online\/analytics-/);
  await press(page, 'Yes');
  const response = await loaded;
  expect(response.status()).toBe(200);
  expect(response.fromServiceWorker()).toBe(true);
  const worker = await page.request.get(`${measured.origin}/sw.js`);
  const text = await worker.text();
  expect(text).toContain('/static/js/notices-');
  expect(text).not.toContain('/online/');
  expect(text).not.toContain('"/sw.js"');
});
