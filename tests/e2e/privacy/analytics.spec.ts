import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { buildWithAnalytics, junkFiles } from '../../support/builds.ts';
import { expect, test } from '../../support/fixtures.ts';
import { waitForIdle } from '../../support/loading.ts';
import { expectPageFits, runAxe } from '../../support/page-checks.ts';

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
  await expect(getConsentStatement(page)).toBeVisible();

  await page.clock.runFor(60_000);
  await waitForIdle(page);

  // Playwright reports requests in order, so `urls` is complete after this request.
  await page.evaluate(() => fetch('/robots.txt'));
  await expect.poll(() => urls.join()).toContain('/robots.txt');
  return urls;
}

const getQuestion = (page: Page) => page.getByText('May we count this visit?');
const getButton = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true });
const getConsentStatement = (page: Page) =>
  page.getByRole('contentinfo').getByText(/count your visits\.$/);
const hasAnalyticsRequest = (urls: string[]) =>
  urls.some((url) => /\/analytics-|google/.test(url));
/** Whether Google's opt-out property is set. */
const isAnalyticsDisabled = () =>
  Boolean({ ...window }['ga-disable-G-MEASURED' as never]);

for (const signal of [
  { name: 'globalPrivacyControl', value: true },
  { name: 'doNotTrack', value: '1' },
]) {
  test(`if the browser sets ${signal.name}, the site asks no question and counts no visit`, {
    tag: '@firefox',
  }, async ({ page }) => {
    await page.addInitScript(({ name, value }) => {
      localStorage.setItem('pear_analytics', 'yes');
      Object.defineProperty(navigator, name, { value });
    }, signal);
    const urls = await openAndRecordRequests(page);

    await expect(getConsentStatement(page)).toHaveText(
      'Your browser asks not to be tracked, so we do not count your visits.',
    );

    const footer = page.getByRole('contentinfo');
    await expect(footer.getByRole('button')).toHaveCount(0);
    await expect(getQuestion(page)).toBeHidden();
    expect(hasAnalyticsRequest(urls)).toBe(false);
  });
}

async function forgetConsent(page: Page): Promise<void> {
  await page.getByRole('contentinfo').getByText('Contact').click();
  await page.getByText('What happens to what I send?').click();
  await getButton(page, 'Forget me on this device').click();
  await getButton(page, 'Yes, forget me').click();
  await expect(page.locator('main').getByRole('status')).toHaveText(
    'Removed from this device: your consent to count visits.',
  );
}

const waysToStopCounting = [
  {
    name: 'Stop counting',
    stopCounting: (page: Page) => getButton(page, 'Stop counting').click(),
  },
  { name: 'Forget me on this device', stopCounting: forgetConsent },
];

test('consent and its withdrawal take effect in all tabs', {
  tag: '@firefox',
}, async ({ page, context, network }) => {
  const otherTab = await context.newPage();
  const tabs = [page, otherTab];
  const otherUrls = await openAndRecordRequests(otherTab);
  let urls = await openAndRecordRequests(page);

  const expectAnswer = async (
    answer: 'yes' | 'no',
    { isDisabled = answer === 'no' } = {},
  ) => {
    const isYes = answer === 'yes';
    for (const tab of tabs) {
      await expect(getQuestion(tab)).toBeHidden();
      const statementText = isYes
        ? 'You allow us to count your visits.'
        : 'We do not count your visits.';
      await expect(getConsentStatement(tab)).toHaveText(statementText);
      await expect
        .poll(() => tab.evaluate(isAnalyticsDisabled))
        .toBe(isDisabled);
    }

    urls = await openAndRecordRequests(page);
    await expect.poll(() => hasAnalyticsRequest(urls)).toBe(isYes);
    await expect(getQuestion(page)).toBeHidden();
  };

  await test.step('the page asks before it loads analytics', async () => {
    expect(hasAnalyticsRequest([...urls, ...otherUrls])).toBe(false);
    await expect(getQuestion(otherTab)).toBeVisible();
    await expectPageFits(page, [1440, 800, 390]);
    expect(await runAxe(page)).toEqual([]);

    const yesBox = await getButton(page, 'Yes').boundingBox();
    const declineBox = await getButton(page, 'No').boundingBox();
    // Firefox rounds positions to fractions of a pixel.
    expect(yesBox?.height).toBeCloseTo(declineBox?.height ?? 0, 2);
  });

  await test.step('the answer "No" applies to all tabs and moves the focus to the heading', async () => {
    await page.bringToFront();
    await getButton(page, 'No').press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expectAnswer('no', { isDisabled: false });
  });

  for (const { name, stopCounting } of waysToStopCounting) {
    await test.step(`after a click on "Count my visits", all tabs count visits until a click on "${name}"`, async () => {
      await page.bringToFront();
      await getButton(page, 'Count my visits').click();

      await expectAnswer('yes');
      await expect.poll(() => hasAnalyticsRequest(otherUrls)).toBe(true);

      // Google's script, which is blocked here, would set the first two cookies.
      const cookieNames = ['_ga', '_ga_MEASURED', 'other'];
      await context.addCookies(
        cookieNames.map((name) => ({ name, value: '1', url: network.origin })),
      );

      await stopCounting(page);

      const readCookies = () => otherTab.evaluate(() => document.cookie);
      await expect.poll(readCookies).toBe('other=1');
      await expectAnswer('no');
    });
  }
});

test('the worker caches neither analytics nor .DS_Store files', () => {
  const script = readFileSync(`${buildWithAnalytics()}/dist/sw.js`, 'utf8');
  expect(script).toContain('/static/js/notices-');
  for (const name of [...junkFiles, '/online/'])
    expect(script).not.toContain(name);
});
