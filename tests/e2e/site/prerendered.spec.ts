import { existsSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { expect, test } from '../../support/fixtures.ts';
import { notFoundPage, pages, siteUrl } from '../../support/pages.ts';

const ground = '#0b0712';

test('every file says by itself what its page is', () => {
  const seen = { titles: new Set<string>(), descriptions: new Set<string>() };
  for (const { path: route, title, heading, says } of pages) {
    const html = read(route);
    const problems = [
      ['lang', /<html[^>]* lang="en"/.test(html)],
      ['title', textOf(html, 'title') === title],
      ['one title', count(html, /<title>/g) === 1],
      ['one h1', count(html, /<h1[\s>]/g) === 1],
      ['h1', heading === undefined || textOf(html, 'h1') === heading],
      ['text', plain(mainOf(html)).includes(says) || html.includes(says)],
      ['canonical', linkOf(html, 'canonical') === siteUrl + route],
      ['description', (metaOf(html, 'description') ?? '').length > 30],
      ['theme-color', metaOf(html, 'theme-color') === ground],
      ['viewport', /width=device-width/.test(metaOf(html, 'viewport') ?? '')],
      ['indexed', !/noindex/.test(metaOf(html, 'robots') ?? '')],
      ['header', /<header[\s>]/.test(html)],
      ['footer', /<footer[\s>]/.test(html) && html.includes('Copyright 2025')],
      ['language of the whole', !/undefined|\[object/.test(plain(html))],
    ].filter(([, fine]) => !fine);
    expect([route, problems.map(([what]) => what)]).toEqual([route, []]);
    seen.titles.add(textOf(html, 'title'));
    seen.descriptions.add(metaOf(html, 'description') ?? '');
  }
  expect(seen.titles.size).toBe(pages.length);
  expect(seen.descriptions.size).toBe(pages.length);
});

test('every file has a card for those who share it', () => {
  for (const { path: route, title } of pages) {
    const html = read(route);
    const image = metaOf(html, 'og:image') ?? '';
    const found = {
      title: metaOf(html, 'og:title'),
      description: metaOf(html, 'og:description'),
      url: metaOf(html, 'og:url'),
      type: metaOf(html, 'og:type'),
      site: metaOf(html, 'og:site_name'),
      card: metaOf(html, 'twitter:card'),
      picture: image.startsWith(`${siteUrl}/`) && isPicture(image),
      alt: (metaOf(html, 'og:image:alt') ?? '').length > 5,
    };
    expect(found, route).toEqual({
      title,
      description: metaOf(html, 'description'),
      url: siteUrl + route,
      type: 'website',
      site: 'pear',
      card: 'summary_large_image',
      picture: true,
      alt: true,
    });
  }
});

test('what a file says to machines can be parsed', () => {
  for (const { path: route } of pages) {
    for (const [, json = ''] of read(route).matchAll(
      /<script type="application\/ld\+json">(.*?)<\/script>/gs,
    )) {
      const data = JSON.parse(json) as Record<string, unknown>;
      expect(data['@context'], route).toMatch(/^https?:\/\/schema\.org\/?$/);
    }
  }
});

test('the 404 file is for no index', () => {
  const html = read('/404');
  expect(textOf(html, 'title')).toBe(notFoundPage.title);
  expect(textOf(html, 'h1')).toBe(notFoundPage.heading);
  expect(plain(mainOf(html))).toContain(notFoundPage.says);
  expect(metaOf(html, 'robots')).toContain('noindex');
  expect(linkOf(html, 'canonical')).toBe(`${siteUrl}/404`);
});

test('sitemap and robots name exactly the routes', () => {
  const sitemap = readFileSync('dist/sitemap.xml', 'utf8');
  const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(
    ([, address]) => address,
  );
  expect(listed.sort()).toEqual(
    pages.map(({ path: route }) => siteUrl + route).sort(),
  );
  const robots = readFileSync('dist/robots.txt', 'utf8');
  expect(robots).toMatch(/^User-agent: \*$/m);
  expect(robots).not.toMatch(/^Disallow: \/\S*$/m);
  expect(robots).toMatch(
    new RegExp(
      `^Sitemap: ${siteUrl.replaceAll('.', '\\.')}/sitemap\\.xml$`,
      'm',
    ),
  );
});

test('licences.txt has the terms of all that pages and worker contain', () => {
  const text = readFileSync('dist/licences.txt', 'utf8');
  const notices = text.split(/^-{80}$/m);
  const found = notices.map((notice) => {
    const [, name, terms] = /^\s*(\S+) \S+ \((.*)\)\n/.exec(notice) ?? [];
    return { name, terms, isWhole: notice.length > 700 };
  });
  for (const [name, terms] of [
    ['react-dom', 'MIT'],
    ['react-router', 'MIT'],
    ['idb', 'ISC'],
    ['workbox-precaching', 'MIT'],
    ['@firebase/firestore', 'Apache-2.0'],
    ['@fontsource/lora', 'OFL-1.1'],
  ]) {
    expect(found).toContainEqual({ name, terms, isWhole: true });
  }
});

test('the manifest makes it an app', () => {
  const manifest = JSON.parse(
    readFileSync('dist/manifest.webmanifest', 'utf8'),
  ) as Record<string, unknown> & {
    icons: { src: string; sizes: string; purpose?: string }[];
  };
  expect(manifest).toMatchObject({
    name: expect.stringMatching(/pear/),
    short_name: 'pear',
    start_url: expect.stringMatching(/^\//),
    display: 'standalone',
    theme_color: ground,
    background_color: ground,
  });
  const purposes = manifest.icons.map(({ purpose }) => purpose ?? 'any');
  expect(purposes).toContain('maskable');
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(
    expect.arrayContaining(['192x192', '512x512']),
  );
  for (const { src } of manifest.icons) {
    expect([src, existsSync(path.join('dist', src))]).toEqual([src, true]);
  }
  for (const { path: route } of pages) {
    expect(linkOf(read(route), 'manifest'), route).toBeDefined();
  }
});

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false });

  test('reading, links and questions work', async ({ page }) => {
    for (const { path: route, title, says } of [...pages, notFoundPage]) {
      await page.goto(route);
      await expect(page).toHaveTitle(title);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const text = page.getByRole('main').getByText(says).first();
      const field = page.getByPlaceholder(says);
      const words = (await field.count()) > 0 ? field : text;
      // Words of an answer show once its question has been opened.
      if (route !== '/faq') await expect(words, route).toBeVisible();
    }
    await page.goto('/faq');
    const question = page.locator('main summary').first();
    const answer = question.locator('xpath=following-sibling::*[1]');
    await expect(answer).toBeHidden();
    await question.click();
    await expect(answer).toBeVisible();
    await page.getByRole('link', { name: 'Mission' }).first().click();
    await expect(page).toHaveURL('/mission');
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: 'Contact', exact: true })
      .click();
    await expect(page).toHaveURL('/careers');
  });

  test('forms say that they need JavaScript', async ({ page }) => {
    for (const route of [
      '/waitlist',
      '/brandSignup',
      '/careers',
      '/feedback',
    ]) {
      await page.goto(route);
      await expect(page.locator('main noscript p')).toBeVisible();
      await expect(page.locator('main noscript p')).toHaveText(
        /needs? JavaScript/,
      );
      // As a GET it would put personal data into an address, for all logs.
      await expect(page.locator('main form')).toHaveAttribute(
        'method',
        /^(dialog|post)$/,
      );
    }
  });
});

