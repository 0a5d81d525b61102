import type { Page } from 'playwright/test';
import { desktopBrowser } from '../../support/browsers.ts';
import { expect, test } from '../../support/fixtures.ts';
import { fillIn, submit, waitlistForm } from '../../support/forms.ts';
import {
  openDisclosures,
  openPage,
  waitForNotices,
  waitForReact,
} from '../../support/loading.ts';
import { openMenu } from '../../support/menu.ts';
import { deniedFault } from '../../support/network-faults.ts';
import {
  expectPageFillsWideWindows,
  expectPageFits,
  findCrossedTexts,
  findGluedWords,
  findMotion,
  findSplitWords,
  readTextSizes,
  runAxe,
} from '../../support/page-checks.ts';
import { allPages, notFoundPage, pageGroups } from '../../support/pages.ts';
import { takeScreenshots } from '../../support/take-screenshots.ts';
import { getUnsentButton, openUnsentDialog } from '../../support/unsent.ts';
import { resizeWindow, waitForNextFrame } from '../../support/window-size.ts';

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  serviceWorkers: 'block',
});

// Each half is a test, so that both can run in parallel.
for (const pageGroup of pageGroups) {
  const [firstPath, lastPath] = [pageGroup[0]?.path, pageGroup.at(-1)?.path];
  test(`pages ${firstPath} to ${lastPath} are accessible, fit every width, load nothing from other origins, and report no visit`, {
    tag: '@screenshots',
  }, async ({ page, context, network, consoleLines }) => {
    const thirdPartyUrls: string[] = [];
    // The address of a file alone says nothing about the visitor.
    const reports: string[] = [];
    context.on('request', (request) => {
      const { protocol, origin, search } = new URL(request.url());
      const isLocal = protocol === 'data:' || origin === network.origin;
      if (!isLocal) thirdPartyUrls.push(request.url());
      if (request.method() !== 'GET' || search) reports.push(request.url());
    });

    await page.clock.install();
    for (const { path, title } of pageGroup) {
      await test.step(path, async () => {
        const response = await page.goto(path);
        expect(response?.status()).toBe(path === notFoundPage.path ? 404 : 200);
        await waitForReact(page);
        await waitForNotices(page);
        await expect(page).toHaveTitle(title);

        const screenshotName = path.slice(1).replaceAll('/', '-') || 'home';
        await takeScreenshots(page, screenshotName);

        // Header and footer depend on the width, and are the same on every page.
        const audited = path === '/' ? [390, 800, 1440] : [390];
        await expectNoViolations(page, audited);
        expect(await findMotion(page), 'motion').toEqual([]);
        expect.soft(await findGluedWords(page), 'missing spaces').toEqual([]);
        await expectRest(page);

        await openDisclosures(page);
        await expectPageFits(page, [320, 400, 768, 769, 824, 1024, 1200]);
        await expectPageFillsWideWindows(page);
        await expectNoSplitWords(page, [320, 390, 480, 768, 1024, 1200, 1920]);
        await expectNoCrossedTexts(page, [390, 1024, 1440]);
        await expectLargeTextFits(page);
      });
    }

    expect(thirdPartyUrls).toEqual([]);
    expect(reports).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    // The console reports each request that the Content-Security-Policy blocks.
    expect(consoleLines).toEqual([]);
  });
}

/**
 * Expects that nothing changes on a page that nobody uses, because a timer could move it.
 * What loads late may still change it, but not in each minute.
 */
