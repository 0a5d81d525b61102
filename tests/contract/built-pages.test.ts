import { existsSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import {
  buildSite,
  findFile,
  readBuiltFile,
  readPage,
  readPrecachedUrls,
  readText,
} from '../support/built-files.ts';
import { formSpecs } from '../support/forms.ts';
import { notFoundPage, pages, siteUrl } from '../support/pages.ts';

// These tests check the built files without running their scripts.

beforeAll(() => buildSite());

const tokens = readFileSync('src/styles/tokens.css', 'utf8');
const background = /--ground: (#\w+);/.exec(tokens)?.[1];
const paths = pages.map(({ path: route }) => route);
const all = [...pages, { ...notFoundPage, path: '/404' }];

const showText = 4; // NodeFilter.SHOW_TEXT

const listAttributes = (page: Document, selector: string, name: string) =>
  [...page.querySelectorAll(selector)].map((node) => node.getAttribute(name));
const isInBuild = (file: string) => existsSync(path.join('dist', file));

function readMetas(route: string): Record<string, string> {
  const metas = [...readPage(route).querySelectorAll('meta')].map((meta) => {
    const name = meta.getAttribute('name') ?? meta.getAttribute('property');
    return [name, meta.getAttribute('content')];
  });
  return Object.fromEntries(metas);
}

test.each(all)('$path has its title, header, footer and pictures', (spec) => {
  const { path: route, title, heading } = spec;
  const page = readPage(route);
  const texts = (selector: string) =>
    [...page.querySelectorAll(selector)].map(readText);

  const { lang } = JSON.parse(readBuiltFile('manifest.webmanifest'));
  expect(page.documentElement.getAttribute('lang')).toBe(lang);
  expect(texts('title')).toEqual([title]);
  expect(texts('h1')).toEqual([heading ?? expect.stringMatching(/\S/)]);

  expect(listAttributes(page, '[rel="canonical"]', 'href')).toEqual(
    route === '/404' ? [] : [siteUrl + route],
  );
  expect(page.querySelector('link[rel="manifest"]')).not.toBeNull();
  expect(readText(page.body)).not.toMatch(/undefined|\[object/);

  // Compares with /faq, whose header and footer reading-order.test.ts checks. No page may
  // lack the footer: visitors change their answer about analytics there.
  for (const part of ['header', 'footer']) {
    const text = readText(readPage('/faq').querySelector(part));
    expect(texts(part)).toEqual([text]);

    const expected = listAttributes(readPage('/faq'), `${part} a`, 'href');
    expect(listAttributes(page, `${part} a`, 'href')).toEqual(expected);
  }
  expect(listAttributes(page, 'header [aria-current="page"]', 'href')).toEqual(
    listAttributes(page, `header nav a[href="${route}"]`, 'href'),
  );

  for (const image of page.querySelectorAll('img')) {
    const address = image.getAttribute('src') ?? '';
    expect(isInBuild(address.replace(/#.*/, '')), address).toBe(true);
    expect(image.getAttributeNames(), address).toEqual(
      expect.arrayContaining(['width', 'height', 'alt']),
    );
  }
});

// Without these links, Vite loads the style sheets again that a page contains inline.
// budgets.test.ts expects that the links are disabled.
test.each(all)('$path links each of its inline style sheets once', (spec) => {
  const html = readBuiltFile(findFile(spec.path));
  const [, inlineStyles] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  const links = listAttributes(
    readPage(spec.path),
    '[rel="stylesheet"]',
    'href',
  );
  expect(links.length).toBeGreaterThan(1);
  const linkedStyles = links.map((link) => readBuiltFile(link ?? '').trim());
  expect(inlineStyles).toBe(linkedStyles.join(''));
});

test.each(all)('the worker stores every file that $path shows', (spec) => {
  const html = readBuiltFile(findFile(spec.path));
  const matches = html.matchAll(/["'(](\/(?:pictures|static)\/[^"'()#]+)/g);
  const files = new Set([...matches].map(([, address]) => address));
  expect(files.size).toBeGreaterThan(5);
  const stored = readPrecachedUrls();
  expect([...files].filter((file) => !stored.includes(file ?? ''))).toEqual([]);
});

test.each(all)('each section of $path has a heading or a name', (spec) => {
  const page = readPage(spec.path);
  for (const section of page.querySelectorAll('section')) {
    const heading = section.getAttribute('aria-labelledby');
    const name =
      section.getAttribute('aria-label') ??
      (heading && readText(page.getElementById(heading)));
    const hasTitle = section.querySelector('h1') !== null;
    expect(hasTitle || name, section.outerHTML.slice(0, 200)).toBeTruthy();
  }
});

// React separates adjacent texts by comments, and minifying proxies delete comments.
test.each(all)('$path contains no HTML comment', (spec) => {
  expect(readBuiltFile(findFile(spec.path))).not.toContain('<!--');
});

// Minifying proxies also change white space. React then renders the page again.
test.each(all)('$path has no text that minifiers change', (spec) => {
  const texts = listBlockTexts(readPage(spec.path));
  const changedPattern = /[^\S ]|^ | {2}| $/;
  expect(texts.filter((text) => changedPattern.test(text))).toEqual([]);
});

/** Returns the text between two edges of blocks, for each pair of edges. */
function listBlockTexts(page: Document): string[] {
  const blockTexts: string[] = [];
  const root = page.getElementById('root') as HTMLElement;
  const textNodes = page.createTreeWalker(root, showText);
  let previousBlock: Element | null | undefined;
  while (textNodes.nextNode()) {
    const { parentElement, textContent } = textNodes.currentNode;
    // Some minifiers remove all white space between tags.
    if (!textContent?.trim()) blockTexts.push(` ${readText(parentElement)}`);
    const block = parentElement?.closest(':not(a, b, em, span, strong)');
    if (block !== previousBlock) blockTexts.push('');
    previousBlock = block;
    blockTexts.push(blockTexts.pop() + (textContent ?? ''));
  }
  return blockTexts;
}

test.each(all)('$path marks the name pear as untranslatable', (spec) => {
  const page = readPage(spec.path);
  for (const node of page.querySelectorAll('[translate="no"]')) node.remove();
  expect(readText(page.body)).not.toMatch(/\bpear\b/i);
});

/** What the Latin files of Poppins and Lora contain, which src/styles/fonts.css loads. */
const fontCharacter =
  /[\x20-\xff\u0131\u0152\u0153\u2000-\u206f\u20ac\u2122\u2191\u2193\u2212\u2215]/;

// Without `lang`, screen readers read a sentence of another language as if it were English.
test.each(all)(
  'each word of $path is English, or is in an element that says its language',
  (spec) => {
    const page = readPage(spec.path);
    const characters = [...readText(page.body)];
    const isInFonts = (character: string) => fontCharacter.test(character);
    expect(characters.filter((one) => !isInFonts(one))).toEqual([]);

    for (const node of page.querySelectorAll('body [lang]')) node.remove();
    const foreignLetters = readText(page.body).match(/(?![a-z])\p{L}/giu);
    expect(foreignLetters).toBeNull();
  },
);

test('all pages state the same fees', () => {
  const text = paths.map((route) => readText(readPage(route).body)).join('\n');
  const fees = text.match(/[\d.]+%(-[\d.]+%)?/g) ?? [];
  const plans = [...text.matchAll(/(Starter|Growth)\D*([\d.]+%)/g)].map(
    ([, plan, fee]) => `${plan} ${fee}`,
  );
  const expected = ['5%', '5%-7%', '7%', 'Growth 5%', 'Starter 7%'];
  expect([...new Set([...fees, ...plans])].sort()).toEqual(expected);
});

test('every page has its own description and link preview title', () => {
  for (const name of ['description', 'og:title']) {
    const texts = paths.map((route) => readMetas(route)[name]);
    expect(new Set(texts).size).toBe(pages.length);
  }
});

test('the 404 page asks search engines not to index it', () => {
  expect(readMetas('/404').robots).toContain('noindex');
});

test.each(pages)('$path has tags for link previews', (spec) => {
  const metas = readMetas(spec.path);
  expect(metas).toMatchObject({
    description: expect.stringMatching(/^.{120,155}$/),
    'theme-color': background,
    viewport: expect.stringContaining('width=device-width'),
    // Chat apps show only the title, so the title must name the site.
    'og:title': expect.stringMatching(/\bpear\b/),
    'twitter:title': metas['og:title'],
    'og:description': metas.description,
    'og:url': siteUrl + spec.path,
    'og:type': 'website',
    'og:site_name': 'pear',
    'og:image': expect.stringContaining(`${siteUrl}/`),
    'og:image:alt': expect.stringMatching(/.{6}/),
    'twitter:card': 'summary_large_image',
  });
  expect(isInBuild(new URL(metas['og:image'] ?? '').pathname)).toBe(true);
  expect(metas.robots ?? '').not.toContain('noindex');

  const scripts = readPage(spec.path).querySelectorAll('[type$="ld+json"]');
  const data = [...scripts].map((one) => JSON.parse(one.textContent ?? ''));
  expect(data).toHaveLength({ '/': 2, '/faq': 1 }[spec.path] ?? 0);
});

test('every link leads to a page or out of the site, and phones show a link to every page', () => {
  const targets = new Set<string>();
  for (const { path: route } of all) {
    const page = readPage(route);
    const topBar = page.querySelector('header nav[aria-label="Main"]');
    expect(topBar).not.toBeNull();
    topBar?.remove();
    for (const href of listAttributes(page, 'a[href]', 'href')) {
      const base = `http://a${route}`;
      const { pathname, hash, protocol } = new URL(href ?? '', base);
      if (protocol !== 'http:')
        expect(['https:', 'mailto:', 'tel:'], href ?? '').toContain(protocol);
      else if (!hash || pathname !== route) targets.add(pathname);
      else expect(page.querySelectorAll(hash), hash).toHaveLength(1);
    }
  }
  expect([...targets].filter((url) => !isInBuild(findFile(url)))).toEqual([]);
  expect([...targets]).toEqual(expect.arrayContaining(paths));
});

test('without scripts a form never puts personal data into a URL', () => {
  for (const { path: route } of formSpecs) {
    const [method] = listAttributes(readPage(route), 'main form', 'method');
    expect(method).toMatch(/^(dialog|post)$/);
  }
});

test('sitemap.xml lists exactly the routes, and robots.txt refers to it', () => {
  const sitemap = readBuiltFile('sitemap.xml').replace(
    /\d{4}-\d\d-\d\d/g,
    'DAY',
  );
  const listedEntries = sitemap.match(/(?<=<loc>).*(?=<\/url>)/g);
  const expected = paths.map(
    (route) => `${siteUrl}${route}</loc><lastmod>DAY</lastmod>`,
  );
  expect(listedEntries?.sort()).toEqual(expected.sort());

  const robots = readBuiltFile('robots.txt');
  expect(robots).toMatch(/^User-agent: \*$/m);
  expect(robots).not.toMatch(/^Disallow: \/\S*$/m);
  expect(robots.split('\n')).toContain(`Sitemap: ${siteUrl}/sitemap.xml`);
});

test('the manifest has all members that browsers need to install the site', () => {
  const { icons, ...manifest } = JSON.parse(
    readBuiltFile('manifest.webmanifest'),
  );
  expect(manifest).toMatchObject({
    short_name: 'pear',
    start_url: '/',
    display: 'standalone',
    background_color: background,
  });

  const sizedIcons = ['192x192', '512x512'].map((sizes) => ({ sizes }));
  for (const icon of [...sizedIcons, { purpose: 'maskable' }])
    expect(icons).toContainEqual(expect.objectContaining(icon));
  for (const { src } of icons) expect(isInBuild(src), src).toBe(true);
});
