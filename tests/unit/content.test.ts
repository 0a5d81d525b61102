import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { aboutTexts } from '../../src/content/about.ts';
import { advantageTexts } from '../../src/content/advantage.ts';
import { brands } from '../../src/content/brands.ts';
import { consumerTexts } from '../../src/content/consumer.ts';
import { faqTexts } from '../../src/content/faq.ts';
import { demoTexts, stepTexts } from '../../src/content/home.ts';
import { metaDescriptions } from '../../src/content/meta-descriptions.ts';
import { sampleBrands } from '../../src/content/sample-brands.ts';
import type { FormDefinition } from '../../src/form-definitions/form-definition.ts';
import { forms } from '../../src/form-definitions/forms.ts';
import { isRequired } from '../../src/forms/validate.ts';
import { getLabelInSentence } from '../../src/forms/what-we-get.ts';
import { fillRacks } from '../../src/pages/home/wish.ts';

const numberWords = 'zero one two three four five six seven eight nine'.split(
  ' ',
);

/** Returns the description of a page for search engines. */
function readDescription(path: string): string {
  const description = metaDescriptions[path];
  if (!description) throw new Error(`This test needs a description of ${path}`);
  return description;
}

test.each([
  { noun: 'values', text: aboutTexts.lead, list: aboutTexts.values },
  { noun: 'values', text: readDescription('/about'), list: aboutTexts.values },
  { noun: 'stitches', text: stepTexts.lead, list: stepTexts.items },
  { noun: 'plain things', text: brands.bsp.text, list: brands.bsp.signals },
  { noun: 'forms', text: readFileSync('README.md', 'utf8'), list: forms },
])('the number of $noun in a text is that of the list', (row) => {
  const { noun, text, list } = row;
  const count = numberWords[Object.keys(list).length];
  expect(text.toLowerCase()).toContain(`${count} ${noun}`);
});

/** Sentences elsewhere than on a form's page that list what the form asks for. */
const fieldSentences = [
  { form: forms.brandSignup, text: brands.order.Now },
  { form: forms.brandSignup, text: readDescription('/brandSignup') },
];

test.each(fieldSentences)(
  '"$text" lists the fields that must be filled in',
  ({ form, text }) => {
    const list = listRequiredLabels(form)
      .map((label) => `your ${label}`)
      .join(', ')
      .replace(/, ([^,]*)$/, ' and $1');
    expect(text).toMatch(new RegExp(`\\b(Leave|Leave us) ${list}[.,]`));
  },
);

/**
 * Returns the labels of the texts that a form requires. The label of a checkbox is a
 * sentence of its own, which fits into no list.
 */
function listRequiredLabels(form: FormDefinition): string[] {
  return form.fields
    .filter(({ name, type }) => type !== 'checkbox' && isRequired(form, name))
    .map(getLabelInSentence);
}

