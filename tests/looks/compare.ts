import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import type { Part, Photo } from './camera.ts';

export interface Difference {
  picture: string;
  width: number;
  part: string;
  /** A PNG of before, after and their difference, side by side. */
  sideBySide?: Buffer;
  /** What no picture shows. */
  reason?: string;
}

interface PartPair {
  name: string;
  before: Part | undefined;
  after: Part | undefined;
}

/** Compares two photos without tolerance. `page` is a blank page that compares pixels. */
export async function comparePhotos(
  page: Page,
  picture: string,
  before: Photo,
  after: Photo,
): Promise<Difference[]> {
  if (before.image === after.image) return [];
  const { width } = after;
  const names = new Set(
    [...before.parts, ...after.parts].map(({ name }) => name),
  );
  const find = (photo: Photo, name: string) =>
    photo.parts.find((part) => part.name === name);
  const pairs = [...names].map((name) => {
    return { name, before: find(before, name), after: find(after, name) };
  });
  const images = { before: before.image, after: after.image };
  const found = await page.evaluate(findDifferentParts, { ...images, pairs });
  // A background or a notice can differ where the page has no part.
  const wholePair = { name: 'the whole', before: undefined, after: undefined };
  const different =
    found.length > 0
      ? found
      : await page.evaluate(findDifferentParts, {
          ...images,
          pairs: [wholePair],
        });
  return different.map(({ name, png }) => {
    const sideBySide = Buffer.from(png, 'base64');
    return { picture, width, part: name, sideBySide };
  });
}

/** Returns the parts of a page whose space to the part above them has changed. */
export function compareSpaces(
  picture: string,
  width: number,
  before: readonly Part[],
  after: readonly Part[],
): Difference[] {
  const oldSpaces = measureSpaces(before, after);
  const spaces = measureSpaces(after, before);
  return [...spaces].flatMap(([name, space]) => {
    const oldSpace = oldSpaces.get(name) ?? space;
    const part = `the space above ${name}`;
    const reason = ` ${oldSpace} px became ${space} px.`;
    return space === oldSpace ? [] : [{ picture, width, part, reason }];
  });
}

/** Returns the space above each part that the other side has, too. */
function measureSpaces(
  parts: readonly Part[],
  otherParts: readonly Part[],
): Map<string, number> {
  const common = parts.filter(({ name }) =>
    otherParts.some((other) => other.name === name),
  );
  let bottom = 0;
  return new Map(
    common.map(({ name, top, height }) => {
      const space = Math.round(top - bottom);
      bottom = top + height;
      return [name, space];
    }),
  );
}

/** Writes a picture of the difference to a file. */
export function saveDifference(
  { picture, width, part, sideBySide }: Difference,
  toPath: (fileName: string) => string,
): string {
  if (!sideBySide) return '';
  const name = `${picture} ${width} ${part}`.replace(/[^\w]+/g, '-');
  const file = toPath(`${name}.png`);
  writeFileSync(file, sideBySide);
  return file;
}

/**
 * Returns the parts whose pixels differ, with a PNG. A pair without parts stands for
 * the whole photos. Runs in the page, so it cannot use variables of this module.
 */
async function findDifferentParts(given: {
  before: string;
  after: string;
  pairs: PartPair[];
}): Promise<{ name: string; png: string }[]> {
  const load = async (base64: string) => {
    const response = await fetch(`data:image/png;base64,${base64}`);
    return createImageBitmap(await response.blob());
  };
  const images = [await load(given.before), await load(given.after)] as const;
  const crop = (
    image: ImageBitmap,
    part: Part | undefined,
    isWhole: boolean,
  ) => {
    const box = part ?? { top: 0, height: isWhole ? image.height : 1 };
    const top = Math.floor(box.top);
    const height = Math.ceil(box.top + box.height) - top;
    const canvas = new OffscreenCanvas(image.width, Math.max(height, 1));
    const context = canvas.getContext('2d');
    if (!context) throw new Error('No canvas');
    if (part || isWhole) context.drawImage(image, 0, -top);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return { canvas, pixels: new Uint32Array(data.buffer) };
  };
  const differences: { name: string; png: string }[] = [];
  for (const { name, before, after } of given.pairs) {
    const isWhole = !before && !after;
    const old = crop(images[0], before, isWhole);
    const current = crop(images[1], after, isWhole);
    const isEqual =
      old.canvas.height === current.canvas.height &&
      old.pixels.every((pixel, index) => pixel === current.pixels[index]);
    if (isEqual) continue;
    const width = Math.max(old.canvas.width, current.canvas.width);
    const height = Math.max(old.canvas.height, current.canvas.height);
    const sheet = new OffscreenCanvas(3 * width + 32, height);
    const context = sheet.getContext('2d');
    if (!context) throw new Error('No canvas');
    context.fillStyle = 'white';
    context.fillRect(0, 0, sheet.width, sheet.height);
    context.drawImage(old.canvas, 0, 0);
    context.drawImage(current.canvas, width + 16, 0);
    context.globalAlpha = 0.2;
    context.drawImage(current.canvas, 2 * width + 32, 0);
    const left = 2 * width + 32;
    const marks = context.getImageData(left, 0, width, height);
    const markPixels = new Uint32Array(marks.data.buffer);
    const magenta = 0xff_ff_00_ff;
    for (let index = 0; index < markPixels.length; index += 1) {
      // Both photos have the same width, so their pixels have the same indexes.
      if (old.pixels[index] !== current.pixels[index])
        markPixels[index] = magenta;
    }
    context.putImageData(marks, left, 0);
    const blob = await sheet.convertToBlob();
    const bytes = new Uint8Array(await blob.arrayBuffer());
    let binary = '';
    for (let start = 0; start < bytes.length; start += 32_768)
      binary += String.fromCharCode(...bytes.subarray(start, start + 32_768));
    differences.push({ name, png: btoa(binary) });
  }
  return differences;
}
