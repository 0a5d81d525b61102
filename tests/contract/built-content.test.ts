import { beforeAll, expect, test } from 'vitest';
import { descriptions } from '../../src/routes.ts';
import { buildSite, readPage, textIn } from '../support/built-files.ts';
import { pages } from '../support/pages.ts';

// What pages say, as the specification has it. That it shows is for e2e.

beforeAll(() => buildSite());

interface Content {
  /** Words and where they lead. */
  links?: readonly string[];
  /** How many items there are, in all or below a heading. */
  items?: number;
  lists?: readonly (readonly [RegExp, number])[];
  says?: readonly RegExp[];
}

const contents: Record<string, Content> = {
  '/': {
    links: [
      ...["I'm a Brand: /brands", "I'm a Shopper: /consumer"],
      ...['Join the waitlist: /waitlist', 'Connect with us: /brandSignup'],
    ],
    lists: [
      [/problems with online shopping/i, 6],
      [/^How to get Started$/, 5],
    ],
    // The demo has four prices.
    says: [/why choose.*agentic AI.*(\$\d.*){4}single source of truth/i],
  },
  '/about': {
    says: [/Fairness.*Transparency Over Transaction.*Consumer First Always/],
  },
  '/consumer': {
    links: ['Join the waitlist: /waitlist'],
    lists: [[/personali[sz]ed feed/i, 6]],
    says: [/only to the brand you engage with/i],
  },
  '/brands': {
    links: ['Connect with us now: /brandSignup'],
    lists: [
      [/^upload products$/i, 8],
      [/pric(ing|es)/i, 3],
    ],
    says: [/Starter.*7% fee.*Growth.*5% fee.*Enterprise.*custom/i],
  },
  '/advantage': { items: 7 },
  '/feed': { items: 6 },
  '/faq': {
    lists: [
      [/shoppers/i, 5],
      [/brands/i, 3],
    ],
  },
  '/takebackcontrol': { says: [/retail.*pear.*search.*pear.*social.*pear/i] },
  '/waitlist': { says: [/18\+.*consent.*email and (your )?preferences/] },
};

test.each(Object.entries(contents))('%s says what it is for', (path, page) => {
  const { links = [], items, lists = [], says = [] } = page;
  const main = mainOf(path);
  const found = [...main.querySelectorAll('a')].map(
    (link) => `${textIn(link)}: ${link.getAttribute('href')}`,
  );
  expect(found).toEqual(expect.arrayContaining([...links]));
  if (items) expect(main.querySelectorAll('li')).toHaveLength(items);
  for (const [heading, count] of lists) {
    const items = sectionUnder(main, heading).querySelectorAll('li, details');
    expect(items, heading.source).toHaveLength(count);
  }
  for (const words of says) expect(textIn(main)).toMatch(words);
});

test('all pages name the same fees', () => {
  const words = pages.map(({ path }) => textIn(mainOf(path))).join('\n');
  const named = (fee: RegExp) =>
    new Set([...words.matchAll(fee)].map(([, found]) => found));
  expect(named(/(\d+%(?:-\d+%)?)/g)).toEqual(new Set(['5%-7%', '7%', '5%']));
  expect(named(/Starter\D*(\d+%)/g)).toEqual(new Set(['7%']));
  expect(named(/Growth\D*(\d+%)/g)).toEqual(new Set(['5%']));
});

test.each([
  ['/about', 'five', 5],
  ['/feed', 'six', 6],
])('%s is described with %s items, and has them', (path, word, count) => {
  expect(descriptions[path]).toMatch(new RegExp(`\\b${word}\\b`, 'i'));
  expect(mainOf(path).querySelectorAll('li')).toHaveLength(count);
});

test('a care label is built without values', () => {
  const label = mainOf('/').querySelector('dl');
  expect(textIn(label as Element)).toMatch(/^Cookies on this page/);
  const values = [...(label?.querySelectorAll('dd') ?? [])];
  expect(values.map((value) => value.textContent)).toEqual(['', '', '']);
});

function mainOf(path: string): Element {
  return readPage(path).querySelector('main') as Element;
}

/** The part of a page under that heading. */
function sectionUnder(main: Element, name: RegExp): Element {
  const sections = [...main.querySelectorAll('section')];
  const found = sections.find((section) =>
    [...section.querySelectorAll('h1, h2, h3, h4')].some((heading) =>
      name.test(textIn(heading)),
    ),
  );
  if (!found) throw new Error(`There is no ${name}`);
  return found;
}
