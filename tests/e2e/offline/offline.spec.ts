import { notices } from '../../../src/content/notices.ts';
import { notFound, routes } from '../../../src/routes.ts';
import { expect, test } from '../../faults/fixtures.ts';
import {
  announcements,
  noteAnnouncements,
  workerIsActive,
} from '../../faults/inside.ts';
import { hurry } from '../../faults/preludes.ts';
import { expectSent, join, visit } from '../../support/waitlist.ts';

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

async function keptPaths(): Promise<string[]> {
  const cache = await caches.open('pear-files');
  const requests = await cache.keys();
  return requests.map(({ url }) => new URL(url).pathname);
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
    // More of them are in unit/sw/find-page.test.ts.
    expect(await show('/BRANDS/')).toMatchObject({ path: '/brands' });
    const { title } = notFound;
    for (const path of ['/no/such/page', '/no/such.file', '/no.html']) {
      const wanted = { ...fine, ...answered(404), path, title };
      expect(await show(path)).toMatchObject(wanted);
    }
  });

  test('an interrupted install goes on', async ({ page, context, network }) => {
    const asked = new Map<string, number>();
    await context.route('**/pictures/**', async (route) => {
      const { pathname } = new URL(route.request().url());
      const times = (asked.get(pathname) ?? 0) + 1;
      if (route.request().serviceWorker()) asked.set(pathname, times);
      const isLost = pathname.endsWith('/trainers.svg') && times === 1;
      await (isLost ? route.abort() : route.continue());
    });
    await context.route('**/404', async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), vary: '*' };
      await route.fulfill({ response, headers, status: 404 });
    });
    await visit(page, '/faq');
    expect(asked.get('/pictures/products/trainers.svg')).toBe(2);
    expect(asked.get('/pictures/products/cap.svg')).toBe(1);
    network.cut();
    expect((await page.goto('/nowhere'))?.status()).toBe(404);
    await expect(page).toHaveTitle(notFound.title);
  });

  test('saving data keeps what is seen', async ({ page, context, network }) => {
    network.inject(
      'worker',
      `Object.defineProperty(navigator, 'connection', {
        value: { saveData: true },
      });`,
    );
    await visit(page, '/faq');
    const kept = await page.evaluate(keptPaths);
    expect(kept.filter((path) => /\.(svg|png)$/.test(path))).toEqual([]);
    expect(kept).toContain('/feed');
    await page.goto('/feed');
    await page.evaluate(seen);
    const pictures = await page.evaluate(() =>
      [...document.images].map(({ src }) => new URL(src).pathname),
    );
    expect(pictures.length).toBeGreaterThan(5);
    await expect
      .poll(() => page.evaluate(keptPaths))
      .toEqual(expect.arrayContaining(pictures));

    network.cut();
    await context.setOffline(true);
    await page.goto('/feed');
    expect((await page.evaluate(seen)).broken).toEqual([]);
  });
});

test('a page says truly it is offline', async ({ page, context, records }) => {
  const says = (words: string) =>
    expect(page.getByText(words, { exact: true })).toBeVisible();
  await visit(page, '/waitlist');
  await context.setOffline(true);
  await says(notices.offline);
  await says(notices.kept);
  await page.addInitScript(noteAnnouncements);
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined });
  });
  // One that comes offline announces it.
  await page.reload();
  const announced = () => page.evaluate(announcements);
  await expect.poll(announced).toContain(notices.offline);
  await says(notices.offline);
  await context.setOffline(false);
  // What arrives shows that it is not, as the browser has it on some networks.
  const other = await context.newPage();
  await other.addInitScript(() =>
    Object.defineProperty(navigator, 'onLine', { value: false }),
  );
  await other.goto('/waitlist');
  const notice = other.getByText(notices.offline, { exact: true });
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
  network.inject('worker', hurry(5000));
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
