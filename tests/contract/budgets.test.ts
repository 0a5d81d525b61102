import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { notFoundRoute, routes } from '../../src/routes.ts';
import {
  buildSite,
  computeTransferSize,
  findFile,
  readBuiltFile,
  readPackUrl,
  readPage,
  readPrecachedUrls,
} from '../support/built-files.ts';

/** The limits in bytes after Brotli compression, and the number of fonts. */
const budgets = {
  scripts: 80_000,
  /** Includes the code that submits a form. */
  formScripts: 90_000,
  /** Includes the scripts that a page loads when it is idle. */
  allFormScripts: 98_000,
  worker: 36_000,
  home: 15_000,
  page: 12_000,
  precache: 800_000,
  fonts: 2,
};

beforeAll(() => buildSite());

const all = [...routes, notFoundRoute];
const addresses = all.map(({ path: address }) => address);

test.each(all)('$path is within its size budget', ({ path: address, form }) => {
  const scripts = scriptsOf(address);
  const size = sizeOf(scripts);
  const html = computeTransferSize(findFile(address));
  const page = readPage(address);
  const fonts = page.querySelectorAll('[rel="preload"][href$=".woff2"]');
  const total = sizeOf([...scripts, ...scriptsNamed('notices')]);
  console.log(`${address}: scripts ${size}, in all ${total}; HTML ${html}`);
  expect(size).toBeLessThanOrEqual(budgets[form ? 'formScripts' : 'scripts']);
  if (form) expect(total).toBeLessThanOrEqual(budgets.allFormScripts);
  expect(html).toBeLessThanOrEqual(budgets[address === '/' ? 'home' : 'page']);
  expect(fonts.length).toBeLessThanOrEqual(budgets.fonts);
  expect(scripts.filter(containsFirebase)).toEqual([]);
  // Enabled style sheets block rendering.
  const blockingSelector = '[rel="stylesheet"]:not([disabled])';
  expect(page.querySelectorAll(blockingSelector)).toHaveLength(0);
  // A browser finds an unlisted script only after it has loaded the importer.
  expect(scripts).toEqual(expect.arrayContaining(scripts.flatMap(importsOf)));
});

test('the service worker and the files that it caches are within their size budgets', () => {
  const urls = readPrecachedUrls();
  const size = sizeOf(urls.map(findFile));
  const worker = computeTransferSize('sw.js');
  console.log(`Precache: ${size} in ${urls.length} files; sw.js: ${worker}`);
  expect(urls).toEqual(expect.arrayContaining(addresses));
  expect(size).toBeLessThanOrEqual(budgets.precache);
  expect(worker).toBeLessThanOrEqual(budgets.worker);
});

test('the code of Firebase Storage is in a separate chunk, which no page loads', async () => {
  // Proves that `containsFirebase` can find Firebase's code.
  expect(listScripts().filter(containsFirebase)).not.toEqual([]);
  const file = listScripts().find((name) => name.includes('/storage-')) ?? '';
  const { getFileStorage } = await import(
    /* @vite-ignore */ path.resolve('dist', file)
  );
  expect(getFileStorage().app.options.projectId).toBe('demo-pear');
  const files = [...addresses.map(findFile), 'sw.js', ...listScripts()];
  const name = path.basename(file);
  expect(files.filter((one) => readBuiltFile(one).includes(name))).toEqual([]);
});

test('no built file contains analytics if no measurement ID is set', () => {
  const files = [...listScripts(), ...addresses.map(findFile)];
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const text = readBuiltFile(file);
    expect(text, file).not.toMatch(/googletagmanager|google-analytics/);
    expect(text, file).not.toMatch(/count this visit|ount your visits|isits\./);
  }
});

