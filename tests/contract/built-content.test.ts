import { beforeAll, expect, test } from 'vitest';
import { buildFirst, builtPage, wordsOf } from '../support/built-files.ts';

// What pages say, as the specification has it. That it shows is for e2e.

beforeAll(buildFirst);

interface Content {
  /** Words and where they lead. */
  links?: readonly string[];
  /** How many items are below which heading. */
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
  const { links = [], lists = [], says = [] } = page;
  const main = mainOf(path);
  const found = [...main.querySelectorAll('a')].map(
    (link) => `${wordsOf(link)}: ${link.getAttribute('href')}`,
  );
  expect(found).toEqual(expect.arrayContaining([...links]));
  for (const [heading, count] of lists) {
    const items = sectionUnder(main, heading).querySelectorAll('li, details');
    expect(items, heading.source).toHaveLength(count);
  }
  for (const words of says) expect(wordsOf(main)).toMatch(words);
});

test('each question is closed, and has an answer', () => {
  for (const question of mainOf('/faq').querySelectorAll('details')) {
    expect(wordsOf(question.querySelector('summary'))).toMatch(/\S/);
    expect(wordsOf(question.lastElementChild)).toMatch(/\S/);
    expect(question.hasAttribute('open')).toBe(false);
  }
});

function mainOf(path: string): Element {
  return builtPage(path).querySelector('main') as Element;
}

/** The part of a page under that heading. */
function sectionUnder(main: Element, name: RegExp): Element {
  const sections = [...main.querySelectorAll('section')];
  const found = sections.find((section) =>
    [...section.querySelectorAll('h1, h2, h3, h4')].some((heading) =>
      name.test(wordsOf(heading)),
    ),
  );
  if (!found) throw new Error(`There is no ${name}`);
  return found;
}

test('the advantages are seven', () => {
  expect(mainOf('/advantage').querySelectorAll('li')).toHaveLength(7);
});

test('the sample feed has six brands, each with a picture and its logo', () => {
  const items = [...mainOf('/feed').querySelectorAll('li')];
  const names = items.map((item) => wordsOf(item.querySelector('h2, h3')));
  expect(new Set(names).size).toBe(6);
  for (const [index, item] of items.entries()) {
    const texts = [...item.querySelectorAll('img')].map((one) => one.alt);
    expect(texts).toHaveLength(2);
    expect(texts).toContain(`${names[index]} logo`);
  }
});
