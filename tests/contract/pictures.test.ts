import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { DOMParser, parseHTML } from 'linkedom';
import { beforeAll, expect, test } from 'vitest';
import { sampleBrands } from '../../src/content/sample-brands.ts';
import { forms } from '../../src/form-definitions/forms.ts';
import { notFoundRoute, routes } from '../../src/routes.ts';
import {
  buildSite,
  findFile,
  readBuiltFile,
  readPage,
} from '../support/built-files.ts';

// A comparison of looks finds no fault that a picture has had since it was drawn. These
// rules find such faults in the file.

beforeAll(() => buildSite());

const addresses = [...routes, notFoundRoute].map(({ path: route }) => route);
const drawings = listFiles('public').filter((file) => file.endsWith('.svg'));
const shapeSelector = 'path, rect, circle, ellipse, line, polyline, polygon';
/** Attributes that shapes inherit, and without which they look different. */
const inheritedAttributes = [
  'fill',
  'fill-opacity',
  'fill-rule',
  'stroke',
  'stroke-opacity',
  'stroke-width',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-dasharray',
  'stroke-dashoffset',
  'stroke-miterlimit',
  'color',
  'visibility',
];

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(folder, name))
    .filter((name) => path.extname(name));
}

function readDrawing(file: string) {
  const text = readFileSync(file, 'utf8');
  return new DOMParser().parseFromString(text, 'image/svg+xml');
}

/** Returns the value of an attribute that a shape has or inherits in its file. */
function getInherited(shape: Element, name: string): string | undefined {
  const owner = shape.closest(`[${name}]`);
  return owner?.getAttribute(name) ?? undefined;
}

