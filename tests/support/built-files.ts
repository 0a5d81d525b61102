import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import * as zlib from 'node:zlib';

const sizes = new Map<string, number>();

/** How many bytes of a built file travel: hosting compresses what is text. */
export function onTheWire(file: string, folder = 'dist'): number {
  const place = path.join(folder, file);
  const known = sizes.get(place);
  if (known !== undefined) return known;
  const body = readFileSync(place);
  const size = /\.(woff2|png)$/.test(file) ? body.length : compressed(body);
  sizes.set(place, size);
  return size;
}

export function compressed(body: Buffer): number {
  return zlib.brotliCompressSync(body).length;
}

/** The addresses that the worker keeps for offline. */
export function precached(folder = 'dist'): string[] {
  const worker = readFileSync(path.join(folder, 'sw.js'), 'utf8');
  return [...worker.matchAll(/"url":"([^"]+)"/g)].map(([, url = '']) => url);
}

/** The file behind a clean address. */
export function fileOf(url: string): string {
  const name = url.replace(/^\//, '') || 'index';
  return path.extname(name) ? name : `${name}.html`;
}