/** Returns the texts of pages and forms without comments. */
function readTexts(): string {
  const texts = ['content', 'form-definitions'].flatMap((folder) =>
    readdirSync(`src/${folder}`).map((file) =>
      readFileSync(`src/${folder}/${file}`, 'utf8'),
    ),
  );
  return texts.join('\n').replace(/\/\*[\s\S]*?\*\//g, '');
}

test('all texts state the same age of visitors', () => {
  const ages = readTexts().match(/\b(1[3-9]|2[01])(?=\+| or older\b)/g) ?? [];
  expect(ages.length).toBeGreaterThan(0);
  expect(new Set(ages).size).toBe(1);
});

test('each list such as "your name and your email" names what a form requires', () => {
  const lists = readTexts().match(
    /(?:your [\w ]+, )*your [\w ]+? and your (?:favorite )?\w+/gi,
  );
  const fieldLists = lists?.filter((list) => list.includes('your email')) ?? [];
  expect(fieldLists.length).toBeGreaterThan(0);

  const requiredLists = Object.values(forms).map((form) =>
    listRequiredLabels(form).sort().join(),
  );
  const wrongLists = fieldLists.filter((list) => {
    const labels = list.split(/, | and /).map((part) => part.slice(5));
    return !requiredLists.includes(labels.sort().join());
  });
  expect(wrongLists).toEqual([]);
});

/** The parts of a page that the list in its description promises. */
const promises = [
  {
    path: '/faq',
    headings: Object.values(faqTexts.groups).flatMap(({ items }) =>
      Object.keys(items),
    ),
    list: {
      'who sells and ships': ['Who do I buy from?', 'Who ships the orders?'],
      'who receives your data': ['Who receives my data?'],
      'what it costs': ['What does pear cost my brand?'],
      'when it opens': ['When can I start?'],
    },
  },
  {
    path: '/about',
    headings: Object.values(aboutTexts.values).map(({ title }) => title),
    list: {
      logistics: ['Optimized Logistics'],
      'fair prices': ['Price Optimization for Fairness'],
      transparency: ['Transparency Over Transaction'],
      'consumers first': ['Consumer First Always'],
      'technology that suits brands': ['Tech-Driven Brand-Friendly'],
    },
  },
  {
    path: '/advantage',
    headings: Object.keys(advantageTexts.cards),
    list: {
      'shorter routes': ['Logistics routing'],
      'demand forecasting': ['Demand forecasting'],
      'targeting by context instead of cookies': [
        'Contextual targeting without cookies',
      ],
    },
  },
];

test.each(promises)(
  '$path has each part that its description lists',
  ({ path, headings, list }) => {
    const [, parts = ''] = /: (.*)\.$/.exec(readDescription(path)) ?? [];
    expect(parts.split(/, (?:and )?/)).toEqual(Object.keys(list));
    expect(headings).toEqual(
      expect.arrayContaining(Object.values(list).flat()),
    );
  },
);

test('the alternative text of the phone says what its screen shows', () => {
  const { alt, brands, pieces } = consumerTexts.feed.screen;
  const saved = pieces.filter(({ isSaved }) => isSaved);
  expect(alt).toContain(`a feed of ${brands.join(' and ')}:`);
  expect(alt).toContain(`${numberWords[pieces.length]} pieces`);
  expect(alt).toContain(`${numberWords[saved.length]} of them saved`);
  expect(new Set(pieces.map(({ brand }) => brand))).toEqual(new Set(brands));
});

test('a piece has the same brand, price and picture on each page', () => {
  const pieces = consumerTexts.feed.screen.pieces.flatMap((piece) => {
    const product = demoTexts.products.find(({ name }) => name === piece.name);
    return product ? [{ piece, product }] : [];
  });
  expect(pieces.length).toBeGreaterThan(0);
  for (const { piece, product } of pieces) {
    const { brand, price, image } = piece;
    expect(product).toMatchObject({ brand, price, image });
  }
});

test.each(sampleBrands)('a piece of %s fits the wish', (brand) => {
  const [rack] = fillRacks([brand], []);
  expect(rack?.products).not.toEqual([]);
});

/** Returns the width of a drawing in its own units. */
function readWidth(name: string): number {
  const text = readFileSync(`public/pictures/${name}.svg`, 'utf8');
  return Number(/viewBox="0 0 (\d+) /.exec(text)?.[1]);
}

test('the drawings have a cloth, a logo and a garment for each brand', () => {
  expect(readWidth('swatches')).toBe(132 * sampleBrands.length);
  const swatches = readFileSync('public/pictures/swatches.svg', 'utf8');
  expect(swatches.match(/<use href="#piece" fill="#/g)).toHaveLength(
    sampleBrands.length,
  );
  // The last garment has no brand.
  expect(readWidth('collars')).toBe(1000 * (sampleBrands.length + 1));
});

test('each logo in the folder of logos belongs to a brand, and each brand has one', () => {
  const logos = sampleBrands.map((name) => `${name.toLowerCase()}.svg`);
  expect(readdirSync('public/pictures/brands').sort()).toEqual(logos.sort());
});

/** Returns the shapes of a drawing without their colors. */
function readShapes(text: string): string[] {
  const shapes = text.matchAll(/<(?:path|circle|rect|ellipse)\b[^>]*/g);
  return Array.from(shapes, ([shape]) =>
    shape.replace(/ (fill|stroke)="[^"]*"/g, '').replace(/\/$/, ''),
  );
}

// The other tests of the columns count them, so they pass if two logos are exchanged.
test('the columns of swatches.svg have the logos in the order of the brands', () => {
  const drawing = readFileSync('public/pictures/swatches.svg', 'utf8');
  // A part is the text from the start of one column to the start of the next.
  const parts = drawing.split(/<g transform="translate\((?=\d+(?: 72)?\))/);
  const findColumn = (start: string) =>
    readShapes(parts.find((part) => part.startsWith(start)) ?? '');
  sampleBrands.forEach((name, column) => {
    const file = `public/pictures/brands/${name.toLowerCase()}.svg`;
    const logo = readShapes(readFileSync(file, 'utf8'));
    expect(logo, file).not.toEqual([]);
    expect(findColumn(`${132 * column})`), `the cloth of ${name}`).toEqual(
      logo,
    );
    expect(findColumn(`${64 * column} 72)`), name).toEqual(logo);
  });
});

test('a name is dark on a pale cloth, and white on every other', () => {
  const drawing = readFileSync('public/pictures/swatches.svg', 'utf8');
  const cloths = [...drawing.matchAll(/<use href="#piece" fill="#(\w{6})"/g)];
  const pale = cloths.flatMap(([, color = ''], index) =>
    computeContrastWithWhite(color) < 4.5 ? [index + 1] : [],
  );

  const styles = readFileSync('src/pages/home/swatches.module.css', 'utf8');
  const darkNames = [...styles.matchAll(/\.swatch:nth-child\((\d+)\)/g)];
  expect(darkNames.map(([, place]) => Number(place))).toEqual(pale);
});

/** The contrast of WCAG 2 between white and a color such as `8e44ff`. */
function computeContrastWithWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 1.05 / (luminance + 0.05);
}
