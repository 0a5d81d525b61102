import type { Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { holdScripts, load } from '../../support/hydrated.ts';

const height = 900;
const barLinks = ['Mission', 'Careers', 'FAQs', 'AI', 'Values'];
const audiences = ["I'm a Shopper", "I'm a Brand"];

function partsOf(page: Page) {
  const panel = page.getByRole('dialog', { name: 'Menu', exact: true });
  return {
    bar: page.getByRole('banner'),
    toggle: page.getByRole('button', { name: 'Menu', exact: true }),
    panel,
    close: panel.getByRole('button', { name: 'Close menu' }),
    heading: page.getByRole('heading', { level: 1 }),
  };
}

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  viewport: { width: 390, height },
  serviceWorkers: 'block',
});

test('a keyboard reaches all that each width has', async ({ page }) => {
  await page.setViewportSize({ width: 800, height });
  await load(page, '/about');
  const { bar, toggle, panel, close, heading } = partsOf(page);
  // Skip link.
  await page.keyboard.press('Tab');
  const skip = page.locator(':focus');
  await expect(skip).toHaveText(/skip/i);
  await expect(skip).toBeInViewport({ ratio: 1 });
  // The bar, in the order of reading.
  for (const name of ['pear', ...barLinks, ...audiences]) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveText(name);
  }
  await page.keyboard.press('Tab');
  await expect(toggle).toBeFocused();
  await expect(toggle).toHaveCSS('outline', /solid 2px$/);
  // The panel keeps the focus.
  await page.keyboard.press('Enter');
  await expect(close).toBeFocused();
  const stops = (await panel.getByRole('link').count()) + 1;
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press('Tab');
    await expect(panel.locator(':focus')).toHaveCount(1);
  }
  await expect(close).toBeFocused();
  // Safari passes over links.
  await page.evaluate(() => {
    for (const link of document.links) link.tabIndex = -1;
  });
  for (const [key, name] of [
    ['Tab', 'Home'],
    ['Shift+Tab', 'Close menu'],
    ['Shift+Tab', "I'm a Brand"],
    ['Tab', 'Close menu'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(panel.locator(':focus')).toHaveAccessibleName(name);
  }
  // And leads on.
  await panel.getByRole('link', { name: 'Feedback' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/feedback');
  await expect(panel).toBeHidden();
  await expect(heading).toBeFocused();
  // Skipping to the main part of the page one has come to.
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await page.locator('.skip').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(heading).toBeInViewport();
  await expect(page).toHaveURL('/feedback');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
  for (const width of [824, 769, 823, 768]) {
    await page.setViewportSize({ width, height });
    for (const name of [...barLinks, ...audiences]) {
      const link = bar.getByRole('link', { name: new RegExp(`^${name}`) });
      await expect(link).toBeVisible({ visible: width > 768 });
    }
    await expect(toggle).toBeVisible({ visible: width < 824 });
  }
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  for (const [width, size] of [
    [768, 270],
    [769, 320],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(panel).toHaveCSS('width', `${size}px`);
    await expect(panel).toHaveCSS('height', `${height / 2}px`);
  }
  // Which links there are is in contract/built-pages.test.ts.
  const here = panel.getByRole('link', { name: 'Feedback' });
  await expect(here).toHaveAttribute('aria-current', 'page');
  // It goes with its button.
  await page.setViewportSize({ width: 824, height });
  await expect(panel).toBeHidden();
  await expect(heading).toBeFocused();
});

test('the panel works before the scripts', async ({ page, consoleLines }) => {
  const letThrough = await holdScripts(page);
  await page.goto('/about', { waitUntil: 'commit' });
  const { toggle, panel, close } = partsOf(page);
  await toggle.click();
  await expect(panel).toBeVisible();
  await close.click();
  await expect(panel).toBeHidden();
  await toggle.click();
  await expect(panel).toBeVisible();
  letThrough();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  // The wheel turns nothing behind it.
  await expect.poll(() => page.evaluate(wheelTurns)).toBe(false);
  await panel.getByRole('link', { name: 'FAQs' }).click();
  await expect(page).toHaveTitle('FAQs');
  await expect(panel).toBeHidden();
  expect(consoleLines).toEqual([]);
});

function wheelTurns(): boolean | undefined {
  const wheel = new WheelEvent('wheel', { bubbles: true, cancelable: true });
  return document.elementFromPoint(60, 800)?.dispatchEvent(wheel);
}
