import type { Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { countSubscriptions } from '../../support/live-subscriptions.ts';
import { openPage, waitForIdle, waitForReact } from '../../support/loading.ts';
import { pages } from '../../support/pages.ts';

test.use({ serviceWorkers: 'block' });

/** Returns what must not grow with the number of navigations. Runs in the page. */
function readGrowth() {
  const { readSubscriptions } = window as unknown as {
    readSubscriptions: () => Record<string, number>;
  };
  // Playwright blocks the worker, and Workbox adds this listener at each retry.
  const { 'ServiceWorkerContainer message': _, ...subscriptions } =
    readSubscriptions();
  return {
    subscriptions,
    elements: document.body.querySelectorAll('*').length,
    head: [...document.head.children].map(({ outerHTML }) =>
      outerHTML.slice(0, 160),
    ),
    bodyElements: document.body.children.length,
    storedKeys: Object.keys({ ...localStorage, ...sessionStorage }).length,
  };
}

test('46 navigations leave no listener, observer, interval or element behind', async ({
  page,
  consoleLines,
}) => {
  await page.addInitScript(countSubscriptions);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openPage(page, '/');
  const follow = async (count: number) => {
    const { path, title } = pages[count % pages.length] ?? { path: '/' };
    const link = page.locator(`a[href="${path}"]`).filter({ visible: true });
    await link.first().click();
    await expect(page).toHaveTitle(title ?? '');
  };
  for (let count = 1; count <= 20; count += 1) await follow(count);
  await waitForIdle(page);
  // By now each page has been loaded, so a further lap must add nothing.
  const before = await page.evaluate(readGrowth);
  expect(Object.keys(before.subscriptions).length).toBeGreaterThan(5);
  for (let count = 21; count <= 46; count += 1) await follow(count);
  await waitForIdle(page);
  await expect.poll(() => page.evaluate(readGrowth)).toEqual(before);
  expect(consoleLines).toEqual([]);
});

/** Chromium loads lazy images up to this many CSS pixels below the window. */
const maxLazyDistance = 3000;

/** Returns the images that were requested although they are far below. */
function findEarlyImages(maxDistance: number): string[] {
  const requested = performance
    .getEntriesByType('resource')
    .map(({ name }) => name.replace(/#.*/, ''));
  return [...document.images].flatMap((image) => {
    const { top } = image.getBoundingClientRect();
    const address = image.src.replace(/#.*/, '');
    const isFirst = [...document.images].find(({ src }) =>
      src.startsWith(address),
    );
    return isFirst === image &&
      top > innerHeight + maxDistance &&
      requested.includes(address)
      ? [`${address} at ${Math.round(top)} px`]
      : [];
  });
}

/** Returns the kinds and names of the requested files, without hashes. */
function nameRequests(urls: readonly string[]): string[] {
  return urls
    .map((url) => new URL(url).pathname.replace(/-[\w-]{8}(?=\.\w+$)/, ''))
    .filter((path) => !path.startsWith('/pictures/'))
    .sort();
}

async function openAndRecord(page: Page, path: string): Promise<string[]> {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await page.goto(path);
  await waitForReact(page);
  await page.locator('[data-fixed]').waitFor({ state: 'attached' });
  await waitForIdle(page);
  return urls;
}

test('before a visitor scrolls, a page requests each file once, and no picture far below', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const { path } of pages) {
    const urls = await openAndRecord(page, path);
    const repeated = urls.filter((url, index) => urls.indexOf(url) !== index);
    expect(repeated, `${path} requests these files twice`).toEqual([]);
    const early = await page.evaluate(findEarlyImages, maxLazyDistance);
    expect(early, `${path} loads these pictures too early`).toEqual([]);
  }
});

test('the home page requests only these files besides its pictures', async ({
  page,
}) => {
  const urls = await openAndRecord(page, '/');
  // The bundler names a chunk of shared modules after one of them.
  expect(nameRequests(urls)).toEqual([
    '/',
    '/favicon.svg',
    '/static/confirmation.css',
    '/static/forget-me.css',
    '/static/js/confirmation.js',
    '/static/js/forget-me.js',
    '/static/js/home.js',
    '/static/js/index.js',
    '/static/js/notices.js',
    '/static/js/react.js',
    '/static/js/rolldown-runtime.js',
    '/static/js/sample-brands.js',
    '/static/js/section.js',
    '/static/js/tag.js',
    '/static/js/writability.js',
    '/static/lora-latin-600-normal.woff2',
    '/static/notices.css',
    '/static/poppins-latin-400-normal.woff2',
    '/static/poppins-latin-600-normal.woff2',
  ]);
});