/** Returns the targets of all references in a drawing, without the `#`. */
function listReferences(text: string): string[] {
  const references = text.matchAll(/url\(#([^)]+)\)|href="#?([^"]*)"/g);
  return [...references].map(([, paint, target]) => paint ?? target ?? '');
}

/** Lists the addresses of pictures in an attribute, by page. */
function listAddresses(selector: string, name: string) {
  return addresses.flatMap((page) => {
    const { document } = parseHTML(readBuiltFile(findFile(page)));
    return [...document.querySelectorAll(selector)].map((element) => {
      const address = element.getAttribute(name) ?? '';
      const [file = '', fragment = ''] = address.split('#');
      return { page, element, file: `public${file}`, fragment };
    });
  });
}

/** Lists the icons that pages take from the file of a sprite. */
function listIcons() {
  const uses = listAddresses('use', 'href');
  return uses.filter(({ file }) => file.endsWith('.svg'));
}

/** Returns the ratio of the width and height that an element states. */
function readRatio(element: Pick<Element, 'getAttribute'>): number {
  const width = Number(element.getAttribute('width'));
  return width / Number(element.getAttribute('height'));
}

/** Returns the content of a page's `<meta>`, or an empty text. */
function readMeta(page: string, property: string): string {
  const tag = readPage(page).querySelector(`meta[property="${property}"]`);
  return tag?.getAttribute('content') ?? '';
}

/** Returns the four numbers of a view box. */
function readViewBox(text: string | null | undefined): number[] {
  const numbers = (text ?? '').split(/[\s,]+/).map(Number);
  expect(numbers, `view box "${text}"`).toHaveLength(4);
  return numbers;
}

/** Returns the size that the header of a PNG states, such as `180x180`. */
function readPngSize(file: string): string {
  const header = readFileSync(file).subarray(16, 24);
  return `${header.readUInt32BE(0)}x${header.readUInt32BE(4)}`;
}

test('an icon of a sprite takes no attribute from outside its symbol', () => {
  // `<use>` copies the symbol alone, so the sprite's root passes nothing on.
  const icons = listIcons();
  expect(icons.length).toBeGreaterThan(0);

  for (const file of new Set(icons.map((icon) => icon.file))) {
    const sprite = readDrawing(file);
    const elementsOutside = [...sprite.querySelectorAll('*')].filter(
      (element) => !element.closest('symbol'),
    );
    const lostAttributes = elementsOutside.flatMap((element) =>
      inheritedAttributes.filter((name) => element.hasAttribute(name)),
    );
    expect(lostAttributes, `${file}: move these to each <symbol>`).toEqual([]);
    expect(sprite.querySelectorAll(shapeSelector).length).toBeGreaterThan(0);
  }
});

test('each icon is a symbol with a view box, shapes with a fill, and no reference', () => {
  for (const { page, file, fragment } of listIcons()) {
    const symbol = readDrawing(file).getElementById(fragment);
    expect(symbol?.localName, `${page}: ${file}#${fragment}`).toBe('symbol');
    readViewBox(symbol?.getAttribute('viewBox'));

    // A gradient of the sprite's file is not copied with the symbol.
    expect(listReferences(symbol?.outerHTML ?? ''), file).toEqual([]);

    for (const shape of symbol?.querySelectorAll(shapeSelector) ?? []) {
      const owner = shape.closest('[fill]');
      expect(owner, `${file}: ${shape.outerHTML} has no fill`).not.toBeNull();
    }
  }
});

test.each(drawings)('each shape of %s is painted on purpose', (file) => {
  const drawing = readDrawing(file);
  for (const shape of drawing.querySelectorAll(shapeSelector)) {
    if (shape.closest('clipPath, mask')) continue;

    const name = `${file}: ${shape.outerHTML}`;
    const fill = getInherited(shape, 'fill');
    // Without `fill`, browsers paint the shape black.
    expect(fill, `${name} has no fill`).toBeDefined();

    // A definition may paint nothing, because the `<use>` of it can set the color.
    const isDefinition = shape.closest('defs') !== null;
    const stroke = getInherited(shape, 'stroke') ?? 'none';
    const isPainted = fill !== 'none' || stroke !== 'none';
    expect(isPainted || isDefinition, `${name} draws nothing`).toBe(true);
  }
});

const numberPattern = /^-?(\d+\.?\d*|\.\d+)%?$/;
const paintPattern =
  /^(none|white|black|#([\da-f]{3}|[\da-f]{6})|url\(#[^)]+\))$/i;
/** The values that a browser can read, by attribute. */
const valuePatterns: Readonly<Record<string, RegExp>> = {
  fill: paintPattern,
  stroke: paintPattern,
  'stop-color': paintPattern,
  'stroke-linecap': /^(butt|round|square)$/,
  'stroke-linejoin': /^(bevel|miter|round)$/,
  'fill-rule': /^(evenodd|nonzero)$/,
  d: /^[Mm][MmZzLlHhVvCcSsQqTtAa\d.,eE+\s-]*$/,
  transform:
    /^((translate|rotate|scale|skewX|skewY|matrix)\([\d.,e\s-]+\)\s*)+$/,
};
const positions = ['x', 'y', 'x1', 'x2', 'y1', 'y2', 'cx', 'cy', 'offset'];
const sizes = ['width', 'height', 'r', 'rx', 'ry', 'stroke-width'];
const opacities = ['opacity', 'fill-opacity', 'stop-opacity', 'stroke-opacity'];
const numberAttributes = [...positions, ...sizes, ...opacities];

// A browser ignores a value that it cannot read. The shape is then black, or incomplete.
test.each(drawings)('browsers can read each value of %s', (file) => {
  const unreadable: string[] = [];
  for (const element of readDrawing(file).querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      const isNumber = numberAttributes.includes(name);
      const pattern = isNumber ? numberPattern : valuePatterns[name];
      if (pattern && !pattern.test(value))
        unreadable.push(`${name}="${value}"`);
    }
    if (element.localName === 'stop' && !element.hasAttribute('stop-color'))
      unreadable.push(`${element.outerHTML} has no color`);
  }
  expect(unreadable).toEqual([]);
});

test.each(drawings)('%s needs no style sheet, font, file or script', (file) => {
  const text = readFileSync(file, 'utf8');
  const drawing = readDrawing(file);
  expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  // An image has no style sheets, fonts, files or scripts of the page.
  const foreignSelector =
    'style, script, text, image, foreignObject, [class], [style]';
  const foreignElements = [...drawing.querySelectorAll(foreignSelector)].map(
    ({ outerHTML }) => outerHTML,
  );
  expect(foreignElements).toEqual([]);
  expect(text).not.toMatch(/currentcolor|var\(|https?:\/\/(?!www\.w3\.org)/i);
});

test.each(drawings)(
  '%s defines each id once, and uses each definition',
  (file) => {
    const drawing = readDrawing(file);
    const ids = [...drawing.querySelectorAll('[id]')].map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);

    const references = listReferences(readFileSync(file, 'utf8'));
    const brokenReferences = references.filter((id) => !ids.includes(id));
    expect(brokenReferences, 'references to nothing').toEqual([]);

    const symbols = [...drawing.querySelectorAll('symbol')].map(({ id }) => id);
    const usedIds = [...references, ...symbols];
    const unusedIds = ids.filter((id) => !usedIds.includes(id));
    expect(unusedIds, 'definitions that nothing uses').toEqual([]);
  },
);

// A page shows a symbol by itself, so the whole sprite has no proportions.
const wholeDrawings = drawings.filter(
  (file) => readDrawing(file).querySelector('symbol') === null,
);

test.each(wholeDrawings)(
  'the size of %s has the proportions of its view box',
  (file) => {
    // The width and height give an image its proportions before it has loaded.
    const ratio = readRatio(readDrawing(file).documentElement);
    expect(ratio).toBeCloseTo(readFileRatio(file) ?? 0, 2);
  },
);

/** Lists the images of all pages. Some show only a detail of a drawing. */
function listImages() {
  return listAddresses('img', 'src').map(
    ({ page, element, file, fragment }) => {
      const [, detail] = /^svgView\(viewBox\((.*)\)\)$/.exec(fragment) ?? [];
      const name = `${page}: ${file}#${fragment}`;
      return { name, element, file, fragment, detail };
    },
  );
}

/** Returns the view box of a whole drawing. */
function readWholeViewBox(file: string): number[] {
  return readViewBox(readDrawing(file).documentElement.getAttribute('viewBox'));
}

/** Returns the ratio of the width and height of a picture, if its file states them. */
function readFileRatio(file: string): number | undefined {
  switch (path.extname(file)) {
    case '.svg': {
      const [, , width = 0, height = 0] = readWholeViewBox(file);
      return width / height;
    }
    case '.png': {
      const [width = 0, height = 0] = readPngSize(file).split('x').map(Number);
      return width / height;
    }
    default:
      return undefined;
  }
}

test('each image of a whole picture keeps the proportions of the picture', () => {
  const images = listImages().filter(({ detail }) => detail === undefined);
  expect(images.length).toBeGreaterThan(10);
  for (const { name, element, file, fragment } of images) {
    expect(fragment, name).toBe('');
    const ratio = readFileRatio(file);
    if (ratio) expect(readRatio(element), name).toBeCloseTo(ratio, 2);
  }
});

test('each detail of a drawing lies inside the drawing', () => {
  const details = listImages().filter(({ detail }) => detail !== undefined);
  expect(details.length).toBeGreaterThan(10);
  for (const { name, file, detail } of details) {
    const [left = 0, top = 0, fullWidth = 0, fullHeight = 0] =
      readWholeViewBox(file);
    const [x = -1, y = -1, width = 0, height = 0] = readViewBox(detail);
    expect(x, name).toBeGreaterThanOrEqual(left);
    expect(y, name).toBeGreaterThanOrEqual(top);
    expect(x + width, name).toBeLessThanOrEqual(left + fullWidth);
    expect(y + height, name).toBeLessThanOrEqual(top + fullHeight);
  }
});

test("each form's label has the text of a field, and is in a brand's garment", () => {
  for (const { name, labelField, garment, fields } of Object.values(forms)) {
    expect(fields.map((field) => field.name)).toContain(labelField);
    expect(sampleBrands[garment], name).toBeDefined();
  }
});

test('each public file is used by a page, a style sheet, the manifest or the worker', () => {
  const files = listFiles('dist').filter((file) =>
    /\.(html|css|webmanifest)$/.test(file),
  );
  const text = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  const unusedFiles = listFiles('public').filter(
    (file) => !text.includes(file.replace('public', '')),
  );
  const advice =
    'delete them. A file that only others request, such as a search engine, needs an exception here';
  expect(unusedFiles, advice).toEqual([]);
});

test('each PNG has the size that the manifest or a page states', () => {
  const { icons, screenshots } = JSON.parse(
    readBuiltFile('manifest.webmanifest'),
  );
  for (const { src, sizes } of [...icons, ...screenshots])
    expect(readPngSize(`public${src}`), src).toBe(sizes);

  for (const page of addresses) {
    const url = readMeta(page, 'og:image');
    if (page === notFoundRoute.path && !url) continue;
    const width = readMeta(page, 'og:image:width');
    const height = readMeta(page, 'og:image:height');
    const file = `public${new URL(url).pathname}`;
    expect(readPngSize(file), page).toBe(`${width}x${height}`);
  }

  const [touchIcon] = listAddresses('[rel="apple-touch-icon"]', 'href');
  expect(readPngSize(touchIcon?.file ?? '')).toBe('180x180');
});

/** The brands whose garments a page shows, each beside the page's own words. */
const garments: Readonly<Record<string, (typeof sampleBrands)[number][]>> = {
  '/waitlist': ['Odalune'],
  '/brandSignup': ['Drizmoor'],
  '/careers': ['Copperhem'],
  '/feedback': ['Skeinwell'],
  '/brands': ['Drizmoor'],
  '/faq': ['Skeinwell'],
  '/mission': ['Odalune'],
};

// A garment is the number of a column, and changes when a column before it is removed.
test.each(Object.entries(garments))(
  '%s shows the garment of %j',
  (page, brands) => {
    const images = readPage(page).querySelectorAll('[src*="collars.svg"]');
    const edges = Array.from(
      images,
      (image) => /viewBox\((\d+),/.exec(image.getAttribute('src') ?? '0')?.[1],
    );
    const shown = edges.map((left) => sampleBrands[Number(left) / 1000]);
    expect(shown).toEqual(brands);
  },
);