function read(route: string): string {
  const file = route === '/' ? 'index' : route.slice(1);
  return readFileSync(`dist/${file}.html`, 'utf8');
}

function mainOf(html: string): string {
  return /<main[\s>].*<\/main>/s.exec(html)?.[0] ?? '';
}

function textOf(html: string, element: string): string {
  const found = new RegExp(`<${element}[^>]*>(.*?)</${element}>`, 's');
  return plain(found.exec(html)?.[1] ?? '');
}

/** A description, by whatever of the two attributes names it. */
function metaOf(html: string, name: string): string | undefined {
  const tag = new RegExp(`<meta (?:name|property)="${name}"[^>]*>`).exec(html);
  const content = /content="([^"]*)"/.exec(tag?.[0] ?? '')?.[1];
  return content === undefined ? undefined : unescapeHtml(content);
}

function linkOf(html: string, rel: string): string | undefined {
  const tag = new RegExp(`<link rel="${rel}"[^>]*>`).exec(html);
  return /href="([^"]*)"/.exec(tag?.[0] ?? '')?.[1];
}

/** What is left for a reader. */
function plain(html: string): string {
  const text = html
    .replace(/<(script|style|svg)[\s>].*?<\/\1>/gs, '')
    .replace(/<!--.*?-->/gs, '')
    .replace(/<[^>]*>/g, '');
  return unescapeHtml(text).trim();
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&#x27;', "'")
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}

/** A PNG or JPEG of the size that cards are made for. */
function isPicture(address: string): boolean {
  const file = path.join('dist', new URL(address).pathname);
  if (!existsSync(file)) return false;
  const bytes = readFileSync(file);
  if (bytes.toString('latin1', 1, 4) !== 'PNG') return bytes[0] === 0xff;
  return bytes.readUInt32BE(16) === 1200 && bytes.readUInt32BE(20) === 630;
}