test('licenses.txt has the license of every package in the pages and the worker', () => {
  const notices = readBuiltFile('licenses.txt').split(/^-{80}$/m);
  const longLicenses = notices.filter((notice) => notice.length > 700);
  const titles = longLicenses.map((notice) => /^\s*(.*)\n/.exec(notice)?.[1]);
  for (const title of [
    ...[/^react-dom .* \(MIT\)/, /^react-router .* \(MIT\)/, /^idb .* \(ISC\)/],
    ...[/^@firebase\/firestore .* \(Apache-2/, /^@fontsource\/lora .* \(OFL/],
  ])
    expect(titles).toContainEqual(expect.stringMatching(title));
});

test('docs/operations.md states how many bytes a first visit transfers', () => {
  const fonts = readPrecachedUrls().filter((url) => url.endsWith('.woff2'));
  const lazyScripts = ['notices', 'send'].flatMap(scriptsNamed);
  const scripts = [...scriptsOf('/waitlist'), ...lazyScripts];
  const urls = ['/waitlist', '/sw.js', readPackUrl(), ...fonts];
  const files = [...urls.map(findFile), ...scripts];
  // Hosting sends about 700 bytes of headers with each file.
  const countBytes = (list: readonly string[]) =>
    sizeOf(list) + new Set(list).size * 700;
  const firstVisit = countBytes(files);
  const pack = countBytes([findFile(readPackUrl())]);
  const offline = pack + countBytes(['sw.js']);
  console.log(
    `A first visit: ${firstVisit} bytes in ${new Set(files).size} responses; offline ${offline}, pack ${pack}`,
  );

  const docs = readFileSync('docs/operations.md', 'utf8');
  const readNumber = (pattern: RegExp) => Number(pattern.exec(docs)?.[1]);
  const statedKB = readNumber(/A first visit transfers (\d+) kB/);
  expectAbout(statedKB, firstVisit, 0.02);
  expectAbout(readNumber(/about (\d+) kB make the whole/), offline, 0.05);
  expectAbout(readNumber(/about (\d+) kB\s+for the pack/), pack, 0.05);

  // The other numbers follow from the first one.
  const visitors = Math.floor(360_000 / statedKB / 10) * 10;
  expect(readNumber(/about (\d+) new visitors a day/)).toBe(visitors);
  const writes = Math.round((visitors * 2) / 10 / 10) * 10;
  expect(readNumber(/cost (\d+) of the 20,000 free writes/)).toBe(writes);
  expect(docs).toContain(
    `| 1,000 | ${(statedKB / 1000).toFixed(2)} GB | 200 | 200 |`,
  );
  expect(docs).toContain(`| 1,000,000 | ${statedKB} GB | 200,000 | 200,000 |`);
});

function expectAbout(statedKB: number, bytes: number, tolerance: number) {
  const difference = Math.abs(statedKB * 1000 - bytes);
  expect(difference, `${bytes} bytes`).toBeLessThanOrEqual(bytes * tolerance);
}

function listScripts(): string[] {
  const options = { recursive: true, encoding: 'utf8' } as const;
  const names = readdirSync('dist/static/js', options);
  const files = names.filter((name) => name.endsWith('.js'));
  return ['sw.js', ...files.map((name) => `static/js/${name}`)];
}

/** Returns the scripts that the page's inline loader loads. */
function scriptsOf(address: string): string[] {
  const html = readBuiltFile(findFile(address));
  expect(html).not.toMatch(/<script[^>]* src=|rel="modulepreload"/);
  const files = html.match(/(?<=")\/static\/js\/[^"]+\.js(?=")/g) ?? [];
  expect(files.length).toBeGreaterThan(0);
  return [...new Set(files)].map((address) => address.slice(1));
}

/** Returns the chunk with this name, and the chunks that it imports. */
function scriptsNamed(name: string): string[] {
  const chunks = listScripts().filter((file) => file.includes(`/${name}-`));
  expect(chunks).toHaveLength(1);
  return [...chunks, ...chunks.flatMap(importsOf)];
}

/** Returns the static imports of a chunk. */
function importsOf(chunk: string): string[] {
  const importPattern = /(?:\bfrom|\bimport)\s*"(\.[^"]+\.js)"/g;
  return [...readBuiltFile(chunk).matchAll(importPattern)].map(
    ([, file = '']) => path.posix.join(path.posix.dirname(chunk), file),
  );
}

function containsFirebase(chunk: string): boolean {
  const pattern = /@firebase\/|firestore\.googleapis\.com|firebaseapp/;
  return pattern.test(readBuiltFile(chunk));
}

/** Returns the transfer size of the files in bytes, and counts each file once. */
function sizeOf(files: readonly string[]): number {
  const sizes = [...new Set(files)].map(computeTransferSize);
  return sizes.reduce((total, size) => total + size, 0);
}
