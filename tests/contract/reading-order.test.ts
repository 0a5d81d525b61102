import { hash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import pageDates from '../../src/content/page-dates.json' with { type: 'json' };
import { buildSite, readPage, readText } from '../support/built-files.ts';
import { notFoundPage, pages } from '../support/pages.ts';

// The folder reading-order contains the text of each page in the order of a screen
// reader, with the targets of links. After an intended change of a text, run this file
// with -u, and review the difference. It also sets the page's date for the sitemap.

beforeAll(() => buildSite());

const headingSelector = 'h1, h2, h3, h4, h5, h6';
const regions = 'nav, section, form, fieldset, dialog, aside';
const newLineSelector = `${headingSelector}, ${regions}, p, li, dt, dd, div, a, button, summary, label, img, input, textarea`;
const controls: Readonly<Record<string, string>> = {
  a: 'link',
  button: 'button',
  summary: 'button',
  input: 'field',
  textarea: 'field',
};

/** Returns a line for each text, heading, control, item and region. */
function linesOf(element: Element): string[] {
  const tag = element.localName;
  const isAriaHidden = element.getAttribute('aria-hidden') === 'true';
  if (isAriaHidden || tag === 'label') return [];
  const label = element.getAttribute('aria-label');
  const ownText = readText(element);
  const selector = element.id && `label[for="${element.id}"]`;
  if (tag === 'img') {
    const alt = element.getAttribute('alt');
    return alt ? [`(image) ${alt}`] : [];
  }
  if (element.matches(headingSelector))
    return [`${'#'.repeat(Number(tag[1]))} ${ownText}`];
  if (controls[tag]) {
    const formLabel = selector && element.ownerDocument.querySelector(selector);
    const name = label ?? (readText(formLabel || null) || ownText);
    const target = tag === 'a' ? ` -> ${element.getAttribute('href')}` : '';
    return [`(${controls[tag]}) ${name}${target}`];
  }
  const leadLines = tag === 'li' ? ['(item)'] : [];
  if (element.matches(regions) && label) leadLines.push(`(${tag}) ${label}`);
  if (!element.querySelector(newLineSelector))
    return ownText ? [...leadLines, ownText] : leadLines;
  const childLines = [...element.childNodes].flatMap((node) =>
    node.nodeType === 1
      ? linesOf(node as Element)
      : [node.textContent?.trim() ?? ''].filter(Boolean),
  );
  return [...leadLines, ...childLines];
}

const file = (path: string) =>
  `reading-order/${path.slice(1).toLowerCase() || 'home'}.txt`;

test.each([...pages, { ...notFoundPage, path: '/404' }])(
  '$path has the texts and the reading order of the reviewed snapshot',
  async ({ path }) => {
    const page = readPage(path);
    const main = page.querySelector('main') as Element;
    const lines = linesOf(main);
    const outline = lines.filter((line) => /^#/.test(line));
    const regions = [...page.querySelectorAll('[role="status"]')];
    expect(regions.map(readText)).toEqual(['']);
    expect(main.contains(regions[0] as Node)).toBe(false);
    const text = [...outline, '', ...lines, ''].join('\n');
    await expect(text).toMatchFileSnapshot(file(path));
  },
);

test('header and footer have the texts and the reading order of the reviewed snapshot', async () => {
  const page = readPage('/faq');
  const lines = ['.skip', 'header', 'footer'].flatMap((part) => [
    ...linesOf(page.querySelector(part) as Element),
    '',
  ]);
  await expect(lines.join('\n')).toMatchFileSnapshot(
    file('/header-and-footer'),
  );
});

test('the sitemap has the date of the last change of each text', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const known: Readonly<Record<string, { date: string; text: string }>> =
    pageDates;
  const entries = pages.map(({ path }) => {
    const main = readPage(path).querySelector('main') as Element;
    const text = hash('sha256', linesOf(main).join('\n')).slice(0, 8);
    const date = known[path]?.text === text ? known[path].date : today;
    return [path, { date, text }] as const;
  });
  const dates = `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
  await expect(dates).toMatchFileSnapshot('../../src/content/page-dates.json');
});

test('no snapshot is of a page that does not exist', () => {
  const names = [...pages.map(({ path }) => path), '/404'].map(
    (path) => `${path.slice(1).toLowerCase() || 'home'}.txt`,
  );
  const listFolder = (folder: string) =>
    readdirSync(`tests/contract/${folder}`)
      .map((name) => name.toLowerCase())
      .sort();
  expect(listFolder('reading-order')).toEqual(
    [...names, 'header-and-footer.txt'].sort(),
  );
  const others = ['manifest.txt', 'pictures.txt', 'robots-and-sitemap.txt'];
  expect(listFolder('machine-reading')).toEqual([...names, ...others].sort());
});
