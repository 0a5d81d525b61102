import { notFoundTexts } from '../../../src/content/not-found.ts';
import { noticeTexts } from '../../../src/content/notices.ts';
import { notFoundRoute, routes } from '../../../src/routes.ts';
import { expect, test } from '../../faults/fixtures.ts';
import {
  createShortTimerScript,
  fullDiskScript,
} from '../../faults/injected-scripts.ts';
import { waitForActiveWorker } from '../../faults/page-functions.ts';
import {
  recordAnnouncements,
  waitForAnnouncement,
} from '../../support/announcements.ts';
import { careersForm, fillIn, submit } from '../../support/forms.ts';
import { dispatchOnline } from '../../support/gestures.ts';
import {
  openWithWorker,
  waitForReact,
  waitForWorker,
} from '../../support/loading.ts';
import { getUnsentButton, joinWaitlistOffline } from '../../support/unsent.ts';
import { expectSent, joinWaitlist } from '../../support/waitlist.ts';

/** Runs in the page: loads all pictures and fonts, and lists the broken ones. */
async function describePage() {
  const images = [...document.images];
  for (const image of images) image.loading = 'eager';
  await Promise.allSettled(images.map((image) => image.decode()));
  await document.fonts.ready;

  const brokenImages = images.filter(({ naturalWidth }) => naturalWidth === 0);
  const brokenUrls = brokenImages.map(({ src }) => src);
  for (const { status, family } of document.fonts) {
    if (status === 'error' && !family.includes('Fallback'))
      brokenUrls.push(family);
  }

  const [visit] = performance.getEntriesByType('navigation');
  return {
    title: document.title,
    path: location.pathname,
    status: (visit as PerformanceNavigationTiming).responseStatus,
    headings: document.querySelectorAll('h1').length,
    broken: brokenUrls,
  };
}

test.describe('with a worker that stores all pages', () => {
  test('every page works offline after one visit', {
    tag: ['@firefox', '@webkit'],
  }, async ({ scenario, network, engine }) => {
    const browser = await scenario.start();
    const firstTab = await browser.open();
    await firstTab.goto(`${network.origin}/faq`);
    await firstTab.evaluate(waitForActiveWorker);
    await firstTab.close();

    await scenario.goOffline();
    const page = await browser.open();

    const expectPage = async (typed: string, status: number, shown: object) => {
      await page.goto(network.origin + typed);
      // WebKit does not report the status of a page.
      const statusIfKnown = engine !== 'webkit' && { status };
      const pageInfo = { headings: 1, broken: [], ...statusIfKnown, ...shown };
      expect(await page.evaluate(describePage)).toMatchObject(pageInfo);
    };

    for (const { path, title } of routes)
      await expectPage(path, 200, { path, title });

    // unit/addresses.test.ts tests more misspelled addresses.
    await expectPage('/BRANDS/', 200, { path: '/brands' });
    await expectPage('/brands%20)', 200, { path: '/brands' });
    await expectPage('/brands에서?a=1', 200, { path: '/brands' });

    const { title } = notFoundRoute;
    await expectPage('/no/such/page', 404, { path: '/no/such/page', title });
  });

  test('offline, the 404 page says that it cannot check the address', async ({
    page,
    context,
    network,
  }) => {
    const { unchecked, text } = notFoundTexts;
    const cannotCheckNotice = page.getByText(unchecked, { exact: true });
    const goOnline = async () => {
      network.restore();
      await page.evaluate(dispatchOnline);
    };
    await openWithWorker(page, '/nowhere');
    await expect(page.getByText(text, { exact: true })).toBeVisible();

    await waitForReact(page);
    await expect(cannotCheckNotice).toBeHidden();
    network.cut();
    await page.reload();
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    await expect(cannotCheckNotice).toBeVisible();

    await goOnline();
    await expect(cannotCheckNotice).toBeHidden();

    await test.step('Back to a 404 page that was shown offline checks the address', async () => {
      network.cut();
      await page.goto('/nowhere');
      await expect(cannotCheckNotice).toBeVisible();
      await page.getByRole('main').getByRole('link').click();
      await expect(page).toHaveTitle('Sign up now');
      network.restore();
      await page.goBack();
      await expect(page.getByText(text, { exact: true })).toBeVisible();
      await expect(cannotCheckNotice).toBeHidden();
    });

    await test.step('offline, the worker answers the request for a cached file', async () => {
      network.cut();
      expect((await page.goto('/favicon.svg'))?.status()).toBe(200);
    });

    await test.step('the 404 page, shown offline in place of an existing page, reloads when the network returns', async () => {
      await page.goto('/nowhere');
      await expect(cannotCheckNotice).toBeVisible();
      const newResponse = { body: 'New' };
      await context.route('**/nowhere', (route) => route.fulfill(newResponse));
      await goOnline();
      await expect(page.getByText('New', { exact: true })).toBeVisible();
    });

    await test.step('the worker leaves requests for uncached files to the network', async () => {
      network.cut();
      await expect(page.goto('/no/such.pdf')).rejects.toThrow();
    });
  });
});

