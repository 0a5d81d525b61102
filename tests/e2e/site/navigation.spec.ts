import type { Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { holdScripts, hydrated } from '../../support/hydrated.ts';

const height = 900;
const barLinks = ['Mission', 'Careers', 'FAQs', 'AI', 'Values'];
const audiences = ["I'm a Brand", "I'm a Shopper"];
/** Where the panel's entries lead, in their order. */
const panelTargets =
  '/ /mission /careers /faq /advantage /about /brands /consumer /feedback /brands /consumer'.split(
    ' ',
  );

function partsOf(page: Page) {
  const panel = page.getByRole('dialog', { name: 'Menu', exact: true });
  return {
    bar: page.getByRole('banner'),
    toggle: page.getByRole('button', { name: 'Menu', exact: true }),
    panel,
    close: panel.getByRole('button', { name: 'Close menu' }),
  };
}

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  viewport: { width: 390, height },
  serviceWorkers: 'block',
});

test('bar and panel have what each width has room for', async ({ page }) => {
  await page.goto('/about');
  const { bar, toggle, panel } = partsOf(page);
  for (const width of [320, 400, 768, 769, 823, 824, 1024, 1440]) {
    const [links, menu] = [width > 768, width < 824];
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height });
      for (const name of [...barLinks, ...audiences]) {
        const link = bar.getByRole('link', { name, exact: true });
        await expect(link).toBeVisible({ visible: links });
        if (links) await expect(link).toBeInViewport({ ratio: 1 });
      }
      await expect(toggle).toBeVisible({ visible: menu });
      await expect(
        bar.getByRole('link', { name: 'pear', exact: true }),
      ).toBeInViewport({ ratio: 1 });
      const rows = await bar.getByRole('link').evaluateAll((all) =>
        all
          .map((link) => link.getBoundingClientRect())
          .filter(({ height }) => height > 0)
          .map(({ top, height }) => top + height / 2),
      );
      // One line: nothing has slipped under the rest.
      expect(Math.max(...rows) - Math.min(...rows)).toBeLessThan(12);
    });
  }
  await page.setViewportSize({ width: 390, height });
  await expect(panel).toBeHidden();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  for (const width of [320, 768, 769, 823]) {
    await page.setViewportSize({ width, height });
    // The room of a scroll bar that was there stays free beside the panel.
    const right = await page.evaluate(
      () => document.documentElement.getBoundingClientRect().right,
    );
    expect(width - right).toBeLessThan(18);
    const size = { width: width < 769 ? 270 : 320, height: height / 2 };
    await expect
      .poll(() => panel.boundingBox())
      .toEqual({ x: right - size.width, y: 0, ...size });
  }
  // Which links they are is in contract/built-pages.test.ts.
  const here = panel.getByRole('link', { name: 'Our Core Values' });
  await expect(here).toHaveAttribute('aria-current', 'page');
});

test('every way out closes the panel and gives the focus back', async ({
  page,
  consoleLines,
}) => {
  await page.goto('/');
  const { toggle, panel, close } = partsOf(page);
  const expectOpen = async (isOpen: boolean) => {
    await expect(panel).toBeVisible({ visible: isOpen });
    await expect(toggle).toHaveAttribute('aria-expanded', String(isOpen));
  };
  const ways = {
    'close control': () => close.click(),
    'Escape key': () => page.keyboard.press('Escape'),
    backdrop: () => page.mouse.click(40, 600),
    'close control by key': async () => {
      await close.focus();
      await page.keyboard.press('Enter');
    },
  };
  for (const [name, leave] of Object.entries(ways)) {
    await test.step(name, async () => {
      await toggle.click();
      await expectOpen(true);
      await leave();
      await expectOpen(false);
      await expect(toggle).toBeFocused();
    });
  }
  await test.step('every link and button', async () => {
    for (const [index, target] of panelTargets.entries()) {
      await toggle.click();
      await panel.getByRole('link').nth(index).click();
      await expectOpen(false);
      await expect(page).toHaveURL(target);
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    }
  });
  await test.step('Back and Forward', async () => {
    await toggle.click();
    await expectOpen(true);
    await page.goBack();
    await expect(page).toHaveURL('/brands');
    await expectOpen(false);
  });
  expect(consoleLines).toEqual([]);
});

test('a keyboard alone reaches everything', async ({ page }) => {
  await page.setViewportSize({ width: 800, height });
  await page.goto('/about');
  await hydrated(page);
  const { toggle, panel } = partsOf(page);
  await test.step('skip link', async () => {
    await page.keyboard.press('Tab');
    const skip = page.locator(':focus');
    await expect(skip).toHaveText(/skip/i);
    await expect(skip).toBeInViewport({ ratio: 1 });
  });
  await test.step('the bar, in the order of reading', async () => {
    for (const name of ['pear', ...barLinks, ...audiences]) {
      await page.keyboard.press('Tab');
      await expect(page.locator(':focus')).toHaveText(name);
    }
    await page.keyboard.press('Tab');
    await expect(toggle).toBeFocused();
    await expect(toggle).toHaveCSS('outline', /solid 2px$/);
  });
  await test.step('the panel keeps the focus', async () => {
    await page.keyboard.press('Enter');
    await expect(panel).toBeVisible();
    const stops = (await panel.getByRole('link').count()) + 1;
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let stop = 0; stop < stops * 2; stop += 1) {
        await page.keyboard.press(key);
        await expect(panel.locator(':focus')).toHaveCount(1);
      }
    }
  });
  await test.step('and leads on', async () => {
    await panel.getByRole('link', { name: 'Feedback' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/feedback');
    await expect(panel).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
});

test('the skip link leads to the main part, of the page that one has come to', async ({
  page,
}) => {
  await page.setViewportSize({ width: 800, height: 600 });
  await page.goto('/');
  await hydrated(page);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'Contact' }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeFocused();
  await page.locator('.skip').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(heading).toBeInViewport();
  await expect(page).toHaveURL('/careers');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
});

test('the panel works before there is any script, and goes on with it', async ({
  page,
  consoleLines,
}) => {
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
  await panel.getByRole('link', { name: 'FAQs' }).click();
  await expect(page).toHaveTitle('FAQs');
  await expect(panel).toBeHidden();
  expect(consoleLines).toEqual([]);
});
