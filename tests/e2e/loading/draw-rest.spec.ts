import type { Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { hydrated } from '../../support/hydrated.ts';

const bold = /\/poppins-latin-600-/;

test('below the first view nothing is laid out without its letters', async ({
  page,
  context,
}) => {
  let release: () => void = () => undefined;
  const letters = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route(bold, async (route) => {
    await letters;
    await route.continue();
  });
  await page.goto('/brands', { waitUntil: 'domcontentloaded' });
  await hydrated(page);
  await page.evaluate(beIdleTenTimes);
  await expect(page.locator('main > [data-drawn]')).toHaveCount(0);
  release();
  await allDrawn(page);
});

test('where its letters do not come the page is laid out all the same', async ({
  page,
  context,
}) => {
  await context.route(bold, (route) => route.abort());
  await page.goto('/brands');
  await allDrawn(page);
});

test("a form's page has no use for those letters", async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/waitlist');
  await hydrated(page);
  await page.evaluate(beIdleTenTimes);
  expect(asked.filter((url) => /poppins-latin-400/.test(url))).toHaveLength(1);
  expect(asked.filter((url) => bold.test(url))).toEqual([]);
});

async function allDrawn(page: Page): Promise<void> {
  const rest = page.locator('main > :not(:first-child)');
  await expect(page.locator('main > [data-drawn]')).toHaveCount(
    await rest.count(),
  );
}

/** A part is laid out in each idle moment. */
async function beIdleTenTimes(): Promise<void> {
  for (let times = 0; times < 10; times += 1) {
    await new Promise((done) => requestIdleCallback(done));
  }
}
