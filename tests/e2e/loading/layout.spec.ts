import { expect, test } from '../../support/fixtures.ts';
import { holdScripts, hydrated } from '../../support/hydrated.ts';

const bold = /\/poppins-latin-600-/;

test('all of a started page has its size, and keeps it', async ({ page }) => {
  await page.addInitScript(() => {
    const shifted = { by: 0 };
    Object.assign(globalThis, { shifted });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        shifted.by += (entry as PerformanceEntry & { value: number }).value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // Fonts shift text where the fonts that stand in for them are not installed.
  await page.route('**/*.woff2', (route) => route.abort());
  await page.goto('/brands');
  await hydrated(page);
  await page.evaluate(() => document.fonts.ready);
  const heightOf = () =>
    page.evaluate(() => document.documentElement.scrollHeight);
  const height = await heightOf();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(page.getByRole('contentinfo')).toBeInViewport();
  for (const part of await page.locator('main > *').all()) {
    const isWhole = await part.evaluate((element) =>
      element.checkVisibility({ contentVisibilityAuto: true }),
    );
    expect(isWhole).toBe(true);
  }
  expect(await heightOf()).toBe(height);
  const { by } = await page.evaluate(
    () => (globalThis as unknown as { shifted: { by: number } }).shifted,
  );
  expect(by).toBeLessThan(0.005);
});

test("a form's page does not load the bold font", async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/waitlist');
  await hydrated(page);
  await page.evaluate(() => document.fonts.ready);
  expect(asked.filter((url) => /poppins-latin-400/.test(url))).toHaveLength(1);
  expect(asked.filter((url) => bold.test(url))).toEqual([]);
});

test('what is below the first view waits for the code', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const letThrough = await holdScripts(page);
  await page.goto('/');
  await page.evaluate(() => document.fonts.ready);
  expect(asked.filter((url) => bold.test(url))).toEqual([]);
  letThrough();
  await expect.poll(() => asked.some((url) => bold.test(url))).toBe(true);
});
