import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import * as zlib from 'node:zlib';
import { parseHTML } from 'linkedom';
import { runProgram } from './processes.ts';
import { readPrecacheList } from './worker-files.ts';

const sizesByFile = new Map<string, number>();

/** Returns the size of a file's response in bytes. Text is Brotli-compressed. */
export function computeTransferSize(file: string): number {
  const knownSize = sizesByFile.get(file);
  if (knownSize !== undefined) return knownSize;

  const fileContent = readFileSync(path.join('dist', file));
  const isText = !/\.(woff2|png)$/.test(file);
  const body = isText ? zlib.brotliCompressSync(fileContent) : fileContent;
  sizesByFile.set(file, body.length);
  return body.length;
}

export function readPrecachedUrls(): string[] {
  const files = readPrecacheList(readBuiltFile('sw.js'));
  return files.filter(({ revision }) => revision).map(({ url }) => url);
}

/** Returns the URL of the offline pack, which contains most precached files. */
export function readPackUrl(): string {
  const files = readPrecacheList(readBuiltFile('sw.js'));
  return files.find(({ revision }) => !revision)?.url ?? '';
}

/** Returns the file that Hosting serves at an address such as `/faq`. */
export function findFile(url: string): string {
  const pagePath = url.replace(/^\//, '') || 'index';
  return path.extname(pagePath) ? pagePath : `${pagePath}.html`;
}

/** Builds the site in a folder if the folder's `dist` is out of date. */
export function buildSite(
  cwd = '.',
  env: NodeJS.ProcessEnv = {},
  command = [...readStartCommand(cwd), 'build'],
): void {
  const options = { cwd, env, stdio: 'pipe' } as const;
  const { isFine, output } = runProgram(process.execPath, command, options);
  if (!isFine) throw new Error(output);
}

/** Returns the arguments of `npm start`. An earlier commit has its programs elsewhere. */
function readStartCommand(folder: string): string[] {
  const packageFile = readFileSync(path.join(folder, 'package.json'), 'utf8');

  const { scripts } = JSON.parse(packageFile);
  const [, ...args] = scripts.start.split(' ');
  return args;
}

export function readBuiltFile(file: string): string {
  return readFileSync(path.join('dist', file), 'utf8');
}

/**
 * Parses a built page, and removes elements whose text visitors do not see. A test must
 * compare texts or numbers, because Vitest would print an element with its whole page,
 * which takes minutes.
 */
export function readPage(address: string): Document {
  const { document } = parseHTML(readBuiltFile(findFile(address)));
  for (const element of document.querySelectorAll('svg, style'))
    element.remove();
  return document;
}

/** Returns an element's text with single spaces between the words. */
export function readText(element: Element | null | undefined): string {
  return (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
}
