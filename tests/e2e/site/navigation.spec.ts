import type { Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { holdFiles, openPage, waitForReact } from '../../support/loading.ts';

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
  await page.setViewportSize({ width: 800, height: viewportHeight });
  await openPage(page, '/about');
  const { menuButton, panel, close, heading, focused } = getNavigation(page);
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
  await panel.getByRole('link', { name: 'Feedback' }).press('Enter');
  await expect(heading).toBeFocused();
  await test.step('the skip link moves the focus to the main content', async () => {
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await page.locator('.skip').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await expect(heading).toBeInViewport();
    await expect(page).toHaveURL('/feedback');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
  });
});

test('the header shows links, a menu button or both, depending on its width', async ({
  page,
}) => {
  await openPage(page, '/feedback');
  const { bar, menuButton, panel, heading } = getNavigation(page);
  for (const width of [824, 769, 823, 768]) {
    await page.setViewportSize({ width, height: viewportHeight });
    for (const name of [...barLinkNames, ...audienceNames]) {
      const link = bar.getByRole('link', { name: new RegExp(`^${name}`) });
      await expect(link).toBeVisible({ visible: width > 768 });
    }
    await expect(menuButton).toBeVisible({ visible: width < 824 });
  }
  await menuButton.click();
  await expect(menuButton).toHaveAttribute('aria-expanded', 'true');
  const currentLink = panel.getByRole('link', { name: 'Feedback' });
  await expect(currentLink).toHaveAttribute('aria-current', 'page');
  for (const [width, panelWidth] of [
    [768, 270],
    [769, 320],
  ] as const) {
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
