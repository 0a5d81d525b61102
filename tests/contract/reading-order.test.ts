import { hash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import pageDates from '../../src/content/page-dates.json' with { type: 'json' };
import {
  buildSite,
  readBuiltFile,
  readPage,
  readText,
} from '../support/built-files.ts';
import { builtPages, pages } from '../support/pages.ts';

// The folder reading-order contains the text of each page in the order of a screen
// reader, with the targets of links. After an intended change of a text, run this file
// with -u, and review the difference. It also sets the page's date for the sitemap.

beforeAll(() => buildSite());

const elementNode = 1; // Node.ELEMENT_NODE

const headingSelector = 'h1, h2, h3, h4, h5, h6';
const regionSelector = 'nav, section, form, fieldset, dialog, aside';
const newLineSelector = `${headingSelector}, ${regionSelector}, p, li, dt, dd, div, a, button, summary, label, img, input, select, textarea`;

/** What a screen reader calls a control, by its tag. */
const controlKinds: Readonly<Record<string, string>> = {
  a: 'link',
  button: 'button',
  summary: 'button',
  input: 'field',
  select: 'field',
  textarea: 'field',
};

/** Returns a line for each text, heading, control, item and region. */
function readLines(element: Element): string[] {
  const tag = element.localName;
  const isAriaHidden = element.getAttribute('aria-hidden') === 'true';
  // A label is read as the name of its field.
  if (isAriaHidden || tag === 'label') return [];

  if (tag === 'img') {
    const alt = element.getAttribute('alt');
    return alt ? [`(image) ${alt}`] : [];
  }

  const text = readText(element);
  if (element.matches(headingSelector)) {
    const level = Number(tag.slice(1));
    return [`${'#'.repeat(level)} ${text}`];
  }

  const controlKind = controlKinds[tag];
  if (controlKind) {
    const target = tag === 'a' ? ` -> ${element.getAttribute('href')}` : '';
    return [`(${controlKind}) ${findControlName(element)}${target}`];
  }

  const leadLines = tag === 'li' ? [`(${nameItem(element)})`] : [];
  const label = element.getAttribute('aria-label');
  if (element.matches(regionSelector) && label)
    leadLines.push(`(${tag}) ${label}`);

  const hasSeveralLines = element.querySelector(newLineSelector) !== null;
  const contentLines = hasSeveralLines
    ? [...element.childNodes].flatMap(readChildLines)
    : [text].filter(Boolean);
  return [...leadLines, ...contentLines];
}

/** Returns the item's number if the list has an order. */
function nameItem(item: Element): string {
  const list = item.parentElement;
  if (list?.localName !== 'ol') return 'item';
  return `item ${[...list.children].indexOf(item) + 1}`;
}

function readChildLines(node: ChildNode): string[] {
  if (node.nodeType === elementNode)
    return readLines(node as unknown as Element);
  return [node.textContent?.trim() ?? ''].filter(Boolean);
}

function findControlName(control: Element): string {
  const ariaLabel = control.getAttribute('aria-label');
  if (ariaLabel !== null) return ariaLabel;

  const labelSelector = `label[for="${control.id}"]`;
  const label = control.id
    ? control.ownerDocument.querySelector(labelSelector)
    : null;
  return readText(label) || readText(control);
}

function getSnapshotName(path: string): string {
  return `${path.slice(1).toLowerCase() || 'home'}.txt`;
}

test.each(builtPages)(
  '$path has the texts and the reading order of the reviewed snapshot',
  async ({ path }) => {
    const page = readPage(path);
    const lines = readLines(page.querySelector('main') as Element);
    const outline = lines.filter((line) => line.startsWith('#'));
    const text = [...outline, '', ...lines, ''].join('\n');
    const file = `reading-order/${getSnapshotName(path)}`;
    await expect(text).toMatchFileSnapshot(file);
  },
);

test.each(builtPages)(
  '$path has one live region, which is empty and outside of the main content',
  ({ path }) => {
    const page = readPage(path);
    const liveRegions = [...page.querySelectorAll('[role="status"]')];
    expect(liveRegions.map(readText)).toEqual(['']);
    const regionsOfMain = page.querySelectorAll('main [role="status"]');
    expect(regionsOfMain.length).toBe(0);
  },
);

test('header and footer have the texts and the reading order of the reviewed snapshot', async () => {
  const page = readPage('/faq');
  const lines = ['.skip', 'header', 'footer'].flatMap((selector) => {
    const part = page.querySelector(selector) as Element;
    return [...readLines(part), ''];
  });
  const file = 'reading-order/header-and-footer.txt';
  await expect(lines.join('\n')).toMatchFileSnapshot(file);
});

test('the sitemap has the date of the last change of each text', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const knownDates: Readonly<Record<string, { date: string; text: string }>> =
    pageDates;

  const entries = pages.map(({ path }) => {
    const main = readPage(path).querySelector('main') as Element;
    const textHash = hash('sha256', readLines(main).join('\n')).slice(0, 8);
    const knownDate = knownDates[path];
    const isUnchanged = knownDate?.text === textHash;
    return [path, isUnchanged ? knownDate : { date: today, text: textHash }];
  });

  const dates = `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
  await expect(dates).toMatchFileSnapshot('../../src/content/page-dates.json');
});

test('the sitemap has the date of each page, and no date is in the future', () => {
  const sitemap = readBuiltFile('sitemap.xml');
  const entryPattern = /<loc>(.*?)<\/loc><lastmod>(.*?)<\/lastmod>/g;
  const listedDates = [...sitemap.matchAll(entryPattern)].map(
    ([, address = '', date]) => [new URL(address).pathname, date],
  );
  // The first run after a removal still reads the date of the removed page.
  const knownDates = Object.entries(pageDates)
    .filter(([path]) => pages.some((page) => page.path === path))
    .map(([path, { date }]) => [path, date]);
  expect(listedDates.sort()).toEqual(knownDates.sort());

  const today = new Date().toISOString().slice(0, 10);
  const isPossible = (date = '') =>
    /^\d{4}-\d\d-\d\d$/.test(date) && date <= today;
  expect(listedDates.filter(([, date]) => !isPossible(date))).toEqual([]);
});

// The first run of a new page writes its files after this test.
test('no snapshot is of a page that does not exist', () => {
  const paths = builtPages.map(({ path }) => path);
  const expectedNames = [
    ...paths.map(getSnapshotName),
    'header-and-footer.txt',
    'manifest.txt',
    'robots-and-sitemap.txt',
  ];

  const names = ['reading-order', 'machine-reading'].flatMap(listSnapshots);
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !expectedNames.includes(name))).toEqual([]);
});

/** Returns the files of a folder. A path of several parts has a folder of its own. */
function listSnapshots(folder: string): string[] {
  const options = { recursive: true, encoding: 'utf8' } as const;
  return readdirSync(`tests/contract/${folder}`, options)
    .filter((name) => name.endsWith('.txt'))
    .map((name) => name.toLowerCase());
}
