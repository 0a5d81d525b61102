import { crc32, deflateSync, inflateSync } from 'node:zlib';

// Browsers write PNGs with 24 or 32 bits a pixel. A palette of 256 colors makes the same
// picture three to five times smaller, and the eye sees no difference.

export interface Image {
  width: number;
  height: number;
  /** Red, green, blue and alpha of each pixel, from 0 to 255. */
  pixels: Uint8Array;
}

/** A color as four numbers from 0 to 255: red, green, blue, alpha. */
type Color = readonly [number, number, number, number];

/** A color of a picture, and how many pixels have it. */
interface Sample {
  color: Color;
  count: number;
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
const maxColors = 256;
/** The sum of the variances of four channels below which colors look the same. */
const invisibleVariance = 3;
const channels = [0, 1, 2, 3] as const;
type Channel = (typeof channels)[number];

/** Returns the same picture in a file that has at most 256 colors. */
export function compressPng(file: Buffer): Buffer {
  return encodePng(decodePng(file));
}

/** Returns an ICO file with several PNGs, which have to be square. */
export function createIco(files: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(6 + 16 * files.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(files.length, 4);

  let position = header.length;
  for (const [index, file] of files.entries()) {
    const entry = header.subarray(6 + 16 * index);
    const size = file.readUInt32BE(16);
    entry.set([size, size]);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(file.length, 8);
    entry.writeUInt32LE(position, 12);
    position += file.length;
  }

  return Buffer.concat([header, ...files]);
}

/** Reads a PNG as browsers write it: 8 bits a channel, not interlaced. */
export function decodePng(file: Buffer): Image {
  const parts: Buffer[] = [];
  let header: Buffer = Buffer.alloc(0);

  let position = signature.length;
  while (position < file.length) {
    const length = file.readUInt32BE(position);
    const name = file.toString('latin1', position + 4, position + 8);
    const data = file.subarray(position + 8, position + 8 + length);
    if (name === 'IHDR') header = data;
    if (name === 'IDAT') parts.push(data);
    position += length + 12;
  }

  const width = header.readUInt32BE(0);
  const height = header.readUInt32BE(4);
  const [bitDepth, colorType, , , interlacing] = header.subarray(8);
  const channelCount = { 2: 3, 6: 4 }[colorType ?? 0];
  if (bitDepth !== 8 || !channelCount || interlacing !== 0)
    throw new Error(`Unknown kind of PNG: ${header.toString('hex')}`);

  const bytes = undoFilters(
    inflateSync(Buffer.concat(parts)),
    width * channelCount,
    channelCount,
  );
  const pixels = new Uint8Array(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const start = pixel * channelCount;
    pixels.set(bytes.subarray(start, start + channelCount), pixel * 4);
  }
  return { width, height, pixels };
}

/** Writes a PNG with a palette. */
export function encodePng({ width, height, pixels }: Image): Buffer {
  const colors = new Uint32Array(
    pixels.buffer,
    pixels.byteOffset,
    width * height,
  );
  const { palette, indexes } = createPalette(colors);

  // Each row begins with the number of its filter, and 0 is none.
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const index = indexes.get(colors[y * width + x] ?? 0) ?? 0;
      rows[y * (width + 1) + 1 + x] = index;
    }
  }

  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const indexedColor = 3;
  header.set([8, indexedColor], 8);

  const alphas = palette.map(([, , , alpha]) => alpha);
  const isOpaque = alphas.every((alpha) => alpha === 255);
  return Buffer.concat([
    signature,
    createChunk('IHDR', header),
    createChunk(
      'PLTE',
      Buffer.from(palette.flatMap((color) => color.slice(0, 3))),
    ),
    ...(isOpaque ? [] : [createChunk('tRNS', Buffer.from(alphas))]),
    createChunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    createChunk('IEND', Buffer.alloc(0)),
  ]);
}

function createChunk(name: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}

