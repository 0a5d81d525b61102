import type { Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { holdFiles, openPage, waitForReact } from '../../support/loading.ts';
import { resizeWindow } from '../../support/window-size.ts';

const viewportHeight = 900;
const barLinkNames = ['Mission', 'Careers', 'FAQs', 'AI', 'Values'];
const audienceNames = ["I'm a Shopper", "I'm a Brand"];

function getNavigation(page: Page) {
  const panel = page.getByRole('dialog', { name: 'Menu', exact: true });
  return {
    bar: page.getByRole('banner'),
    menuButton: page.getByRole('button', { name: 'Menu', exact: true }),
    panel,
    close: panel.getByRole('button', { name: 'Close menu' }),
    heading: page.getByRole('heading', { level: 1 }),
    focused: page.locator(':focus'),
  };
}

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  viewport: { width: 390, height: viewportHeight },
  serviceWorkers: 'block',
});

test('the Tab key reaches every link of header and menu', async ({ page }) => {
  await page.setViewportSize({ width: 769, height: viewportHeight });
  await openPage(page, '/about');
  const { menuButton, panel, close, heading, focused } = getNavigation(page);

  await test.step('in the header, the Tab key moves the focus to all links, and then to the menu button', async () => {
    await page.keyboard.press('Tab');
    await expect(focused).toHaveText(/skip/i);
    await expect(focused).toBeInViewport({ ratio: 1 });

    for (const name of ['pear', ...barLinkNames, ...audienceNames]) {
      await page.keyboard.press('Tab');
      await expect(focused).toHaveText(name);
    }

    await page.keyboard.press('Tab');
    await expect(menuButton).toBeFocused();
    await expect(menuButton).toHaveCSS('outline', /solid 2px$/);
  });

  await test.step('the Tab key moves the focus only within the open menu, even in Safari', async () => {
    await page.keyboard.press('Enter');
    await expect(close).toBeFocused();

    // Imitates Safari, whose Tab key skips links.
    await page.evaluate(() => {
      for (const link of document.links) link.tabIndex = -1;
    });

    const linkCount = await panel.getByRole('link').count();
    for (let tabStop = 0; tabStop <= linkCount; tabStop += 1) {
      await page.keyboard.press('Tab');
      await expect(panel.locator(':focus')).toHaveCount(1);
    }

    await expect(close).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(focused).toHaveAccessibleName("I'm a Brand");
  });

  await test.step('a link of the menu moves the focus to the heading of its page', async () => {
    await panel.getByRole('link', { name: 'Feedback' }).press('Enter');
    await expect(heading).toBeFocused();
  });

  await test.step('the skip link moves the focus to the main content', async () => {
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await page.locator('.skip').focus();
    await page.keyboard.press('Enter');

    const main = page.getByRole('main');
    await expect(main).toBeFocused();
    await expect(heading).toBeInViewport();
    await expect(page).toHaveURL('/feedback');

    await page.keyboard.press('Tab');
    await expect(main.locator(':focus')).toHaveCount(1);
  });
});

/** Returns the heights at which the links and buttons of the header stand. Runs in the page. */
function findLines(header: Element): number[] {
  const controls = [...header.querySelectorAll('a, button:not([aria-hidden])')];
  const boxes = controls
    .filter((control) => control.checkVisibility())
    .map((control) => control.getBoundingClientRect());
  const middles = boxes.map(({ top, bottom }) =>
    Math.round((top + bottom) / 2),
  );
  return [...new Set(middles)];
}

/** What the header shows at each width in CSS pixels. */
const headers = [
  { width: 824, hasLinks: true, hasMenu: false },
  { width: 769, hasLinks: true, hasMenu: true },
  { width: 823, hasLinks: true, hasMenu: true },
  { width: 768, hasLinks: false, hasMenu: true },
];

/** The width of the menu's panel at each width of the window, in CSS pixels. */
const panels = [
  { width: 768, panelWidth: 270 },
  { width: 769, panelWidth: 320 },
];