test('a header that a proxy forges while the worker installs is not in the offline copy', {
  tag: '@firefox',
}, async ({ page, network }) => {
  network.forgedHeaders = {
    'x-forged': 'yes',
    'x-content-type-options': 'none',
    'content-security-policy': "frame-ancestors 'self'",
  };
  const response = await page.goto('/waitlist');
  expect(response?.headers()).toMatchObject(network.forgedHeaders);
  await waitForWorker(page);

  network.cut();
  for (const { path, status } of [
    { path: '/waitlist', status: 200 },
    { path: '/nowhere', status: 404 },
  ]) {
    const offlineResponse = await page.goto(path);
    expect(offlineResponse?.status()).toBe(status);

    const headers = offlineResponse?.headers();
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "frame-ancestors 'none'",
    });
    expect(headers).not.toHaveProperty('x-forged');
  }
});

test('the page shows the offline notice while the site is unreachable', async ({
  page,
  context,
  records,
}) => {
  await openWithWorker(page, '/waitlist');
  await context.setOffline(true);
  for (const noticeText of [noticeTexts.offline, noticeTexts.kept])
    await expect(page.locator('p', { hasText: noticeText })).toBeVisible();

  await test.step('a page that loads offline announces the offline notice', async () => {
    await page.addInitScript(recordAnnouncements);
    await page.addInitScript(() =>
      Object.defineProperty(globalThis, 'indexedDB', { value: undefined }),
    );
    await page.reload();
    await waitForAnnouncement(page, noticeTexts.offline);
    await context.setOffline(false);
  });

  await test.step('a delivery hides the offline notice even if navigator.onLine is false', async () => {
    const otherTab = await context.newPage();
    await otherTab.addInitScript(() =>
      Object.defineProperty(navigator, 'onLine', { value: false }),
    );
    await otherTab.goto('/waitlist');
    const offlineNotice = otherTab.locator('p', {
      hasText: noticeTexts.offline,
    });
    await expect(offlineNotice).toBeVisible();

    await joinWaitlist(otherTab);
    await expectSent(otherTab);
    await expect(offlineNotice).toBeHidden();
    expect(await records.count('waitlist')).toBe(1);
  });
});

test('F39: a saved submission is sent once after the disk has filled, and the page no longer promises to save submissions', async ({
  page,
  context,
  network,
  records,
}) => {
  await joinWaitlistOffline(page, network);
  const workers = context.serviceWorkers();
  expect(workers).not.toEqual([]);
  for (const worker of workers) await worker.evaluate(fullDiskScript);
  network.restore();
  await expectSent(page);
  await expect(getUnsentButton(page)).toBeHidden();
  expect(await records.count('waitlist')).toBe(1);

  await page.evaluate(fullDiskScript);
  await context.setOffline(true);
  const keptNotice = page.getByText(noticeTexts.kept, { exact: true });
  await expect(keptNotice).toBeVisible();

  await page.getByRole('link', { name: 'Careers', exact: true }).click();
  await fillIn(page, careersForm);
  await submit(page, careersForm);
  await expect(page.getByRole('alert')).toHaveText(careersForm.failure);
  await expect(keptNotice).toBeHidden();
});

/** After the worker's activation, `caches.open` alternately hangs and fails. */
const breakCacheScript = `addEventListener('activate', () => {
  let callCount = 0;
  caches.open = () => {
    callCount += 1;
    return callCount % 2
      ? new Promise(() => undefined)
      : Promise.reject(new DOMException('no disk', 'UnknownError'));
  };
})`;

/** The time limit of src/sw/file-cache.ts, in milliseconds. */
const diskTimeout = 5000;

test('pages load if the cache hangs or fails', async ({ page, network }) => {
  network.inject('worker', breakCacheScript);
  network.inject('worker', createShortTimerScript(diskTimeout));
  await page.goto('/faq');
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  for (const path of ['/mission', '/no/such/page', '/waitlist']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await joinWaitlist(page);
  await expectSent(page);
});
