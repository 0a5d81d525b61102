import { expect, test } from '../../support/fixtures.ts';
import { hydrated } from '../../support/hydrated.ts';
import { expectSent, join, visit } from '../../support/waitlist.ts';

test.use({ serviceWorkers: 'block' });

test('a menu that is open closes as its button goes', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 900 });
  await page.goto('/about');
  await hydrated(page);
  const panel = page.getByRole('dialog', { name: 'Menu' });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(panel).toBeVisible();
  await page.setViewportSize({ width: 1200, height: 900 });
  await expect(panel).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test("Tab goes round in the menu, whatever the browser's own does", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/about');
  await hydrated(page);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Menu' });
  const close = panel.getByRole('button', { name: 'Close menu' });
  await expect(close).toBeFocused();
  // Safari passes over links.
  await page.evaluate(() => {
    for (const link of document.links) link.tabIndex = -1;
  });
  await page.keyboard.press('Tab');
  await expect(panel.getByRole('link', { name: 'Home' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  const last = panel.getByRole('link', { name: "I'm a Shopper" });
  await expect(last).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(close).toBeFocused();
});

for (const [typed, path, title] of [
  ['//waitlist', '/waitlist', 'Be the first to join'],
  ['/%77aitlist', '/waitlist', 'Be the first to join'],
  ['/%', '/%25', '404 - Page Not Found'],
  ['//nothing', '/nothing', '404 - Page Not Found'],
] as const) {
  test(`${typed} is as good as ${path}`, async ({
    page,
    site,
    consoleLines,
  }) => {
    await page.goto(site.origin + typed);
    await hydrated(page);
    await expect(page).toHaveTitle(title);
    expect(new URL(page.url()).pathname).toBe(path);
    expect(consoleLines).toEqual([]);
  });
}

test('prices are printed dark on white, without what a screen needs', async ({
  page,
}) => {
  await page.goto('/brands');
  await hydrated(page);
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

test.describe('with a worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('what arrives shows that the browser is not offline, as it says', async ({
    page,
    records,
  }) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'onLine', { value: false }),
    );
    await visit(page, '/waitlist');
    // From then on the worker has all that the page loads.
    await page.reload();
    const notice = page.getByText('You are offline.');
    await expect(notice).toBeVisible();
    await join(page);
    await expectSent(page);
    await expect(notice).toBeHidden();
    expect(await records.count('waitlist')).toBe(1);
  });
});
