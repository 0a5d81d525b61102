import { deflateSync, inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  createIco,
  decodePng,
  encodePng,
  type Image,
} from '../../pictures/png.ts';

/** Returns a PNG of 24 bits a pixel. Each row begins with the number of its filter. */
function createTruecolorPng(width: number, rows: readonly number[][]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(rows.length, 4);
  header.set([8, 2], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const chunks = [
    { name: 'IHDR', data: header },
    { name: 'IDAT', data: deflateSync(Buffer.from(rows.flat())) },
  ].map(({ name, data }) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)]);
  });
  return Buffer.concat([signature, ...chunks]);
}

function createImage(
  size: number,
  paint: (x: number, y: number) => readonly number[],
): Image {
  const pixels = new Uint8Array(size * size * 4);
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1)
      pixels.set(paint(x, y), (y * size + x) * 4);
  return { width: size, height: size, pixels };
}

/** Returns the pixels of a PNG with a palette and without filters. */
function readPalettePng(file: Buffer): number[] {
  const palette = readChunk(file, 'PLTE') ?? Buffer.alloc(0);
  const alphas = readChunk(file, 'tRNS');
  const rows = inflateSync(readChunk(file, 'IDAT') ?? Buffer.alloc(0));
  const rowLength = file.readUInt32BE(16) + 1;
  return [...rows].flatMap((index, position) => {
    const isFilter = position % rowLength === 0;
    if (isFilter) return [];
    const color = palette.subarray(index * 3, index * 3 + 3);
    return [...color, alphas?.[index] ?? 255];
  });
}

function readChunk(file: Buffer, name: string): Buffer | undefined {
  const signatureLength = 8;
  let position = signatureLength;
  while (position < file.length) {
    const length = file.readUInt32BE(position);
    const start = position + 8;
    if (file.toString('latin1', position + 4, start) === name)
      return file.subarray(start, start + length);

    position = start + length + 4;
  }
  return undefined;
}

test('reads rows with each filter of a PNG', () => {
  const file = createTruecolorPng(2, [
    [0, 10, 20, 30, 40, 50, 60],
    [1, 10, 20, 30, 30, 30, 30],
    [2, 0, 0, 0, 1, 1, 1],
    [3, 5, 5, 5, 0, 0, 0],
    [4, 0, 0, 0, 2, 2, 2],
    [0, 50, 50, 50, 25, 25, 25],
    [4, 10, 10, 10, 1, 1, 1],
  ]);
  const { pixels } = decodePng(file);
  const rows = Array.from({ length: 7 }, (_, row) => [
    ...pixels.subarray(row * 8, row * 8 + 8),
  ]);
  expect(rows).toEqual([
    [10, 20, 30, 255, 40, 50, 60, 255],
    [10, 20, 30, 255, 40, 50, 60, 255],
    [10, 20, 30, 255, 41, 51, 61, 255],
    [10, 15, 20, 255, 25, 33, 40, 255],
    [10, 15, 20, 255, 27, 35, 42, 255],
    [50, 50, 50, 255, 25, 25, 25, 255],
    [60, 60, 60, 255, 26, 26, 26, 255],
  ]);
});

test('a picture with few colors keeps each of its pixels', () => {
  const image = createImage(8, (x, y) => [x * 30, y * 30, 200, x * y]);
  expect(readPalettePng(encodePng(image))).toEqual([...image.pixels]);
});

test('in a picture with thousands of colors, each color changes only a little', () => {
  const image = createImage(64, (x, y) => [x * 4, y * 4, 128, 255]);
  const pixels = readPalettePng(encodePng(image));
  const differences = pixels.map((value, index) =>
    Math.abs(value - (image.pixels[index] ?? 0)),
  );
  expect(Math.max(...differences)).toBeLessThanOrEqual(12);
  expect(Math.max(...differences)).toBeGreaterThan(0);
});

test('an icon has an entry for each size', () => {
  const files = [16, 32].map((size) =>
    encodePng(createImage(size, () => [1, 2, 3, 255])),
  );
  const icon = createIco(files);
  expect(icon.readUInt16LE(4)).toBe(2);

  for (const [index, file] of files.entries()) {
    const entry = icon.subarray(6 + 16 * index);
    const start = entry.readUInt32LE(12);
    expect(icon.subarray(start, start + file.length)).toEqual(file);
    expect(entry[0]).toBe([16, 32][index]);
  }
});