/** Undoes the filters of https://www.w3.org/TR/png/#9Filters. */
function undoFilters(
  bytes: Buffer,
  rowLength: number,
  pixelLength: number,
): Uint8Array {
  const rowCount = bytes.length / (rowLength + 1);
  const result = new Uint8Array(rowLength * rowCount);
  for (let row = 0; row < rowCount; row += 1) {
    const filter = bytes[row * (rowLength + 1)] ?? 0;
    for (let column = 0; column < rowLength; column += 1) {
      const position = row * rowLength + column;
      const hasLeft = column >= pixelLength;
      const left = (hasLeft && result[position - pixelLength]) || 0;
      const above = result[position - rowLength] ?? 0;
      const aboveLeft =
        (hasLeft && result[position - rowLength - pixelLength]) || 0;
      const value = bytes[row * (rowLength + 1) + 1 + column] ?? 0;
      result[position] = value + predict(filter, left, above, aboveLeft);
    }
  }
  return result;
}

function predict(
  filter: number,
  left: number,
  above: number,
  aboveLeft: number,
): number {
  switch (filter) {
    case 0:
      return 0;
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return Math.floor((left + above) / 2);
    case 4: {
      const estimate = left + above - aboveLeft;
      const candidates = [left, above, aboveLeft];
      const distances = candidates.map((value) => Math.abs(estimate - value));
      return candidates[distances.indexOf(Math.min(...distances))] ?? 0;
    }
    default:
      throw new Error(`Unknown filter of a PNG: ${filter}`);
  }
}

/** Returns a palette, and the index in it for each color of a picture. */
function createPalette(colors: Uint32Array) {
  const counts = new Map<number, number>();
  for (const color of colors) counts.set(color, (counts.get(color) ?? 0) + 1);
  const samples = Array.from(counts, ([value, count]) => ({
    color: unpackColor(value),
    count,
  }));

  const groups = splitSamples(samples);
  const palette = groups.map(({ mean }) => roundColor(mean));
  const indexes = new Map<number, number>();
  for (const value of counts.keys())
    indexes.set(value, findNearest(palette, unpackColor(value)));
  return { palette, indexes };
}

function roundColor([red, green, blue, alpha]: Color): Color {
  return [
    Math.round(red),
    Math.round(green),
    Math.round(blue),
    Math.round(alpha),
  ];
}

/** Unpacks a color whose first byte in memory is red. */
function unpackColor(value: number): Color {
  return [value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24];
}

/** Splits colors into at most 256 groups of similar colors. */
function splitSamples(samples: readonly Sample[]) {
  const groups = [describeGroup(samples)];
  while (groups.length < maxColors) {
    const errors = groups.map(({ error }) => error);
    const worst = groups[errors.indexOf(Math.max(...errors))];
    if (!worst || worst.error === 0) break;

    const { widestChannel, mean } = worst;
    const isDark = ({ color }: Sample) =>
      color[widestChannel] <= mean[widestChannel];
    const dark = worst.samples.filter(isDark);
    const light = worst.samples.filter((sample) => !isDark(sample));

    const halves = [describeGroup(dark), describeGroup(light)];
    groups.splice(groups.indexOf(worst), 1, ...halves);
  }
  return groups;
}

/**
 * Describes a group of colors: their mean, the channel in which they differ most, and the
 * error if all of them become the mean. The error is 0 if nobody would see it.
 */
function describeGroup(samples: readonly Sample[]) {
  const total = addUp(samples, () => 1);
  const computeMean = (channel: Channel) =>
    addUp(samples, (color) => color[channel]) / total;
  const mean: Color = [
    computeMean(0),
    computeMean(1),
    computeMean(2),
    computeMean(3),
  ];

  const variances = channels.map(
    (channel) =>
      addUp(samples, (color) => (color[channel] - mean[channel]) ** 2) / total,
  );
  const widest = variances.indexOf(Math.max(...variances));
  const widestChannel = channels[widest] ?? 0;

  const variance = variances.reduce((sum, value) => sum + value, 0);
  const error = variance < invisibleVariance ? 0 : variance * total;
  return { samples, mean, widestChannel, error };
}

/** Adds up a value of each pixel's color. */
function addUp(
  samples: readonly Sample[],
  getValue: (color: Color) => number,
): number {
  return samples.reduce(
    (sum, { color, count }) => sum + count * getValue(color),
    0,
  );
}

function findNearest(palette: readonly Color[], color: Color): number {
  let nearest = 0;
  let smallestDistance = Infinity;
  for (const [index, entry] of palette.entries()) {
    let distance = 0;
    for (const channel of channels)
      distance += (entry[channel] - color[channel]) ** 2;
    if (distance < smallestDistance) {
      smallestDistance = distance;
      nearest = index;
    }
  }
  return nearest;
}
