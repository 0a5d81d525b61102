import { notices } from '../../../src/content/notices.ts';
import { notFound, routes } from '../../../src/routes.ts';
import { test as storyTest } from '../../faults/fixtures.ts';
import {
  announcements,
  noteAnnouncements,
  workerIsActive,
} from '../../faults/inside.ts';
import { hurry } from '../../faults/preludes.ts';
import { expect, test } from '../../support/fixtures.ts';
import { spellings } from '../../support/pages.ts';
import { join, sent, visit } from '../../support/waitlist.ts';

test.use({ keepsAllPages: true });

storyTest(
  'after one visit every page works with the server gone',
  { tag: ['@firefox', '@webkit'] },
  async ({ story, network, engine }) => {
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
    for (const [spelling, path] of Object.entries(spellings)) {
      expect(await show(spelling), spelling).toMatchObject({ path });
    }
    const { title } = notFound;
    for (const path of ['/no/such/page', '/no/such.file', '/no.html']) {
      const wanted = { ...fine, ...answered(404), path, title };
      expect(await show(path)).toMatchObject(wanted);
    }
  },
);

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

test('a page that comes offline announces that it is', async ({
  page,
  context,
}) => {
  await visit(page, '/faq');
  await context.setOffline(true);
  await page.addInitScript(noteAnnouncements);
  // What is kept is added to the sentence later, which announces it as well.
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined });
  });
  await page.reload();
  await expect
    .poll(() => page.evaluate(announcements))
    .toContain(notices.offline);
});

test('an interrupted install goes on from what has come', async ({ page }) => {
  const asked = new Map<string, number>();
  await page.context().route('**/pictures/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    const times = (asked.get(pathname) ?? 0) + 1;
    if (route.request().serviceWorker()) asked.set(pathname, times);
    const isLost = pathname.endsWith('/trainers.svg') && times === 1;
    await (isLost ? route.abort() : route.continue());
  });
  await visit(page, '/faq');
  expect(asked.get('/pictures/products/trainers.svg')).toBe(2);
  expect(asked.get('/pictures/products/cap.svg')).toBe(1);
});

test('the 404 page is kept whatever hosting says of it', async ({
  page,
  context,
  network,
}) => {
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

for (const [what, outcome] of [
  ['fails', `Promise.reject(new DOMException('no disk', 'UnknownError'))`],
  ['hangs', 'new Promise(() => undefined)'],
]) {
  test(`where the cache ${what}, pages come from the network`, async ({
    page,
    network,
  }) => {
    // Before the worker's own listeners: from its activation on.
    const broken = `caches.open = () => ${outcome}`;
    network.inject('worker', `addEventListener('activate', () => {${broken}})`);
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
    await expect(page.getByText(sent, { exact: true })).toBeVisible();
  });
}

test('a page that only a later version has is asked for', async ({
  page,
  context,
}) => {
  await visit(page, '/faq');
  const body = '<h1>Press</h1>';
  await context.route('**/press', (route) =>
    route.fulfill({ body, contentType: 'text/html' }),
  );
  await page.goto('/press');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Press');
});

test('the worker leaves alone what is not its own', {
  tag: '@firefox',
}, async ({ page, network, records }) => {
  await visit(page, '/');
  const statuses = await page.evaluate(async () => {
    const font = document.querySelector<HTMLLinkElement>('link[as="font"]');
    const range = await fetch(font?.href ?? '', {
      headers: { range: 'bytes=0-9' },
    });
    const error = await fetch('/static/js/gone.js');
    const cache = await caches.open('pear-files');
    const kept = await cache.match('/static/js/gone.js');
    return [range.ok, error.status, kept === undefined];
  });
  expect(statuses).toEqual([true, 404, true]);
  network.cut();
  const isAnswered = await page.evaluate(() =>
    fetch('/about', { method: 'POST' }).then(
      () => true,
      () => false,
    ),
  );
  expect(isAnswered).toBe(false);
  expect(network.commits).toBe(0);
  expect(await records.count('waitlist')).toBe(0);
});

const wishesToSave = `
Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
`;

test('to save data, pictures are kept once they are seen', async ({
  page,
  context,
  network,
}) => {
  network.inject('worker', wishesToSave);
  await visit(page, '/faq');
  const kept = await page.evaluate(keptPaths);
  expect(kept.filter((path) => /\.(svg|png)$/.test(path))).toEqual([]);
  expect(kept).toEqual(
    expect.arrayContaining([
      '/',
      '/feed',
      '/404',
      expect.stringMatching(/\.woff2$/),
      expect.stringMatching(/\/js\/feed-.*\.js$/),
    ]),
  );
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

async function keptPaths(): Promise<string[]> {
  const cache = await caches.open('pear-files');
  const requests = await cache.keys();
  return requests.map(({ url }) => new URL(url).pathname);
}

test('to save data, no page is left out that was missing for a moment', async ({
  page,
  context,
  network,
}) => {
  network.inject('worker', wishesToSave);
  let asked = 0;
  await context.route(/\/js\/feed-.*\.js$/, async (route) => {
    asked += 1;
    if (asked > 1) await route.continue();
    else await route.fulfill({ status: 503 });
  });
  await visit(page, '/faq');
  expect(await page.evaluate(keptPaths)).toContainEqual(
    expect.stringMatching(/\/js\/feed-.*\.js$/),
  );
});
