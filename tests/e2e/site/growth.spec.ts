import type { Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { countSubscriptions } from '../../support/live-subscriptions.ts';
import {
  openPage,
  waitForIdle,
  waitForNotices,
  waitForReact,
} from '../../support/loading.ts';
import { closeMenu, openMenu } from '../../support/menu.ts';
import { pages } from '../../support/pages.ts';
import { resizeWindow } from '../../support/window-size.ts';

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

/**
 * Returns the style sheets that the page has loaded twice, or that repeat the rules for
 * all pages. A repeated rule overrules the sheets that were loaded before it. The bundler
 * may repeat a module that several modules compose. Runs in the page.
 */
function findRepeatedStyles(): string[] {
  const knownRules = new Set<string>();
  const repeatedSheets: string[] = [];
  for (const sheet of document.styleSheets) {
    if (sheet.disabled) continue;
    const rules = [...sheet.cssRules].map(({ cssText }) => cssText);
    // A sheet can also contain the same rule twice.
    const repeatedRules = rules.filter(
      (rule, index) => knownRules.has(rule) || rules.indexOf(rule) < index,
    );
    // The classes of modules begin with an underscore.
    const globalRules = repeatedRules.filter((rule) => !rule.includes('._'));
    if (globalRules.length > 0 || repeatedRules.length === rules.length)
      repeatedSheets.push(
        `${sheet.href ?? 'the style element'} repeats ${repeatedRules.length} of its ${rules.length} rules, such as ${(globalRules[0] ?? repeatedRules[0])?.slice(0, 60)}`,
      );
    for (const rule of rules) knownRules.add(rule);
  }
  return repeatedSheets;
}

test('46 navigations leave no listener, observer, interval or element behind', async ({
  page,
  consoleLines,
}) => {
  await page.addInitScript(countSubscriptions);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openPage(page, '/');
  // The notices arrive late, and add listeners.
  await waitForNotices(page);
  const goToPage = async (index: number) => {
    const { path, title } = pages[index % pages.length] as (typeof pages)[0];
    const links = page.locator(`a[href="${path}"]`).filter({ visible: true });
    await links.first().click();
    await expect(page).toHaveTitle(title);
  };

  for (let index = 1; index <= 20; index += 1) await goToPage(index);
  await waitForIdle(page);
  // By now each page has been loaded, so a further lap must add nothing.
  const growthBefore = await page.evaluate(readGrowth);
  const subscriptionKinds = Object.keys(growthBefore.subscriptions);
  expect(subscriptionKinds.length).toBeGreaterThan(5);
  const urls = recordRequests(page);

  for (let index = 21; index <= 46; index += 1) await goToPage(index);
  await waitForIdle(page);
  // Chromium requests the icon again at each address.
  const files = nameRequests(urls).filter((file) => file !== '/favicon.svg');
  expect.soft(files, 'files that were requested again').toEqual([]);
  const repeatedStyles = await page.evaluate(findRepeatedStyles);
  expect.soft(repeatedStyles, 'styles that have loaded twice').toEqual([]);
  await expect.poll(() => page.evaluate(readGrowth)).toEqual(growthBefore);
  expect(consoleLines).toEqual([]);
});

/** Uses what a page offers, in a way that ends as it began. */
const uses: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  '/': async (page) => {
    const brand = page.locator('main fieldset [aria-pressed]').first();
    for (let press = 0; press < 2; press += 1) {
      const isPressed = await brand.getAttribute('aria-pressed');
      await brand.press('Enter');
      await expect(brand).not.toHaveAttribute('aria-pressed', `${isPressed}`);
    }
  },
  '/faq': async (page) => {
    const question = page.locator('main details').first();
    await question.locator('summary').press('Enter');
    await expect(question).toHaveAttribute('open');
    await question.locator('summary').press('Enter');
    await expect(question).not.toHaveAttribute('open');

    await openMenu(page);
    await closeMenu(page);
  },
  '/careers': async (page) => {
    const field = page.getByLabel('Message');
    await field.pressSequentially('I cut patterns.');
    await field.fill('');
    await page.getByLabel('Name').focus();
    await resizeWindow(page, { width: 391, height: 844 });
    await resizeWindow(page, { width: 390, height: 844 });
  },
};

