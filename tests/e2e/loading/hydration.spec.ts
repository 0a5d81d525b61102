import { expect, test } from '../../support/fixtures.ts';
import { holdScripts, hydrated } from '../../support/hydrated.ts';

test.use({ serviceWorkers: 'block' });

const bold = /\/poppins-latin-600-/;

test('a page whose last lines come late, or never, is whole with its code', async ({
  page,
  network,
  consoleLines,
}) => {
  for (const isLate of [true, false]) {
    let complete = () => {};
    network.lastLines = new Promise<void>((resolve) => {
      complete = resolve;
    });
    if (!isLate) await page.clock.install();
    const code = page.waitForResponse(/static\/js\/form-/);
    await page.goto('/careers', { waitUntil: 'commit' });
    await page.getByLabel('Name').fill('Ada');
    await (await code).finished();
    // As long as it takes to run code that is there.
    await page.evaluate(() => new Promise((go) => requestIdleCallback(go)));
    if (isLate) complete();
    else {
      await page.locator('main [type="submit"]').click();
      network.cut();
      await page.clock.runFor(10_000);
    }
    await hydrated(page);
    await expect(page.getByLabel('Name')).toHaveValue('Ada');
    await expect(page.getByRole('contentinfo')).toHaveCount(1);
    if (isLate) expect(consoleLines).toEqual([]);
    // What was sent in the half is sent in the whole: there is no email.
    else await expect(page.getByRole('alert')).toBeVisible();
  }
});

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

test('fonts come when they are seen', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const times = (font: RegExp) => asked.filter((url) => font.test(url)).length;
  await page.goto('/waitlist');
  await hydrated(page);
  await page.evaluate(() => document.fonts.ready);
  expect(times(/poppins-latin-400/)).toBe(1);
  // Below the first view of the landing page, and nowhere on a form's.
  const letThrough = await holdScripts(page);
  await page.goto('/');
  await page.evaluate(() => document.fonts.ready);
  expect(times(bold)).toBe(0);
  letThrough();
  await expect.poll(() => times(bold)).toBe(1);
});
