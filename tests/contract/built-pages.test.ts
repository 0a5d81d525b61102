import { existsSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import {
  buildFirst,
  builtPage,
  fileOf,
  readBuilt,
  wordsOf,
} from '../support/built-files.ts';
import { formSpecs } from '../support/forms.ts';
import { notFoundPage, pages, siteUrl } from '../support/pages.ts';

// What every page's file says by itself, before any script runs.

beforeAll(buildFirst);

const tokens = readFileSync('src/styles/tokens.css', 'utf8');
const background = /--ground: (#\w+);/.exec(tokens)?.[1];
const all = [...pages, { ...notFoundPage, path: '/404' }];
const linksIn = (page: Document, part: string) =>
  [...page.querySelectorAll(`${part} a`)].map(
    (link) => `${wordsOf(link)}: ${link.getAttribute('href')}`,
  );

test.each(all)('$path: head, header, footer and pictures', (spec) => {
  const { path: route, title, heading } = spec;
  const page = builtPage(route);
  const texts = (selector: string) =>
    [...page.querySelectorAll(selector)].map(wordsOf);
  const { lang } = JSON.parse(readBuilt('manifest.webmanifest'));
  expect(page.documentElement.getAttribute('lang')).toBe(lang);
  expect(texts('title')).toEqual([title]);
  expect(texts('h1')).toEqual([heading ?? expect.stringMatching(/\S/)]);
  const canonical = page.querySelectorAll('link[rel="canonical"]');
  expect([...canonical].map((link) => link.getAttribute('href'))).toEqual(
    route === '/404' ? [] : [siteUrl + route],
  );
  expect(page.querySelector('link[rel="manifest"]')).not.toBeNull();
  expect(wordsOf(page.body)).not.toMatch(/undefined|\[object/);
  // reading-order.test.ts has the words and links of those of /faq.
  for (const part of ['header', 'footer']) {
    expect(texts(part)).toHaveLength(1);
    expect(linksIn(page, part)).toEqual(linksIn(builtPage('/faq'), part));
  }
  for (const image of page.querySelectorAll('img')) {
    // A fragment shows part of a drawing.
    const [address = ''] = (image.getAttribute('src') ?? '').split('#');
    const file = path.join('dist', address);
    expect(existsSync(file), file).toBe(true);
    expect(image.getAttributeNames(), file).toEqual(
      expect.arrayContaining(['width', 'height', 'alt']),
    );
  }
});

test.each(all)('$path has no comment that a minifier removes', (spec) => {
  expect(readBuilt(fileOf(spec.path))).not.toContain('<!--');
});

test.each(all)('$path tells translators to keep the name', (spec) => {
  const page = builtPage(spec.path);
  for (const one of page.querySelectorAll('[translate="no"]')) one.remove();
  expect(wordsOf(page.body)).not.toMatch(/\bpear\b/i);
});

test('all pages name the same fees', () => {
  const words = pages.map(({ path: route }) => wordsOf(builtPage(route).body));
  const named = (fee: RegExp) =>
    new Set([...words.join('\n').matchAll(fee)].map(([, found]) => found));
  expect(named(/(\d+%(?:-\d+%)?)/g)).toEqual(new Set(['5%-7%', '7%', '5%']));
  expect(named(/Starter\D*(\d+%)/g)).toEqual(new Set(['7%']));
  expect(named(/Growth\D*(\d+%)/g)).toEqual(new Set(['5%']));
});

test.each([
  ['/about', 'five', 5],
  ['/feed', 'six', 6],
])('%s has as many items as its description says: %s', (route, word, count) => {
  expect(metasOf(route).description).toMatch(new RegExp(`\\b${word} `, 'i'));
  expect(builtPage(route).querySelectorAll('main li')).toHaveLength(count);
});

function metasOf(route: string): Record<string, string> {
  const metas = [...builtPage(route).querySelectorAll('meta')].map((one) => {
    const name = one.getAttribute('name') ?? one.getAttribute('property');
    return [name, one.getAttribute('content')];
  });
  return Object.fromEntries(metas);
}

test('no two pages are described or shared alike; 404 is for no index', () => {
  for (const name of ['description', 'og:title']) {
    const texts = pages.map(({ path: route }) => metasOf(route)[name]);
    expect(new Set(texts).size).toBe(pages.length);
  }
  expect(metasOf('/404').robots).toContain('noindex');
});

test.each(pages)('$path: what others learn of it', ({ path: route }) => {
  const metas = metasOf(route);
  expect(metas).toMatchObject({
    description: expect.stringMatching(/^.{120,155}$/),
    'theme-color': background,
    viewport: expect.stringContaining('width=device-width'),
    // The card for those who share it.
    // In a chat the title stands alone, and has to name the site.
    'og:title': expect.stringMatching(/\bpear\b/),
    'twitter:title': metas['og:title'],
    'og:description': metas.description,
    'og:url': siteUrl + route,
    'og:type': 'website',
    'og:site_name': 'pear',
    'og:image': expect.stringContaining(`${siteUrl}/`),
    'og:image:alt': expect.stringMatching(/.{6}/),
    'twitter:card': 'summary_large_image',
  });
  const picture = new URL(metas['og:image'] ?? '').pathname;
  expect(existsSync(path.join('dist', picture))).toBe(true);
  expect(metas.robots ?? '').not.toContain('noindex');
  const scripts = builtPage(route).querySelectorAll('[type$="ld+json"]');
  const data = [...scripts].map((one) => JSON.parse(one.textContent ?? ''));
  expect(data).toHaveLength({ '/': 2, '/faq': 1 }[route] ?? 0);
});

test('no link leads nowhere, and every page is led to', () => {
  const targets = new Set<string>();
  for (const { path: route } of all) {
    const page = builtPage(route);
    for (const link of page.querySelectorAll('a[href]')) {
      const { pathname, hash } = new URL(
        link.getAttribute('href') ?? '',
        `http://a${route}`,
      );
      if (!hash || pathname !== route) targets.add(pathname);
      else expect(page.querySelectorAll(hash), hash).toHaveLength(1);
    }
  }
  const lost = [...targets].filter(
    (target) => !existsSync(path.join('dist', fileOf(target))),
  );
  expect(lost).toEqual([]);
  for (const { path: route } of pages) expect([...targets]).toContain(route);
});

test('forms say that they need JavaScript, and give nothing away', () => {
  for (const { path: route } of formSpecs) {
    const page = builtPage(route);
    expect(readBuilt(fileOf(route))).toMatch(/needs? JavaScript/);
    // As a GET it would put personal data into an address, for all logs.
    const method = page.querySelector('main form')?.getAttribute('method');
    expect(method).toMatch(/^(dialog|post)$/);
  }
});

test('sitemap and robots name exactly the routes', () => {
  const listed = readBuilt('sitemap.xml').matchAll(/<loc>(.*?)<\/loc>/g);
  expect([...listed].map(([, address]) => address).sort()).toEqual(
    pages.map(({ path: route }) => siteUrl + route).sort(),
  );
  const dates = [...readBuilt('sitemap.xml').matchAll(/<lastmod>(.*?)</g)];
  expect(dates).toHaveLength(pages.length);
  for (const [, date = ''] of dates)
    expect(new Date(date).toISOString()).toMatch(new RegExp(`^${date}T`));
  const robots = readBuilt('robots.txt');
  expect(robots).toMatch(/^User-agent: \*$/m);
  expect(robots).not.toMatch(/^Disallow: \/\S*$/m);
  expect(robots.split('\n')).toContain(`Sitemap: ${siteUrl}/sitemap.xml`);
});

test('the manifest makes it an app', () => {
  const { icons, ...manifest } = JSON.parse(readBuilt('manifest.webmanifest'));
  expect(manifest).toMatchObject({
    short_name: 'pear',
    start_url: '/',
    display: 'standalone',
    background_color: background,
  });
  const sizes = ['192x192', '512x512'].map((sizes) => ({ sizes }));
  for (const one of [...sizes, { purpose: 'maskable' }])
    expect(icons).toContainEqual(expect.objectContaining(one));
  for (const { src } of icons)
    expect(existsSync(path.join('dist', src)), src).toBe(true);
});

test('browsers and search engines find an icon in each format', () => {
  const page = builtPage('/faq');
  for (const type of ['ico', 'svg', 'png']) {
    const icon = page.querySelector(`link[rel="icon"][href$=".${type}"]`);
    const file = path.join('dist', icon?.getAttribute('href') ?? '');
    expect(existsSync(file), type).toBe(true);
  }
});
