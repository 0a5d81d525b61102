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
/** Where its header leads to from every page. */
const inHeader = [
  ...['/', '/about', '/advantage', '/brands', '/careers', '/consumer', '/faq'],
  ...['/feedback', '/mission'],
];

/** Where its footer leads to from every page, by the label. */
const inFooter = [
  ...['Contact: /careers', 'Join the waitlist: /waitlist'],
  ...['Connect with us: /brandSignup', 'For Brands: /brands'],
  ...['For Shoppers: /consumer', 'Feedback: /feedback'],
  ...['Sample Feed: /feed', 'Take Back Control: /takebackcontrol'],
];

test.each(all)('$path: head, header, footer and pictures', (spec) => {
  const { path: route, title, heading, says } = spec;
  const page = builtPage(route);
  const texts = (selector: string) =>
    [...page.querySelectorAll(selector)].map(wordsOf);
  const linksIn = (selector: string) =>
    [...page.querySelectorAll(`${selector} a`)].map(
      (link) => `${wordsOf(link)}: ${link.getAttribute('href')}`,
    );
  const { lang } = JSON.parse(readBuilt('manifest.webmanifest'));
  expect(page.documentElement.getAttribute('lang')).toBe(lang);
  expect(texts('title')).toEqual([title]);
  expect(texts('h1')).toEqual([heading ?? expect.stringMatching(/\S/)]);
  const canonical = page.querySelectorAll('link[rel="canonical"]');
  expect([...canonical].map((link) => link.getAttribute('href'))).toEqual(
    route === '/404' ? [] : [siteUrl + route],
  );
  expect(page.querySelector('link[rel="manifest"]')).not.toBeNull();
  const main = page.querySelector('main');
  expect(`${wordsOf(main)} ${main?.outerHTML}`).toContain(says);
  expect(wordsOf(page.body)).not.toMatch(/undefined|\[object/);
  expect(texts('header')).toHaveLength(1);
  const header = linksIn('header').map((link) => link.replace(/.*: /, ''));
  expect(header).toEqual(expect.arrayContaining(inHeader));
  expect(texts('footer').join()).toContain('Copyright 2025');
  expect(linksIn('footer')).toEqual(inFooter);
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
