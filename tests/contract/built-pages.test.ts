import { existsSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { noticeTexts } from '../../src/content/notices.ts';
import { forms } from '../../src/form-definitions/forms.ts';
import {
  buildSite,
  findFile,
  readBuiltFile,
  readPage,
  readPrecachedUrls,
  readText,
} from '../support/built-files.ts';
import { formSpecs } from '../support/forms.ts';
import { builtPages, pages, siteUrl } from '../support/pages.ts';

// These tests check the built files without running their scripts.

beforeAll(() => buildSite());

const paths = pages.map(({ path: route }) => route);

function listAttributes(
  page: Document,
  selector: string,
  name: string,
): (string | null)[] {
  const elements = [...page.querySelectorAll(selector)];
  return elements.map((element) => element.getAttribute(name));
}

function listTexts(page: Document, selector: string): string[] {
  return [...page.querySelectorAll(selector)].map(readText);
}

function isInBuild(file: string): boolean {
  return existsSync(path.join('dist', file));
}

function readMetas(route: string): Record<string, string> {
  const metas = [...readPage(route).querySelectorAll('meta')].map((meta) => {
    const name = meta.getAttribute('name') ?? meta.getAttribute('property');
    return [name, meta.getAttribute('content')];
  });
  return Object.fromEntries(metas);
}

/** Parses each script with structured data of a page. */
function readStructuredData(route: string): unknown[] {
  const scripts = readPage(route).querySelectorAll('[type$="ld+json"]');
  return Array.from(scripts, ({ textContent }) =>
    JSON.parse(textContent ?? ''),
  );
}

test.each(builtPages)(
  '$path has its title, its heading and its address',
  (spec) => {
    const { path: route, title, heading } = spec;
    const page = readPage(route);
    expect(listTexts(page, 'title')).toEqual([title]);
    expect(listTexts(page, 'h1')).toEqual([
      heading ?? expect.stringMatching(/\S/),
    ]);

    const addresses = route === '/404' ? [] : [siteUrl + route];
    expect(listAttributes(page, '[rel="canonical"]', 'href')).toEqual(
      addresses,
    );
  },
);

test.each(builtPages)(
  '$path links the manifest, and has its language',
  (spec) => {
    const page = readPage(spec.path);
    expect(page.querySelector('link[rel="manifest"]')).not.toBeNull();

    const { lang } = JSON.parse(readBuiltFile('manifest.webmanifest'));
    expect(page.documentElement.getAttribute('lang')).toBe(lang);
  },
);

test.each(builtPages)('$path shows no undefined value', (spec) => {
  expect(readText(readPage(spec.path).body)).not.toMatch(/undefined|\[object/);
});

// reading-order.test.ts checks the header and the footer of /faq. No page may lack the
// footer: visitors change their answer about analytics there.
test.each(builtPages)('$path has the header and the footer of /faq', (spec) => {
  const page = readPage(spec.path);
  const faqPage = readPage('/faq');
  for (const part of ['header', 'footer']) {
    expect(listTexts(page, part)).toEqual(listTexts(faqPage, part));

    const links = listAttributes(page, `${part} a`, 'href');
    expect(links).toEqual(listAttributes(faqPage, `${part} a`, 'href'));
  }
});

test.each(builtPages)(
  'the header of $path marks the links to that page',
  (spec) => {
    const page = readPage(spec.path);
    const marked = listAttributes(page, 'header [aria-current="page"]', 'href');
    // The wordmark leads home from everywhere, so it is never marked.
    const links = spec.path === '/' ? 'header nav a' : 'header a';
    const ownLinks = `${links}[href="${spec.path}"]`;
    expect(marked).toEqual(listAttributes(page, ownLinks, 'href'));
  },
);

test.each(builtPages)(
  'each image of $path has a file, a size and an alternative text',
  (spec) => {
    for (const image of readPage(spec.path).querySelectorAll('img')) {
      const address = image.getAttribute('src') ?? '';
      expect(isInBuild(address.replace(/#.*/, '')), address).toBe(true);
      expect(image.getAttributeNames(), address).toEqual(
        expect.arrayContaining(['width', 'height', 'alt']),
      );
    }
  },
);

// Without these links, Vite loads the style sheets again that a page contains inline.
// budgets.test.ts expects that the links are disabled.
test.each(builtPages)(
  '$path links each of its inline style sheets once',
  (spec) => {
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
  },
);

test.each(builtPages)(
  'the worker stores every file that $path shows',
  (spec) => {
    const html = readBuiltFile(findFile(spec.path));
    const matches = html.matchAll(/["'(](\/(?:pictures|static)\/[^"'()#]+)/g);
    const files = new Set([...matches].map(([, address]) => address));
    expect(files.size).toBeGreaterThan(5);

    const storedUrls = readPrecachedUrls();
    const missingFiles = [...files].filter(
      (file) => !storedUrls.includes(file ?? ''),
    );
    expect(missingFiles).toEqual([]);
  },
);

test.each(builtPages)(
  'each section of $path has a heading or a name',
  (spec) => {
    const page = readPage(spec.path);
    for (const section of page.querySelectorAll('section')) {
      const headingId = section.getAttribute('aria-labelledby') ?? '';
      const name =
        section.getAttribute('aria-label') ??
        readText(page.getElementById(headingId));
      const hasTitle = section.querySelector('h1') !== null;
      expect(hasTitle || name, section.outerHTML.slice(0, 200)).toBeTruthy();
    }
  },
);

// React separates adjacent texts by comments, and minifying proxies delete comments.
test.each(builtPages)('$path contains no HTML comment', (spec) => {
  expect(readBuiltFile(findFile(spec.path))).not.toContain('<!--');
});

// Minifying proxies also change white space. React then renders the page again.
test.each(builtPages)('$path has no text that minifiers change', (spec) => {
  const texts = listBlockTexts(readPage(spec.path));
  const changedPattern = /[^\S ]|^ | {2}| $/;
  expect(texts.filter((text) => changedPattern.test(text))).toEqual([]);
});

test.each(builtPages)('$path marks the name pear as untranslatable', (spec) => {
  const page = readPage(spec.path);
  for (const node of page.querySelectorAll('[translate="no"]')) node.remove();
  // Joined texts would hide a name at the end of a heading, as in "pearClothes".
  const texts = listTextNodes(page.body).map(({ textContent }) => textContent);
  expect(texts.filter((text) => /\bpear\b/i.test(text ?? ''))).toEqual([]);
});

/** What the Latin files of Poppins and Lora contain, which src/styles/fonts.css loads. */
const fontCharacter =
  /[\x20-\xff\u0131\u0152\u0153\u2000-\u206f\u20ac\u2122\u2191\u2193\u2212\u2215]/;

// Without `lang`, screen readers read a sentence of another language as if it were English.
test.each(builtPages)(
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

test('structured data and link previews name the language of the pages', () => {
  const language = readPage('/').documentElement.getAttribute('lang');
  expect(readStructuredData('/')).toContainEqual(
    expect.objectContaining({ '@type': 'WebSite', inLanguage: language }),
  );
  // A locale such as en_US also names a country.
  const locale = readMetas('/')['og:locale']?.replace('_', '-');
  expect(locale).toMatch(new RegExp(`^${language}(-|$)`));
});

const siteTexts = listStrings(
  import.meta.glob(
    [
      '../../src/content/*.ts',
      '../../src/form-definitions/*.ts',
      // The head of a page has these texts.
      '!**/{link-previews,meta-descriptions}.ts',
    ],
    { eager: true },
  ),
);

/** Returns each string in a value, at any depth. */
function listStrings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value
    ? Object.values(value).flatMap(listStrings)
    : [];
}

/** Attributes hold addresses and plain texts, in which nothing can mark a name. */
const textAttributes = ['href', 'alt', 'title', 'aria-label'];

/** Returns the texts that no built page contains, such as those of notices and errors. */
function listLaterTexts(): string[] {
  const shownText = builtPages
    .flatMap((spec) => {
      const page = readPage(spec.path);
      const attributes = textAttributes.flatMap((name) =>
        listAttributes(page, `body [${name}]`, name),
      );
      return [readText(page.body), ...attributes];
    })
    .join(' ');
  const laterTexts = siteTexts.filter(
    (text) => !shownText.includes(text.trim()),
  );
  expect(laterTexts).toContain(noticeTexts.update);
  expect(laterTexts).toContain(forms.careers.thanks);
  return laterTexts;
}

test('a text that shows later is English', () => {
  const foreignTexts = listLaterTexts().filter(
    (text) =>
      /(?![a-z])\p{L}/iu.test(text) ||
      [...text].some((character) => !fontCharacter.test(character)),
  );
  expect(foreignTexts).toEqual([]);
});

test('of the texts that show later, only those whose components mark the name contain pear', () => {
  const { installed, installByHand } = noticeTexts;
  const namingTexts = listLaterTexts().filter((text) => /\bpear\b/i.test(text));
  const advice = 'render them by markProductName, and add them here';
  expect(new Set(namingTexts), advice).toEqual(
    new Set([installed, installByHand]),
  );
});

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

test.each(builtPages)(
  '$path asks search engines not to list it if it is unlisted, and only then',
  (spec) => {
    const robots = spec.isUnlisted ? 'noindex' : undefined;
    expect(readMetas(spec.path).robots).toBe(robots);
  },
);

const tokens = readFileSync('src/styles/tokens.css', 'utf8');
const background = /--ground: (#\w+);/.exec(tokens)?.[1];

test.each(pages)(
  '$path has tags for search engines and link previews',
  (spec) => {
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
    const { pathname } = new URL(metas['og:image'] ?? '');
    expect(isInBuild(pathname)).toBe(true);
  },
);

/** The number of scripts with structured data, on each page that has some. */
const structuredDataCounts: Readonly<Record<string, number>> = {
  '/': 2,
  '/faq': 1,
};

test.each(pages)('the structured data of $path are valid JSON', (spec) => {
  const count = structuredDataCounts[spec.path] ?? 0;
  expect(readStructuredData(spec.path)).toHaveLength(count);
});

test.each(builtPages)(
  'every link of $path leads to a page, or out of the site',
  ({ path: route }) => {
    const page = readPage(route);
    const protocols = listUrls(route, page).map(({ protocol }) => protocol);
    const knownProtocols = ['http:', 'https:', 'mailto:', 'tel:'];
    expect(knownProtocols).toEqual(expect.arrayContaining(protocols));

    const brokenPaths = listLinkedPaths(route, page).filter(
      (linkedPath) => !isInBuild(findFile(linkedPath)),
    );
    expect(brokenPaths).toEqual([]);

    // A new tab has no Back, and a link of the installed app would open the browser.
    expect(listAttributes(page, 'a[target], base', 'target')).toEqual([]);
  },
);

test.each(builtPages)(
  'every link within $path leads to one element',
  ({ path: route }) => {
    const page = readPage(route);
    const hashes = listUrls(route, page)
      .filter((url) => isOnSite(url) && url.pathname === route)
      .map(({ hash }) => hash);
    for (const hash of hashes.filter(Boolean))
      expect(page.querySelectorAll(hash).length, hash).toBe(1);
  },
);

test('phones, which hide the top bar, show a link to every page', () => {
  const linkedPaths = builtPages.flatMap(({ path: route }) => {
    const page = readPage(route);
    const topBar = page.querySelector('header nav[aria-label="Main"]');
    expect(topBar).not.toBeNull();
    topBar?.remove();
    return listLinkedPaths(route, page);
  });
  expect(linkedPaths).toEqual(expect.arrayContaining(paths));
});

test('each shortcut of the manifest leads to a page, and has the name of a link to it', () => {
  const { shortcuts } = JSON.parse(readBuiltFile('manifest.webmanifest'));
  expect(shortcuts).not.toEqual([]);
  const links = builtPages.flatMap((spec) => [
    ...readPage(spec.path).querySelectorAll('a'),
  ]);
  for (const { name, url } of shortcuts) {
    const names = links
      .filter((link) => link.getAttribute('href') === url)
      .map(readText);
    expect(names, url).toContain(name);
  }
});

test('without scripts a form never puts personal data into a URL', () => {
  for (const { path: route } of formSpecs) {
    const [method] = listAttributes(readPage(route), 'main form', 'method');
    expect(method).toMatch(/^(dialog|post)$/);
  }
});

test('sitemap.xml lists each page that search engines may list', () => {
  const sitemap = readBuiltFile('sitemap.xml').replace(
    /\d{4}-\d\d-\d\d/g,
    'DAY',
  );
  const listedEntries = sitemap.match(/(?<=<loc>).*(?=<\/url>)/g);
  const listedPages = pages.filter(({ isUnlisted }) => !isUnlisted);
  const expected = listedPages.map(
    ({ path: route }) => `${siteUrl}${route}</loc><lastmod>DAY</lastmod>`,
  );
  expect(listedEntries?.sort()).toEqual(expected.sort());
});

test('robots.txt allows all pages, and refers to the sitemap', () => {
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

/** Returns the targets of a page's links. Those on the site have the protocol http. */
function listUrls(route: string, page: Document): URL[] {
  return listAttributes(page, 'a[href]', 'href').map(
    (href) => new URL(href ?? '', `http://a${route}`),
  );
}

function isOnSite({ protocol }: URL): boolean {
  return protocol === 'http:';
}

/** Returns the paths to which a page links, without links within the page. */
function listLinkedPaths(route: string, page: Document): string[] {
  return listUrls(route, page)
    .filter(isOnSite)
    .filter(({ pathname, hash }) => !hash || pathname !== route)
    .map(({ pathname }) => pathname);
}

const showText = 4; // NodeFilter.SHOW_TEXT

function listTextNodes(root: Element): Node[] {
  const nodes: Node[] = [];
  const walker = root.ownerDocument.createTreeWalker(root, showText);
  while (walker.nextNode()) nodes.push(walker.currentNode);
  return nodes;
}

/** Returns the text between two edges of blocks, for each pair of edges. */
function listBlockTexts(page: Document): string[] {
  const blockTexts: string[] = [];
  let blockText = '';
  let previousBlock: Element | null | undefined;

  const root = page.getElementById('root') as HTMLElement;
  for (const { parentElement, textContent } of listTextNodes(root)) {
    // Some minifiers remove all white space between tags.
    if (!textContent?.trim()) blockTexts.push(` ${readText(parentElement)}`);

    const block = parentElement?.closest(':not(a, b, em, span, strong)');
    if (block !== previousBlock) {
      blockTexts.push(blockText);
      blockText = '';
    }
    previousBlock = block;
    blockText += textContent ?? '';
  }
  return [...blockTexts, blockText];
}