async function expectRest(page: Page): Promise<void> {
  await page.evaluate(() => {
    const changes: string[] = [];
    Object.assign(globalThis, { changes });
    const observer = new MutationObserver((records) => {
      for (const { target } of records) {
        const isElement = target instanceof Element;
        const element = isElement ? target : target.parentElement;
        changes.push(element?.outerHTML.slice(0, 80) ?? '');
      }
    });
    const options = { attributes: true, characterData: true, childList: true };
    observer.observe(document.body, { ...options, subtree: true });
  });
  const takeChanges = () =>
    page.evaluate(() =>
      (globalThis as unknown as { changes: string[] }).changes.splice(0),
    );

  await expect
    .poll(async () => {
      await takeChanges();
      await page.clock.fastForward(60_000);
      await waitForNextFrame(page);
      return takeChanges();
    }, 'what changes although nobody uses the page')
    .toEqual([]);

  // The visitor prefers reduced motion, so no script may move something.
  const changedStyles = await page.evaluate(async () => {
    const readStyles = () =>
      [...document.querySelectorAll('main *')].map((element) =>
        element.getAttribute('style'),
      );
    const stylesBefore = readStyles();
    scrollTo(0, document.body.scrollHeight / 2);
    // A listener of scroll events can wait for the next frame.
    for (let frame = 0; frame < 3; frame += 1)
      await new Promise(requestAnimationFrame);
    const styles = readStyles();
    scrollTo(0, 0);
    return styles.filter((style, index) => style !== stylesBefore[index]);
  });
  expect.soft(changedStyles, 'what moves while a visitor scrolls').toEqual([]);
}

async function expectNoViolations(page: Page, widths: readonly number[]) {
  for (const width of widths) {
    await resizeWindow(page, { width, height: 900 });
    expect(await runAxe(page), `at ${width} px`).toEqual([]);
  }
}

async function expectNoCrossedTexts(page: Page, widths: readonly number[]) {
  for (const width of widths) {
    await resizeWindow(page, { width, height: 900 });
    expect.soft(await findCrossedTexts(page), `at ${width} px`).toEqual([]);
  }
}

async function expectNoSplitWords(page: Page, widths: readonly number[]) {
  for (const width of widths) {
    await resizeWindow(page, { width, height: 900 });
    expect(await findSplitWords(page), `at ${width} px`).toEqual([]);
  }
}

/** Expects that the page fits if the visitor has doubled the browser's size of text. */
async function expectLargeTextFits(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const setFontSize = (standard: number) =>
    devtools.send('Page.setFontSizes', { fontSizes: { standard } });

  await resizeWindow(page, { width: 320, height: 900 });
  const narrowSizes = await readTextSizes(page);
  await resizeWindow(page, { width: 390, height: 900 });
  const sizes = await readTextSizes(page);
  await setFontSize(32);
  const largeSizes = await readTextSizes(page);

  // The lists below have the same text at each index.
  const listTexts = (list: typeof sizes) => list.map(({ text }) => text);
  for (const otherSizes of [narrowSizes, largeSizes])
    expect(listTexts(otherSizes)).toEqual(listTexts(sizes));

  const isSmall = (size: number) => size < 24;
  const fixedTexts = sizes.filter(({ size }, index) => {
    const grows = (largeSizes[index]?.size ?? 0) > 1.5 * size;
    // A text in a drawing has the size of the drawing.
    const isOfDrawing = (narrowSizes[index]?.size ?? 0) < 0.95 * size;
    return isSmall(size) && !grows && !isOfDrawing;
  });
  expect(fixedTexts, 'texts that stay small').toEqual([]);

  // Puts the skip link into the view.
  await page.locator('.skip').focus();
  await expectPageFits(page, [320, 390, 800, 1280]);
  await setFontSize(16);
  await devtools.detach();
}

