import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { expectFits, runAxe } from '../../support/audits.ts';
import { buildWithAnalytics, junkFiles } from '../../support/builds.ts';
import { expect, test } from '../../support/fixtures.ts';
import { waitForIdle } from '../../support/loading.ts';

// The tests share one worker process, so that the variant is built once.
test.describe.configure({ mode: 'default' });
test.use({ serviceWorkers: 'block' });

test.beforeEach(async ({ network, serve }) => {
  network.site = await serve(buildWithAnalytics);
});

/** Opens a page, simulates one minute, and returns the requested URLs. */
async function openAndRecordRequests(page: Page): Promise<string[]> {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await page.context().route(/google/, (route) => route.abort());
  await page.clock.install();
  await page.goto('/about');
  await expect(statementIn(page)).toBeVisible();
  await page.clock.runFor(60_000);
  await waitForIdle(page);
  // Playwright reports requests in order, so all earlier ones are in the list.
  await page.evaluate(() => fetch('/robots.txt'));
  await expect.poll(() => urls.join()).toContain('/robots.txt');
  return urls;
}

const question = (page: Page) => page.getByText('May we count this visit?');
const buttonIn = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true });
const statementIn = (page: Page) =>
  page.getByRole('contentinfo').getByText(/count your visits\.$/);
const hasAnalyticsRequest = (urls: string[]) =>
  urls.some((url) => /\/analytics-|google/.test(url));
/** Whether Google's opt-out property is set. */
const isDisabled = () =>
  Boolean({ ...window }['ga-disable-G-MEASURED' as never]);

for (const signal of [
  ['globalPrivacyControl', true],
  ['doNotTrack', '1'],
] as const) {
  test(`the site neither asks nor counts a visitor whose browser sets ${signal[0]}`, {
    tag: '@firefox',
  }, async ({ page }) => {
    await page.addInitScript(([name, value]) => {
      localStorage.setItem('pear_analytics', 'yes');
      Object.defineProperty(navigator, name, { value });
    }, signal);
    const urls = await openAndRecordRequests(page);
    await expect(statementIn(page)).toHaveText(
      'Your browser asks not to be tracked, so we do not count your visits.',
    );
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByRole('button')).toHaveCount(0);
    await expect(question(page)).toBeHidden();
    expect(hasAnalyticsRequest(urls)).toBe(false);
  });
}

test('the site counts visits in all tabs only while the visitor agrees', {
  tag: '@firefox',
}, async ({ page, context, network }) => {
  const other = await context.newPage();
  const tabs = [page, other];
  const otherUrls = await openAndRecordRequests(other);
  let urls = await openAndRecordRequests(page);
  const expectAnswer = async (isYes: boolean, disabled = !isYes) => {
    for (const tab of tabs) {
      await expect(question(tab)).toBeHidden();
      const statement = `We ${isYes ? 'count' : 'do not count'} your visits.`;
      await expect(statementIn(tab)).toHaveText(statement);
      await expect.poll(() => tab.evaluate(isDisabled)).toBe(disabled);
    }
    urls = await openAndRecordRequests(page);
    await expect.poll(() => hasAnalyticsRequest(urls)).toBe(isYes);
    await expect(question(page)).toBeHidden();
  };
  await test.step('the page asks before it loads analytics', async () => {
    expect(hasAnalyticsRequest([...urls, ...otherUrls])).toBe(false);
    await expect(question(other)).toBeVisible();
    await expectFits(page, [1440, 800, 390]);
    expect(await runAxe(page)).toEqual([]);
    const yesBox = await buttonIn(page, 'Yes').boundingBox();
    const noBox = await buttonIn(page, 'No').boundingBox();
    // Firefox rounds positions to fractions of a pixel.
    expect(yesBox?.height).toBeCloseTo(noBox?.height ?? 0, 2);
  });
  await test.step('the answer "No" applies to all tabs and moves the focus to the heading', async () => {
    await page.bringToFront();
    await buttonIn(page, 'No').press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expectAnswer(false, false);
  });
  for (const name of ['Stop counting', 'Forget me on this device']) {
    await test.step(`after a click on "Count my visits", all tabs count visits until a click on "${name}"`, async () => {
      await page.bringToFront();
      await buttonIn(page, 'Count my visits').click();
      await expectAnswer(true);
      expect(hasAnalyticsRequest(otherUrls)).toBe(true);
      // Google's script, which is blocked here, would set the first two cookies.
      const names = ['_ga', '_ga_MEASURED', 'other'];
      await context.addCookies(
        names.map((name) => ({ name, value: '1', url: network.origin })),
      );
      if (name === 'Stop counting') await buttonIn(page, name).click();
      else {
        await page.getByRole('contentinfo').getByText('Contact').click();
        await page.getByText('What happens to what I send?').click();
        await buttonIn(page, name).click();
        await buttonIn(page, 'Yes, forget me').click();
        await expect(page.locator('main').getByRole('status')).toHaveText(
          'Removed from this device: your yes to counting visits.',
        );
      }
      const cookies = () => other.evaluate(() => document.cookie);
      await expect.poll(cookies).toBe('other=1');
      await expectAnswer(false);
    });
  }
});

test('the worker caches neither analytics nor junk files from macOS', () => {
  const worker = readFileSync(`${buildWithAnalytics()}/dist/sw.js`, 'utf8');
  expect(worker).toContain('/static/js/notices-');
  for (const name of [...junkFiles, '/online/'])
    expect(worker).not.toContain(name);
});
