import type { Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { hydrated } from '../../support/hydrated.ts';

const height = 900;

test.use({ viewport: { width: 390, height }, serviceWorkers: 'block' });

function partsOf(page: Page) {
  return {
    toggle: page.getByRole('button', { name: 'Menu', exact: true }),
    panel: page.getByRole('dialog', { name: 'Menu', exact: true }),
  };
}

test('a touch beside the panel touches nothing else', async ({ page }) => {
  await page.goto('/consumer');
  await hydrated(page);
  const { toggle, panel } = partsOf(page);
  const link = page.getByRole('main').getByRole('link').first();
  const box = await link.boundingBox();
  await toggle.click();
  await expect(panel).toBeVisible();
  const [x, y] = [(box?.x ?? 0) + 10, (box?.y ?? 0) + 10];
  expect(x).toBeLessThan(100);
  await page.mouse.click(x, y);
  await expect(panel).toBeHidden();
  await expect(toggle).toBeFocused();
  await expect(page).toHaveURL('/consumer');
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true });

  test('nothing scrolls behind the open panel', async ({ page }) => {
    await page.goto('/consumer');
    await hydrated(page);
    const { toggle, panel } = partsOf(page);
    const session = await page.context().newCDPSession(page);
    const y = height - 100;
    const touch = (type: 'touchStart' | 'touchMove', up: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: [{ x: 60, y: y - up }],
      });
    const swipe = async () => {
      await touch('touchStart', 0);
      for (const up of [20, 60, 120, 200]) await touch('touchMove', up);
      const type = 'touchEnd';
      await session.send('Input.dispatchTouchEvent', { type, touchPoints: [] });
    };
    const turnWheel = () =>
      session.send('Input.synthesizeScrollGesture', {
        x: 60,
        y,
        yDistance: -200,
        gestureSourceType: 'mouse',
      });
    const scrolled = () => page.evaluate(() => scrollY);
    await toggle.click();
    await expect(panel).toBeVisible();
    for (const gesture of [swipe, turnWheel]) {
      await gesture();
      await page.evaluate(() => new Promise(requestAnimationFrame));
      expect(await scrolled()).toBe(0);
    }
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    for (const gesture of [swipe, turnWheel]) {
      await page.evaluate(() => scrollTo(0, 0));
      await gesture();
      await expect.poll(scrolled).toBeGreaterThan(100);
    }
  });
});
