import { expectRoom, moving, violations } from '../../support/audits.ts';
import { expect, test } from '../../support/fixtures.ts';
import { hydrated, idle, load } from '../../support/hydrated.ts';
import { notFoundPage, pages } from '../../support/pages.ts';
import { takeScreenshots } from '../../support/take-screenshots.ts';

const all = [...pages, notFoundPage];

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  serviceWorkers: 'block',
});

// Halves, so that two cores have something to do.
for (const half of [all.slice(0, 7), all.slice(7)]) {
  const [first] = half;
  test(`for everyone, from ${first?.path}`, {
    tag: '@screenshots',
  }, async ({ page, consoleLines }) => {
    for (const { path, title } of half) {
      await test.step(path, async () => {
        const response = await page.goto(path);
        expect(response?.status()).toBe(path === notFoundPage.path ? 404 : 200);
        await hydrated(page);
        // The corner of notices comes when the page is idle.
        await idle(page);
        await expect(page).toHaveTitle(title);
        await takeScreenshots(
          page,
          path.slice(1).replaceAll('/', '-') || 'home',
        );
        // The frame differs by width, and is the same on every page.
        for (const width of path === '/' ? [390, 800, 1440] : [390]) {
          await page.setViewportSize({ width, height: 900 });
          expect([width, await violations(page)]).toEqual([width, []]);
        }
        expect(await moving(page)).toEqual([]);
        await expectRoom(page, [320, 400, 768, 769, 824, 1024]);
        await page.evaluate(doubleText);
        await expectRoom(page, [320, 390, 800, 1280]);
      });
    }
    expect(consoleLines).toEqual([]);
  });
}

function doubleText(): void {
  document.documentElement.style.fontSize = '200%';
}

// What hosting leads on by itself is in contract/hosting.test.ts.
test('any spelling has its page', async ({ page, network, consoleLines }) => {
  for (const [typed, to, title] of [
    ['/WAITLIST', '/waitlist', 'Be the first to join'],
    ['/BRANDS/', '/brands', 'How Pear Can Help Brands'],
    ['//waitlist', '/waitlist', 'Be the first to join'],
    ['/%77aitlist', '/waitlist', 'Be the first to join'],
    ['/waitlist.', '/waitlist', 'Be the first to join'],
    ['/waitlist%20)', '/waitlist', 'Be the first to join'],
    ['/faq&utm_source=x', '/faq?utm_source=x', 'FAQs'],
    ['/faq%3Futm_source=x', '/faq?utm_source=x', 'FAQs'],
    ['/%', '/%25', notFoundPage.title],
    ['//nothing', '/nothing', notFoundPage.title],
  ] as const) {
    await page.goto(network.origin + typed);
    await expect(page).toHaveURL(to);
    await expect(page).toHaveTitle(title);
    await hydrated(page);
  }
  await page.getByRole('link', { name: 'Go Home', exact: true }).click();
  await expect(page).toHaveTitle('Sign up now');
  await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
  expect(consoleLines).toEqual([]);
});

test('prices are printed dark on white', async ({ page }) => {
  await load(page, '/brands');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('7%', { exact: true })).toBeVisible();
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.locator(':root')).toHaveCSS(
    'background-color',
    'rgb(255, 255, 255)',
  );
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await page.goto('/faq');
  const answer = page.getByText('A place to shop directly');
  // Closed on a screen.
  await expect(answer).toBeVisible();
});

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false });

  test('reading, links and questions work', async ({ page }) => {
    for (const { path } of all) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (await page.locator('main form').count())
        await expect(page.getByText(/needs? JavaScript/)).toBeVisible();
    }
    await page.getByRole('link', { name: 'FAQs' }).first().click();
    await page.getByText('What is pear?').click();
    await expect(page.getByText('A place to shop directly')).toBeVisible();
  });
});
