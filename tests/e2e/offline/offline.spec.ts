import { notFoundPage } from '../../../src/content/not-found.ts';
import { notices } from '../../../src/content/notices.ts';
import { notFound, routes } from '../../../src/routes.ts';
import { expect, test } from '../../faults/fixtures.ts';
import { shortenTimers } from '../../faults/injected-scripts.ts';
import { workerIsActive } from '../../faults/page-functions.ts';
import {
  announcements,
  recordAnnouncements,
} from '../../support/announcements.ts';
import { hydrated } from '../../support/hydrated.ts';
import {
  expectSent,
  expectThanks,
  join,
  visit,
  workerReady,
} from '../../support/waitlist.ts';

/** What has come of the page: its pictures and fonts too. */
async function seen() {
  for (const image of document.images) image.loading = 'eager';
  await Promise.all(
    [...document.images].map((image) => image.decode().catch(() => undefined)),
  );
  await document.fonts.ready;
  const [visit] = performance.getEntriesByType('navigation');
  const lost = [...document.images].filter((i) => i.naturalWidth === 0);
  const fonts = [...document.fonts].filter(
    ({ status, family }) => status === 'error' && !family.includes('Fallback'),
  );
  return {
    title: document.title,
    path: location.pathname,
    status: (visit as PerformanceNavigationTiming).responseStatus,
    headings: document.querySelectorAll('h1').length,
    broken: [...lost.map(({ src }) => src), ...fonts.map((f) => f.family)],
  };
}

test.describe('with all pages kept', () => {
  test.use({ keepsAllPages: true });

  test('after one visit every page works with the server gone', {
    tag: ['@firefox', '@webkit'],
  }, async ({ story, network, engine }) => {
    const browser = await story.start();
    const first = await browser.open();
    await first.goto(`${network.origin}/faq`);
    await first.evaluate(workerIsActive);
    await first.close();
    await story.offline();
    const cold = await browser.open();
    const show = async (address: string) => {
      await cold.goto(network.origin + address);
      return cold.evaluate(seen);
    };
    const fine = { headings: 1, broken: [] };
    // WebKit does not tell a page its status.
    const answered = (status: number) => engine !== 'webkit' && { status };
    for (const { path, title } of routes) {
      const wanted = { ...fine, ...answered(200), path, title };
      expect(await show(path)).toMatchObject(wanted);
    }
    // More of them are in unit/sw/addresses.test.ts.
    expect(await show('/BRANDS/')).toMatchObject({ path: '/brands' });
    expect(await show('/brands%20)')).toMatchObject({ path: '/brands' });
    const { title } = notFound;
    const path = '/no/such/page';
    const wanted = { ...fine, ...answered(404), path, title };
    expect(await show(path)).toMatchObject(wanted);
  });

  // What is fetched again is in unit/sw/install.test.ts.
  test('a 404 page that varies is kept, also without the pack', async ({
    page,
    context,
    network,
  }) => {
    await context.route('**/static/offline-*.json', (route) =>
      route.fulfill({ status: 404 }),
    );
    await context.route('**/404', async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), vary: '*' };
      await route.fulfill({ response, headers, status: 404 });
    });
    await visit(page, '/faq');
    network.cut();
    expect((await page.goto('/nowhere'))?.status()).toBe(404);
    await expect(page).toHaveTitle(notFound.title);
  });

  test('offline an unknown address may exist', async ({
    page,
    context,
    network,
  }) => {
    const { unchecked, text } = notFoundPage;
    const says = page.getByText(unchecked, { exact: true });
    const goOnline = async () => {
      network.restore();
      await page.evaluate(() => dispatchEvent(new Event('online')));
    };
    await visit(page, '/nowhere');
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    await hydrated(page);
    await expect(says).toBeHidden();
    network.cut();
    await page.reload();
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    await expect(says).toBeVisible();
    await goOnline();
    await expect(says).toBeHidden();
    network.cut();
    // A stored file is no page.
    expect((await page.goto('/favicon.svg'))?.status()).toBe(200);
    await page.goto('/nowhere');
    await expect(says).toBeVisible();
    await context.route('**/nowhere', (route) =>
      route.fulfill({ body: 'New' }),
    );
    await goOnline();
    await expect(page.getByText('New', { exact: true })).toBeVisible();
    // The browser's own error, since only the network knows other files.
    network.cut();
    await expect(page.goto('/no/such.pdf')).rejects.toThrow();
  });

  test('a captive portal during the install leaves no trace', {
    tag: '@firefox',
  }, async ({ page, network }) => {
    network.portal = '<!doctype html><title>Train</title>';
    await page.goto('/waitlist');
    // The portal has answered the worker, and the install has failed.
    await expect.poll(() => network.portalAnswers).toBeGreaterThan(3);
    network.portal = '';
    await workerReady(page);
    network.cut();
    await page.goto('/waitlist');
    await join(page);
    await expectThanks(page);
  });
});

test('a page says truly it is offline', async ({ page, context, records }) => {
  const says = (words: string) =>
    expect(page.locator('p', { hasText: words })).toBeVisible();
  await visit(page, '/waitlist');
  await context.setOffline(true);
  await says(notices.offline);
  await says(notices.kept);
  await page.addInitScript(recordAnnouncements);
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined });
  });
  // One that comes offline announces it.
  await page.reload();
  const announced = () => page.evaluate(announcements);
  const line = expect.stringContaining(notices.offline);
  await expect.poll(announced).toContainEqual(line);
  await says(notices.offline);
  await context.setOffline(false);
  // What arrives shows that it is not, as the browser has it on some networks.
  const other = await context.newPage();
  await other.addInitScript(() =>
    Object.defineProperty(navigator, 'onLine', { value: false }),
  );
  await other.goto('/waitlist');
  const notice = other.locator('p', { hasText: notices.offline });
  await expect(notice).toBeVisible();
  await join(other);
  await expectSent(other);
  await expect(notice).toBeHidden();
  expect(await records.count('waitlist')).toBe(1);
});

/** From the worker's activation on, before its own listeners. */
const brokenCache = `addEventListener('activate', () => {
  let calls = 0;
  caches.open = () => {
    calls += 1;
    return calls % 2
      ? new Promise(() => undefined)
      : Promise.reject(new DOMException('no disk', 'UnknownError'));
  };
})`;

test('pages come where the cache hangs and fails', async ({
  page,
  network,
}) => {
  network.inject('worker', brokenCache);
  // So long the worker waits for its cache.
  network.inject('worker', shortenTimers(5000));
  await page.goto('/faq');
  // It takes over all the same.
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  for (const path of ['/mission', '/no/such/page', '/waitlist']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await join(page);
  await expectSent(page);
});