test('beside a scrollbar, each page fits, and nothing moves when the menu or a dialog opens', async ({
  playwright,
  network,
}) => {
  const browser = await playwright.chromium.launch(desktopBrowser);
  const page = await browser.newPage({
    baseURL: network.origin,
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  });
  for (const { path } of allPages) {
    await openPage(page, path);
    await expectPageFits(page, [769, 1440]);
    const scrollbarWidth = await page.evaluate(
      () => innerWidth - document.documentElement.clientWidth,
    );
    expect(scrollbarWidth).toBeGreaterThan(10);
  }

  network.fail(deniedFault);
  await openPage(page, waitlistForm.path);
  await fillIn(page, waitlistForm);
  await submit(page, waitlistForm);
  await expect(getUnsentButton(page)).toBeVisible();
  const readPlaces = () =>
    page.evaluate(() =>
      ['header', 'h1', 'footer'].map((selector) => {
        const box = document.querySelector(selector)?.getBoundingClientRect();
        const { left = 0, right = 0 } = box ?? {};
        // Half a pixel is the difference of a size that depends on the window's width.
        return [selector, Math.round(left), Math.round(right)];
      }),
    );
  const devtools = await page.context().newCDPSession(page);
  /** Turns the wheel beside the dialog or the menu. Resolves when the gesture ends. */
  const scrollBehind = async () => {
    // The browser scrolls what it has painted, which may be the page before the dialog.
    await waitForNextFrame(page);
    await devtools.send('Input.synthesizeScrollGesture', {
      x: 20,
      y: 500,
      yDistance: -300,
      gestureSourceType: 'mouse',
      speed: 4000,
    });
  };

  await resizeWindow(page, { width: 800, height: 600 });
  await scrollBehind();
  const places = await readPlaces();
  const readScrollTop = () => page.evaluate(() => scrollY);
  const scrollTop = await readScrollTop();
  expect(scrollTop).toBeGreaterThan(0);
  const dialog = await openUnsentDialog(page);
  await expect(dialog).toBeVisible();
  await scrollBehind();
  expect(await readPlaces(), 'behind the dialog').toEqual(places);
  expect(await readScrollTop(), 'behind the dialog').toBe(scrollTop);

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await readScrollTop(), 'after the dialog').toBe(scrollTop);
  await openMenu(page);
  await scrollBehind();
  expect(await readPlaces(), 'behind the menu').toEqual(places);
  expect(await readScrollTop(), 'behind the menu').toBe(scrollTop);
  await browser.close();
});

test('on phones, the home page is at most 8600 px high', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, '/');
  const pageHeight = await page.evaluate(() => document.body.scrollHeight);
  expect(pageHeight).toBeLessThanOrEqual(8600);
});

// contract/hosting.test.ts tests the spellings that hosting redirects, and
// unit/addresses.test.ts tests more spellings that the 404 page redirects.
const misspelledAddresses = [
  { typed: '/WAITLIST', url: '/waitlist', title: 'Be the first to join' },
  { typed: '//waitlist', url: '/waitlist', title: 'Be the first to join' },
  { typed: '/faq%3Futm_source=x', url: '/faq?utm_source=x', title: 'FAQs' },
  {
    typed: '/waitlist에서?a=1',
    url: '/waitlist?a=1',
    title: 'Be the first to join',
  },
  { typed: '/waitlist%BF%A1', url: '/waitlist', title: 'Be the first to join' },
  { typed: '/%', url: '/%25', title: notFoundPage.title },
];

test('the 404 page redirects misspelled addresses to the intended pages', async ({
  page,
  network,
  consoleLines,
}) => {
  for (const { typed, url, title } of misspelledAddresses) {
    await page.goto(network.origin + typed);
    await expect(page).toHaveURL(url);
    await expect(page).toHaveTitle(title);
    await waitForReact(page);
  }

  await page.getByRole('link', { name: 'Go Home', exact: true }).click();
  await expect(page).toHaveTitle('Sign up now');
  await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
  expect(consoleLines).toEqual([]);
});

test('pages print in black with all FAQ answers expanded', async ({ page }) => {
  await openPage(page, '/brands');
  await page.emulateMedia({ media: 'print' });

  await expect(page.getByText('7%', { exact: true })).toBeVisible();
  const blackColor = 'rgb(0, 0, 0)';
  await expect(page.locator('body')).toHaveCSS('color', blackColor);
  const whiteColor = 'rgb(255, 255, 255)';
  await expect(page.locator(':root')).toHaveCSS('background-color', whiteColor);
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);

  await page.goto('/faq');
  await expect(page.getByText('A place to shop directly')).toBeVisible();
});

test.describe('with JavaScript disabled', () => {
  test.use({ javaScriptEnabled: false });

  test('pages work, and forms say they need JavaScript', async ({ page }) => {
    await page.goto('/waitlist');
    await expect(page.getByText(/needs? JavaScript/)).toBeVisible();

    await page.getByRole('link', { name: 'FAQs' }).first().click();
    await page.getByText('What is pear?').click();
    await expect(page.getByText('A place to shop directly')).toBeVisible();
  });
});