test('the header shows links, a menu button or both, depending on its width', async ({
  page,
}) => {
  await openPage(page, '/feedback');
  const { bar, menuButton, panel, heading } = getNavigation(page);

  for (const { width, hasLinks, hasMenu } of headers) {
    await resizeWindow(page, { width, height: viewportHeight });
    for (const name of [...barLinkNames, ...audienceNames]) {
      const link = bar.getByRole('link', { name: new RegExp(`^${name}`) });
      await expect(link).toBeVisible({ visible: hasLinks });
    }
    await expect(menuButton).toBeVisible({ visible: hasMenu });

    const lines = await bar.evaluate(findLines);
    expect(lines, `of the header at ${width} px`).toHaveLength(1);
  }

  await menuButton.click();
  await expect(menuButton).toHaveAttribute('aria-expanded', 'true');
  const currentLink = panel.getByRole('link', { name: 'Feedback' });
  await expect(currentLink).toHaveAttribute('aria-current', 'page');

  for (const { width, panelWidth } of panels) {
    await page.setViewportSize({ width, height: viewportHeight });
    await expect(panel).toHaveCSS('width', `${panelWidth}px`);
    await expect(panel).toHaveCSS('height', `${viewportHeight / 2}px`);
  }

  await test.step('the menu closes when its button disappears', async () => {
    await page.setViewportSize({ width: 824, height: viewportHeight });
    await expect(panel).toBeHidden();
    await expect(heading).toBeFocused();
  });
});

test('the menu works before scripts run', async ({ page, consoleLines }) => {
  const releaseScripts = await holdFiles(page);
  await page.goto('/about', { waitUntil: 'commit' });
  const { menuButton, panel, close } = getNavigation(page);

  await menuButton.click();
  await close.click();
  await expect(panel).toBeHidden();
  await menuButton.click();
  await expect(panel).toBeVisible();

  releaseScripts();
  await expect(menuButton).toHaveAttribute('aria-expanded', 'true');
  await waitForReact(page);

  await panel.getByRole('link', { name: 'FAQs' }).click();
  await expect(page).toHaveTitle('FAQs');
  await expect(panel).toBeHidden();
  expect(consoleLines).toEqual([]);
});

/** Runs in the page: returns the tags that describe it, and its links in the header. */
function readDescription(): string[] {
  const tags = document.head.querySelectorAll(
    'title, link:not([rel="stylesheet"], [rel$="preload"]), meta[name], meta[property], script[type$="ld+json"]',
  );
  const currentLinks = document.querySelectorAll('header [aria-current]');
  return [
    ...[...tags].map((tag) => tag.outerHTML).sort(),
    ...[...currentLinks].map(
      (link) => `${link.getAttribute('href')} is current`,
    ),
  ];
}

const describedPages = [
  { linkName: 'FAQs', path: '/faq' },
  { linkName: "I'm a Brand", path: '/brands' },
  { linkName: 'pear', path: '/' },
];

test('after a link was followed, the head and the header describe the new page', {
  tag: '@firefox',
}, async ({ page, context, consoleLines }) => {
  const staticPage = await context.newPage();
  await page.setViewportSize({ width: 1024, height: viewportHeight });
  await openPage(page, '/');
  const { bar } = getNavigation(page);

  for (const { linkName, path } of describedPages) {
    await bar.getByRole('link', { name: linkName, exact: true }).click();
    await expect(page).toHaveURL(path);

    await staticPage.goto(path);
    const description = await staticPage.evaluate(readDescription);
    await expect
      .poll(() => page.evaluate(readDescription), { message: path })
      .toEqual(description);
  }

  await page.goBack();
  await expect(page).toHaveURL('/brands');
  const imageTag = page.locator('meta[property="og:image"]');
  await expect(imageTag).toHaveAttribute('content', /\/social\/brands\.png$/);
  expect(consoleLines).toEqual([]);
});

test('a new page fades in, unless the visitor prefers reduced motion', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: viewportHeight });
  await openPage(page, '/faq');
  await page.evaluate(() => {
    const main = document.getElementById('main') as HTMLElement;
    const { animate } = main;
    Object.assign(window, { fadeCount: 0 });
    main.animate = function (...args) {
      Object(window).fadeCount += 1;
      return animate.apply(this, args);
    };
  });

  for (const [reducedMotion, linkName, title, count] of [
    ['reduce', 'Mission', 'Our Mission', 0],
    ['no-preference', 'Values', 'Our Core Values', 1],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await page
      .getByRole('banner')
      .getByRole('link', { name: linkName })
      .click();
    // The page fades in at the moment when it changes the title.
    await expect(page).toHaveTitle(title);
    expect(await page.evaluate('fadeCount')).toBe(count);
  }
});

test('if the code that describes a page cannot be loaded, no description of the old page stays', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: viewportHeight });
  await openPage(page, '/faq');

  await page.route('**/head-tags-*.js', (route) => route.abort());
  const bar = page.getByRole('banner');
  await bar.getByRole('link', { name: 'Mission' }).click();
  await expect(page).toHaveTitle('Our Mission');

  const canonicalLink = page.locator('link[rel="canonical"]');
  await expect(canonicalLink).toHaveAttribute('href', /\/mission$/);
  const otherTags = page.locator('meta[property], script[type$="ld+json"]');
  await expect(otherTags).toHaveCount(0);
});
