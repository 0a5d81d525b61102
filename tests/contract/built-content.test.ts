import { beforeAll, expect, test } from 'vitest';
import { buildFirst, builtPage, wordsOf } from '../support/built-files.ts';

// What pages say, as the specification has it. That it shows is for e2e.

beforeAll(buildFirst);

/** What a section must have, or the whole page where no heading names one. */
interface Part {
  under?: RegExp;
  /** So many list items. */
  items?: number;
  /** A text by itself, in whatever case, or what it holds among other words. */
  says?: readonly (string | RegExp)[];
  /** Words and where they lead. */
  links?: readonly string[];
}

const each = (words: string) => words.split(/,\s+/);

const contents: Record<string, readonly Part[]> = {
  '/': [
    // The first words lead on.
    { under: /./, links: ["I'm a Brand: /brands", "I'm a Shopper: /consumer"] },
    {
      links: ['Join the waitlist: /waitlist', 'Connect with us: /brandSignup'],
      says: each(
        'Explore and Personalize, Shop or Connect, Direct Access. Better Value',
      ),
    },
    { under: /problems with online shopping/i, items: 6 },
    {
      under: /^How to get Started$/,
      items: 5,
      says: [
        ...['choose brands', 'user feed', 'optimized', 'safe data sharing'],
        ...['shop your brand', /1.*2.*3.*4.*5/],
      ],
    },
    { under: /why choose/i },
    {
      under: /^Discovery$/,
      // With a wish in plain words, not a search term, and four prices.
      says: ['My Brands', /agentic AI/i, /(\w+ ){5,}/, /(\$\d+(\.\d\d)?.*){4}/],
    },
    { under: /single source of truth/i },
  ],
  '/about': [
    {
      says: [
        /Our Core Values.*Optimized Logistics.*Price Optimization for Fairness/,
        /Fairness.*Transparency Over Transaction.*Consumer First Always/,
        /Consumer First Always.*Tech-Driven Brand-Friendly/,
      ],
    },
  ],
  '/consumer': [
    { links: ['Join the waitlist: /waitlist'] },
    { under: /personali[sz]ed feed/i, items: 6 },
    {
      under: /ultimate shopping destination/i,
      // More than two reasons.
      says: ['One feed instead of many tabs', 'Better value', /verified/],
    },
    {
      under: /data.*protect|protect.*data/i,
      says: [/only to the brand you engage with/i],
    },
  ],
  '/brands': [
    {
      links: ['Connect with us now: /brandSignup'],
      says: [/Brand Side Platform/, /dashboard/i],
    },
    {
      under: /^upload products$/i,
      items: 8,
      says: each(`upload products, receive first-party data, targeting optimization,
        optimize supply chain, manage product launches, manage budgets,
        enhance shopper feedback, easy management`),
    },
    {
      under: /pric(ing|es)/i,
      items: 3,
      says: [/5%-7%/, /Starter.*7% fee.*Growth.*5% fee.*Enterprise.*custom/i],
    },
    { under: /advantage|yours/i },
    { under: /fulfil/i, says: [/brand handles it/i] },
    { under: /vision/i },
  ],
  '/mission': [{ says: ['Our Mission', 'Who Are We', /verified/] }],
  '/advantage': [
    {
      items: 7,
      says: each(`logistics routing, first-party data AI, demand forecasting,
        contextual targeting without cookies, optimization for all,
        AI-native architecture, differentiation`),
    },
  ],
  '/takebackcontrol': [/retail/i, /search/i, /social/i].map((kind) => ({
    under: kind,
    says: [/pear/i],
  })),
  '/waitlist': [{ says: [/18\+.*consent.*email and (your )?preferences/] }],
};

test.each(Object.entries(contents))('%s says what it is for', (path, parts) => {
  for (const { under, items, says = [], links = [] } of parts) {
    const within = under ? sectionUnder(mainOf(path), under) : mainOf(path);
    const find = (selector: string) => [...within.querySelectorAll(selector)];
    if (items) expect(find('li')).toHaveLength(items);
    const texts = find('*').map((one) => wordsOf(one).toLowerCase());
    for (const words of says) {
      if (typeof words !== 'string') expect(wordsOf(within)).toMatch(words);
      else expect(texts).toContain(words.toLowerCase());
    }
    const found = find('a').map(
      (link) => `${wordsOf(link)}: ${link.getAttribute('href')}`,
    );
    expect(found).toEqual(expect.arrayContaining([...links]));
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

test('questions are five and three, each with its answer', () => {
  for (const [heading, count] of [
    [/shoppers/i, 5],
    [/brands/i, 3],
  ] as const) {
    const section = sectionUnder(mainOf('/faq'), heading);
    const found = section.querySelectorAll('details');
    expect(found).toHaveLength(count);
    for (const question of found) {
      expect(wordsOf(question.querySelector('summary'))).toMatch(/\S/);
      expect(wordsOf(question.lastElementChild)).toMatch(/\S/);
      expect(question.hasAttribute('open')).toBe(false);
    }
  }
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
