import { existsSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import type { Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { formSpecs } from '../../support/forms.ts';
import { notFoundPage, pages, siteUrl } from '../../support/pages.ts';

const ground = '#0b0712';

/** What a file holds by itself: a browser parses it and runs none of it. */
function parse(page: Page, route: string) {
  const file = route === '/' ? 'index' : route.slice(1);
  const html = readFileSync(`dist/${file}.html`, 'utf8');
  return page.evaluate((given) => {
    const parsed = new DOMParser().parseFromString(given, 'text/html');
    const data = [...parsed.querySelectorAll('[type="application/ld+json"]')];
    const json = data.map((script) => JSON.parse(script.textContent ?? ''));
    for (const one of parsed.querySelectorAll('script, style, svg')) {
      one.remove();
    }
    const texts = (selector: string) =>
      [...parsed.querySelectorAll(selector)].map((one) =>
        one.textContent?.trim(),
      );
    const named = (selector: string, names: string[], value: string) =>
      Object.fromEntries(
        [...parsed.querySelectorAll(selector)].map((one) => [
          names.map((name) => one.getAttribute(name)).find(Boolean),
          one.getAttribute(value),
        ]),
      );
    return {
      lang: parsed.documentElement.lang,
      titles: texts('title'),
      headings: texts('h1'),
      headers: texts('header').length,
      footer: texts('footer').join(),
      main: parsed.querySelector('main')?.outerHTML ?? '',
      text: parsed.documentElement.textContent ?? '',
      metas: named('meta', ['name', 'property'], 'content'),
      links: named('link', ['rel'], 'href'),
      json,
    };
  }, html);
}

test('every file says by itself what its page is', async ({ page }) => {
  const descriptions = new Set<unknown>();
  for (const { path: route, title, heading, says } of pages) {
    const file = await parse(page, route);
    const { metas } = file;
    expect(file, route).toMatchObject({
      lang: 'en',
      titles: [title],
      headings: [heading ?? expect.stringMatching(/\S/)],
      headers: 1,
      footer: expect.stringContaining('Copyright 2025'),
      main: expect.stringContaining(says),
      text: expect.not.stringMatching(/undefined|\[object/),
      metas: {
        description: expect.stringMatching(/.{31}/),
        'theme-color': ground,
        viewport: expect.stringContaining('width=device-width'),
        // The card for those who share it.
        'og:title': title,
        'og:description': metas.description,
        'og:url': siteUrl + route,
        'og:type': 'website',
        'og:site_name': 'pear',
        'og:image': expect.stringContaining(`${siteUrl}/`),
        'og:image:alt': expect.stringMatching(/.{6}/),
        'twitter:card': 'summary_large_image',
      },
      links: { canonical: siteUrl + route, manifest: expect.any(String) },
    });
    const image = metas['og:image'] ?? '';
    expect([image, isPicture(image)]).toEqual([image, true]);
    expect(metas.robots ?? '', route).not.toContain('noindex');
    const structured = { '/': 2, '/faq': 1 }[route] ?? 0;
    expect(file.json, route).toHaveLength(structured);
    for (const data of file.json) {
      expect(data['@context'], route).toMatch(/^https?:\/\/schema\.org\/?$/);
    }
    descriptions.add(metas.description);
  }
  expect(descriptions.size).toBe(pages.length);
  expect(new Set(pages.map(({ title }) => title)).size).toBe(pages.length);
});

test('the 404 file is for no index', async ({ page }) => {
  const { title, heading, says } = notFoundPage;
  expect(await parse(page, '/404')).toMatchObject({
    titles: [title],
    headings: [heading],
    main: expect.stringContaining(says),
    metas: { robots: expect.stringContaining('noindex') },
    links: { canonical: `${siteUrl}/404` },
  });
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
  expect(robots.split('\n')).toContain(`Sitemap: ${siteUrl}/sitemap.xml`);
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
    for (const form of formSpecs) {
      await page.goto(form.path);
      await expect(page.getByText(/needs? JavaScript/)).toBeVisible();
      // As a GET it would put personal data into an address, for all logs.
      await expect(page.locator('main form')).toHaveAttribute(
        'method',
        /^(dialog|post)$/,
      );
    }
  });
});

/** A PNG or JPEG of the size that cards are made for. */
function isPicture(address: string): boolean {
  const file = path.join('dist', new URL(address).pathname);
  if (!existsSync(file)) return false;
  const bytes = readFileSync(file);
  if (bytes.toString('latin1', 1, 4) !== 'PNG') return bytes[0] === 0xff;
  return bytes.readUInt32BE(16) === 1200 && bytes.readUInt32BE(20) === 630;
}
