import type { Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { holdScripts, hydrated } from '../../support/hydrated.ts';
import {
  notFoundPage,
  pages,
  siteUrl,
  spellings,
} from '../../support/pages.ts';

test.use({ serviceWorkers: 'block' });

for (const { path, title, heading, says } of pages) {
  test(`${path}: head, header and footer`, async ({ page, consoleLines }) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(200);
    await expect(page).toHaveTitle(title);
    await expectCanonical(page, path);
    const main = page.getByRole('main');
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(
      heading ?? /\S/,
    );
    const field = main.getByPlaceholder(says);
    await expect(main.getByText(says).or(field).first()).toBeAttached();
    await expectHeader(page);
    await expectFooter(page);
    expect(await brokenPictures(page)).toEqual([]);
    expect(consoleLines).toEqual([]);
  });
}

function expectCanonical(page: Page, path: string) {
  const link = page.locator('link[rel="canonical"]');
  return expect(link).toHaveAttribute('href', siteUrl + path);
}

async function expectHeader(page: Page) {
  const header = page.getByRole('banner');
  const links = [
    ['pear', '/'],
    ['Mission', '/mission'],
    ['Careers', '/careers'],
    ['FAQs', '/faq'],
    ['AI', '/advantage'],
    ['Values', '/about'],
    ["I'm a Brand", '/brands'],
    ["I'm a Shopper", '/consumer'],
  ] as const;
  for (const [name, target] of links) {
    const link = header.getByRole('link', { name, exact: true });
    await expect(link).toHaveAttribute('href', target);
    await expect(link).toBeVisible();
  }
  await expect(header.getByRole('link')).toHaveCount(links.length);
}

async function expectFooter(page: Page) {
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText('Copyright 2025');
  await expect(
    footer.getByRole('link', { name: 'Contact', exact: true }),
  ).toHaveAttribute('href', '/careers');
  for (const target of ['/waitlist', '/brandSignup']) {
    await expect(footer.locator(`a[href="${target}"]`)).toBeVisible();
  }
}

/** The addresses of pictures that do not load or have no alternative text. */
function brokenPictures(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const checked = [...document.images].map(async (image) => {
      const { ok, headers } = await fetch(image.src);
      const isPicture = headers.get('content-type')?.startsWith('image/');
      const isSized = image.hasAttribute('width') && image.hasAttribute('alt');
      return ok && isPicture && isSized ? [] : [image.src];
    });
    return (await Promise.all(checked)).flat();
  });
}

test('any spelling of a path has its page', async ({ page, consoleLines }) => {
  for (const [spelling, path] of Object.entries(spellings)) {
    await page.goto(spelling);
    const { title, heading } = pages.find((known) => known.path === path) ?? {};
    await expect(page).toHaveURL(path);
    await expect(page).toHaveTitle(title ?? '');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      heading ?? /\S/,
    );
  }
  expect(consoleLines).toEqual([]);
});

test('any other path is a 404 leading home', async ({ page, consoleLines }) => {
  const { path, title, says } = notFoundPage;
  const response = await page.goto(path);
  expect(response?.status()).toBe(404);
  await expect(page).toHaveTitle(title);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByText(says, { exact: true })).toBeVisible();
  await expectHeader(page);
  await expectFooter(page);
  await page.getByRole('link', { name: 'Go Home', exact: true }).click();
  await expect(page).toHaveURL('/');
  await expect(page).toHaveTitle('Sign up now');
  await expectCanonical(page, '/');
  await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
  expect(consoleLines).toEqual([]);
});

test('a route change goes to the top, to the heading; Back comes back', async ({
  page,
  consoleLines,
}) => {
  const title = 'Have a question or want to join the team?';
  await page.goto('/');
  await hydrated(page);
  const top = () => page.evaluate(() => scrollY);
  const contact = page
    .getByRole('contentinfo')
    .getByRole('link', { name: 'Contact', exact: true });
  await contact.scrollIntoViewIfNeeded();
  await expect.poll(top).toBeGreaterThan(600);
  const before = await top();
  await contact.click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(title);
  await expect(heading).toBeFocused();
  await expect(page).toHaveTitle(title);
  await expect(page.locator('title')).toHaveCount(1);
  await expectCanonical(page, '/careers');
  await expect.poll(top).toBe(0);
  await page.goBack();
  await expect(page).toHaveTitle('Sign up now');
  await expect.poll(top).toBe(before);
  await page.goForward();
  await expect(page).toHaveTitle(title);
  await expect.poll(top).toBe(0);
  await page.reload();
  await hydrated(page);
  await page.goBack();
  await expect(page).toHaveTitle('Sign up now');
  await expect.poll(top).toBeCloseTo(before, -2);
  expect(consoleLines).toEqual([]);
});

// Within the site the address changed alone, and after a reload it does still.
for (const [what, files] of [
  ['any code', '**/*.js'],
  ["the page's code", '**/mission-*.js'],
]) {
  test(`Back after a reload, before ${what} is there`, async ({
    page,
    consoleLines,
  }) => {
    const careers = 'Have a question or want to join the team?';
    await page.goto('/waitlist');
    await hydrated(page);
    await page.getByRole('link', { name: 'Careers' }).first().click();
    await expect(page).toHaveTitle(careers);
    await page.getByRole('link', { name: 'Mission' }).first().click();
    await expect(page).toHaveTitle('Our Mission');
    const letThrough = await holdScripts(page, files);
    await page.reload();
    await page.goBack();
    await expect(page).toHaveURL('/careers');
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(careers);
    letThrough();
    await hydrated(page);
    await expect(heading).toHaveText(careers);
    await expect(page.getByLabel('Name')).toBeEditable();
    expect(consoleLines).toEqual([]);
  });
}

test('no link of the site leads nowhere', async ({ page, request }) => {
  const targets = new Set<string>();
  const lost: string[] = [];
  for (const { path } of [...pages, notFoundPage]) {
    await page.goto(path);
    const links = await page
      .locator('a[href]')
      .evaluateAll((all) =>
        all.map((link) => (link as HTMLAnchorElement).href),
      );
    for (const link of links) {
      const { pathname, hash } = new URL(link);
      if (hash && pathname === new URL(page.url()).pathname) {
        const id = decodeURIComponent(hash.slice(1));
        if ((await page.locator(`[id="${id}"]`).count()) !== 1) lost.push(link);
      } else targets.add(pathname);
    }
  }
  for (const target of targets) {
    const response = await request.get(target, { maxRedirects: 0 });
    if (response.status() !== 200) lost.push(target);
  }
  expect(lost).toEqual([]);
  for (const { path } of pages) expect([...targets]).toContain(path);
});
