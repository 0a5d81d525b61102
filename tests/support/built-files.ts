import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import * as zlib from 'node:zlib';
import { parseHTML } from 'linkedom';
import { runNode } from './processes.ts';
import { listOf } from './worker-files.ts';

const sizes = new Map<string, number>();

/** How many bytes of a built file travel: hosting compresses what is text. */
export function onTheWire(file: string): number {
  const body = readFileSync(path.join('dist', file));
  const isPacked = /\.(woff2|png)$/.test(file);
  const size = sizes.get(file) ?? (isPacked ? body.length : compressed(body));
  sizes.set(file, size);
  return size;
}

export function compressed(body: Buffer): number {
  return zlib.brotliCompressSync(body).length;
}

/** The addresses that the worker stores for offline. */
export function precached(): string[] {
  const files = listOf(readBuilt('sw.js'));
  return files.filter((one) => one.revision).map(({ url }) => url);
}

/** The file that holds most other precached files. */
export function offlinePack(): string {
  const files = listOf(readBuilt('sw.js'));
  return files.find((one) => !one.revision)?.url ?? '';
}

/** The file behind a clean address. */
export function fileOf(url: string): string {
  const name = url.replace(/^\//, '') || 'index';
  return path.extname(name) ? name : `${name}.html`;
}

export function buildFirst(): void {
  buildAt('.');
}

/** Builds `dist` there where it is not up to date. */
export function buildAt(
  cwd: string,
  env: NodeJS.ProcessEnv = {},
  program = ['src/node/start.ts', 'build'],
): void {
  const command = ['src/node/run.js', ...program];
  const options = { cwd, env, stdio: 'pipe' } as const;
  const { isFine, output } = runNode(process.execPath, command, options);
  if (!isFine) throw new Error(output);
}

export function readBuilt(file: string): string {
  return readFileSync(path.join('dist', file), 'utf8');
}

/** What a page's file holds by itself, without what is no text. */
export function builtPage(address: string): Document {
  const { document } = parseHTML(readBuilt(fileOf(address)));
  for (const one of document.querySelectorAll('svg, style')) one.remove();
  return document;
}

/** An element's words, one space between them. */
export function wordsOf(element: Element | null | undefined): string {
  return (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
}
