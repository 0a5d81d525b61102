import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { expect, test } from '../../support/fixtures.ts';

const files = readdirSync('public', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.svg'))
  .map((name) => path.join('public', name));

/**
 * Returns the shapes of a drawing that nobody sees, because they are outside of the
 * picture, covered, or without paint. Runs in the page.
 */
async function findInvisibleShapes(text: string): Promise<string[]> {
  const pixelCount = 200_000;
  const shapeSelector = 'path, rect, circle, ellipse, line, polyline, polygon';
  const { documentElement: root } = new DOMParser().parseFromString(
    text,
    'image/svg+xml',
  );
  const canvas = new OffscreenCanvas(1, 1);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No canvas');

  const render = async (picture: Element) => {
    const image = new Image();
    const source = new XMLSerializer().serializeToString(picture);
    image.src = `data:image/svg+xml,${encodeURIComponent(source)}`;
    await image.decode();
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return new DataView(data.buffer);
  };

  /** A page shows each symbol of a sprite by itself. */
  const listPictures = (): Element[] => {
    const symbols = [...root.querySelectorAll('symbol')];
    if (symbols.length === 0) return [root.cloneNode(true) as Element];
    return symbols.map((symbol) => {
      const picture = root.cloneNode() as Element;
      for (const { name, value } of symbol.attributes)
        picture.setAttribute(name, value);
      picture.append(...symbol.cloneNode(true).childNodes);
      return picture;
    });
  };

  /** Replaces each `<use>` by a copy, so that each copy can get a color of its own. */
  const expandUses = (picture: Element) => {
    for (;;) {
      // A path that clips cannot contain a group.
      const use = picture.querySelector('use:not(clipPath *)');
      if (!use) return;
      const copy = document.createElementNS(root.namespaceURI, 'g');
      for (const { name, value } of use.attributes)
        if (!/^(x|y|href)$/.test(name)) copy.setAttribute(name, value);
      const [x, y] = ['x', 'y'].map((name) => use.getAttribute(name) ?? '0');
      const transform = use.getAttribute('transform') ?? '';
      copy.setAttribute('transform', `${transform} translate(${x} ${y})`);
      const target = root.querySelector(use.getAttribute('href') ?? '');
      if (target) copy.append(target.cloneNode(true));
      use.replaceWith(copy);
    }
  };

  const listShapes = (picture: Element) =>
    [...picture.querySelectorAll(shapeSelector)].filter(
      (shape) => !shape.closest('defs, clipPath, mask, pattern'),
    );

  /** Returns the color that stands for a shape. Neighboring indexes differ clearly. */
  const toColor = (index: number) => ((index + 1) * 0x9e_37_79) % 0x1_00_00_00;

  /** Gives each shape an opaque color, by which its pixels can be recognized. */
  const paintIndexes = (picture: Element) => {
    const shapes = listShapes(picture);
    const paints = shapes.map((shape) =>
      ['fill', 'stroke'].filter((name) => {
        const owner = shape.closest(`[${name}]`);
        return (owner?.getAttribute(name) ?? 'none') !== 'none';
      }),
    );
    for (const element of picture.querySelectorAll('*'))
      for (const name of ['opacity', 'fill-opacity', 'stroke-opacity'])
        element.removeAttribute(name);
    for (const [index, shape] of shapes.entries()) {
      const color = `#${toColor(index).toString(16).padStart(6, '0')}`;
      for (const name of paints[index] ?? []) shape.setAttribute(name, color);
    }
  };

  const listColors = (pixels: DataView) => {
    const colors = new Set<number>();
    for (let offset = 0; offset < pixels.byteLength; offset += 4)
      colors.add(pixels.getUint32(offset) >>> 8);
    return colors;
  };

  const isEqual = (pixels: DataView, otherPixels: DataView) => {
    for (let offset = 0; offset < pixels.byteLength; offset += 4)
      if (pixels.getUint32(offset) !== otherPixels.getUint32(offset))
        return false;
    return true;
  };

  const parts = [...root.querySelectorAll(`${shapeSelector}, use`)];
  for (const [number, part] of parts.entries())
    part.setAttribute('data-part', `${number}`);
  const seenParts = new Set<string>();
  /** Returns the number of a shape, and of each `<use>` that has copied it. */
  const listPartsOf = (shape: Element | null | undefined): string[] => {
    const part = shape?.closest('[data-part]');
    if (!part) return [];
    const number = part.getAttribute('data-part') ?? '';
    return [number, ...listPartsOf(part.parentElement)];
  };
  const markSeen = (shape: Element) => {
    for (const part of listPartsOf(shape)) seenParts.add(part);
  };

  for (const picture of listPictures()) {
    const viewBox = picture.getAttribute('viewBox') ?? '';
    const [, , width = 1, height = 1] = viewBox.split(/[\s,]+/).map(Number);
    const scale = Math.sqrt(pixelCount / (width * height));
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    picture.setAttribute('width', `${canvas.width}`);
    picture.setAttribute('height', `${canvas.height}`);
    expandUses(picture);

    const paintedPicture = picture.cloneNode(true) as Element;
    paintIndexes(paintedPicture);
    const colors = listColors(await render(paintedPicture));
    // A shape that only clips, masks or repeats has no place of its own.
    for (const shape of picture.querySelectorAll(
      ':is(clipPath, mask, pattern) *',
    )) {
      markSeen(shape);
      const target = root.querySelector(shape.getAttribute('href') ?? 'none');
      if (target) markSeen(target);
    }

    const shapes = listShapes(picture);
    for (const [index, shape] of shapes.entries())
      if (colors.has(toColor(index))) markSeen(shape);

    const complete = await render(picture);
    for (const shape of shapes) {
      // One visible copy is enough.
      if (listPartsOf(shape).every((part) => seenParts.has(part))) continue;

      // A thin shape, or one behind a translucent shape, has no pixel of its color. If
      // the picture changes without the shape, a visitor sees the shape.
      shape.setAttribute('display', 'none');
      if (!isEqual(complete, await render(picture))) markSeen(shape);
      shape.removeAttribute('display');
    }
  }

  return parts
    .filter((part) => !seenParts.has(part.getAttribute('data-part') ?? ''))
    .map(({ outerHTML }) =>
      outerHTML.replace(/ (xmlns|data-part)="[^"]*"/g, ''),
    );
}

test('each shape of each drawing can be seen', async ({ page }) => {
  expect(files.length).toBeGreaterThan(40);
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const shapes = await page.evaluate(findInvisibleShapes, text);
    expect.soft(shapes, `${file}: shapes that nobody sees`).toEqual([]);
  }
});