for (const [path, use] of Object.entries(uses))
  test(`using ${path} again and again leaves no listener, observer, interval or element behind`, async ({
    page,
  }) => {
    await page.addInitScript(countSubscriptions);
    await page.setViewportSize({ width: 390, height: 844 });
    await openPage(page, path);
    // The notices arrive late, and add listeners.
    await waitForNotices(page);
    // The first use loads code.
    for (let lap = 0; lap < 2; lap += 1) await use(page);
    await waitForIdle(page);
    const growthBefore = await page.evaluate(readGrowth);

    for (let lap = 0; lap < 5; lap += 1) await use(page);
    await expect.poll(() => page.evaluate(readGrowth)).toEqual(growthBefore);
  });

/** Chromium loads lazy images up to this many CSS pixels below the window. */
const maxLazyDistance = 3000;

/**
 * Returns the files that were requested although their first image is far below the
 * window. `maxDistance` is in CSS pixels. Runs in the page.
 */
function findEarlyImages(maxDistance: number): string[] {
  const removeHash = (url: string) => url.split('#')[0] ?? '';
  const requestedUrls = performance
    .getEntriesByType('resource')
    .map(({ name }) => removeHash(name));

  // Several images may show parts of the same file.
  const firstImages = new Map<string, HTMLImageElement>();
  for (const image of document.images) {
    const url = removeHash(image.src);
    if (!firstImages.has(url)) firstImages.set(url, image);
  }

  const earlyImages: string[] = [];
  for (const [url, image] of firstImages) {
    const { top } = image.getBoundingClientRect();
    const isFarBelow = top > innerHeight + maxDistance;
    if (isFarBelow && requestedUrls.includes(url))
      earlyImages.push(`${url} at ${Math.round(top)} px`);
  }
  return earlyImages;
}

/**
 * Returns the largest picture of the first window if it is lazy, because then it appears
 * late. Small pictures beside it may be lazy. Runs in the page.
 */
function findLazyFirstPicture(): string[] {
  let largestImage: HTMLImageElement | undefined;
  let largestArea = 0;
  for (const image of document.images) {
    const { top, width, height } = image.getBoundingClientRect();
    const shownArea = width * Math.min(height, innerHeight - top);
    if (shownArea > largestArea) {
      largestImage = image;
      largestArea = shownArea;
    }
  }
  return largestImage?.loading === 'lazy' ? [largestImage.src] : [];
}

/** Returns the kinds and names of the requested files, without hashes. */
function nameRequests(urls: readonly string[]): string[] {
  const paths = urls.map((url) => new URL(url).pathname);
  return paths
    .filter((path) => !path.startsWith('/pictures/'))
    .map((path) => path.replace(/-[\w-]{6}(?=\.\w+$)/, ''))
    .sort();
}

/** Returns a list of the URLs that the page requests from now on. */
function recordRequests(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  return urls;
}

/** Opens a page, and returns the URLs that the page requests before the visitor scrolls. */
async function openAndRecord(page: Page, path: string): Promise<string[]> {
  const urls = recordRequests(page);

  await page.goto(path);
  await waitForReact(page);
  await waitForNotices(page);
  await waitForIdle(page);
  return urls;
}

test('before a visitor scrolls, a page loads each file and its styles once, and no picture far below or too late', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const { path } of pages) {
    const urls = await openAndRecord(page, path);
    const repeatedUrls = urls.filter(
      (url, index) => urls.indexOf(url) !== index,
    );
    expect.soft(repeatedUrls, `${path} requests these files twice`).toEqual([]);

    const repeatedStyles = await page.evaluate(findRepeatedStyles);
    expect.soft(repeatedStyles, `${path} has these styles already`).toEqual([]);

    const earlyImages = await page.evaluate(findEarlyImages, maxLazyDistance);
    expect
      .soft(earlyImages, `${path} loads these pictures too early`)
      .toEqual([]);

    const lateImages = await page.evaluate(findLazyFirstPicture);
    expect.soft(lateImages, `${path} loads its first picture late`).toEqual([]);
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
    '/static/js/writability.js',
    '/static/lora-latin-600-normal.woff2',
    '/static/notices.css',
    '/static/poppins-latin-400-normal.woff2',
    '/static/poppins-latin-600-normal.woff2',
  ]);
});
