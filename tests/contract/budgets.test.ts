import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { parseAst } from 'vite';
import { beforeAll, expect, test } from 'vitest';
import { analyticsTexts } from '../../src/content/analytics.ts';
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

/** Bytes of the headers that hosting sends with each file. */
const headersSize = 700;

beforeAll(() => buildSite());

const allRoutes = [...routes, notFoundRoute];
const addresses = allRoutes.map(({ path: address }) => address);

test.each(allRoutes)('$path is within its size budget', (route) => {
  const { path: address, form } = route;
  const scripts = listPageScripts(address);
  const allScripts = [...scripts, ...listChunkFiles('notices')];
  const htmlSize = computeTransferSize(findFile(address));
  console.log(
    `${address}: scripts ${sumSizes(scripts)}, in all ${sumSizes(allScripts)}; HTML ${htmlSize}`,
  );

  const scriptsBudget = form ? budgets.formScripts : budgets.scripts;
  expectWithin(scriptsBudget, scripts);
  if (form) expectWithin(budgets.allFormScripts, allScripts);

  const htmlBudget = address === '/' ? budgets.home : budgets.page;
  expectWithin(htmlBudget, [findFile(address)], listInlineSheets(address));

  const page = readPage(address);
  const fonts = page.querySelectorAll('[rel="preload"][href$=".woff2"]');
  expect(fonts.length).toBeLessThanOrEqual(budgets.fonts);
});

test.each(addresses)('%s renders before it loads style sheets', (address) => {
  // A disabled style sheet does not block rendering.
  const blockingSelector = '[rel="stylesheet"]:not([disabled])';
  const blockingSheets = readPage(address).querySelectorAll(blockingSelector);
  expect(blockingSheets.length).toBe(0);
});

// A browser finds an unlisted script only after it has loaded the importer.
test.each(addresses)('%s lists each script that it imports', (address) => {
  const scripts = listPageScripts(address);
  const importedScripts = scripts.flatMap(listStaticImports);
  expect(scripts).toEqual(expect.arrayContaining(importedScripts));
});

test.each(addresses)('%s starts without the code of Firebase', (address) => {
  const scripts = listPageScripts(address);
  expect(scripts.filter(containsFirebase)).toEqual([]);

  // Proves that `containsFirebase` can find Firebase's code.
  expect(listScripts().filter(containsFirebase)).not.toEqual([]);
});

test('the service worker caches each page', () => {
  expect(readPrecachedUrls()).toEqual(expect.arrayContaining(addresses));
});

test('the service worker and the files that it caches are within their size budgets', () => {
  const urls = readPrecachedUrls();
  const precacheSize = sumSizes(urls.map(findFile));
  const workerSize = computeTransferSize('sw.js');
  console.log(
    `Precache: ${precacheSize} in ${urls.length} files; sw.js: ${workerSize}`,
  );

  expectWithin(budgets.precache, urls.map(findFile));
  expectWithin(budgets.worker, ['sw.js']);
});

test('the code of Firebase Storage is in a separate chunk, which no page loads', async () => {
  const chunk = findChunk('file-storage');
  const chunkUrl = path.resolve('dist', chunk);
  const { getFileStorage } = await import(/* @vite-ignore */ chunkUrl);
  expect(getFileStorage().app.options.projectId).toBe('demo-pear');

  const chunkName = path.basename(chunk);
  const files = [...addresses.map(findFile), ...listScripts()];
  const filesThatNameIt = files.filter((file) =>
    readBuiltFile(file).includes(chunkName),
  );
  expect(filesThatNameIt).toEqual([]);
});

// Other texts contain the words "Yes" and "No", too.
const { yes, no, ...uniqueAnalyticsTexts } = analyticsTexts;
const analyticsMarks = [
  'googletagmanager',
  'google-analytics',
  ...Object.values(uniqueAnalyticsTexts),
];

test('no built file contains analytics if no measurement ID is set', () => {
  const files = [...listScripts(), ...addresses.map(findFile)];
  expect(files.length).toBeGreaterThan(20);

  for (const file of files) {
    const text = readBuiltFile(file);
    const foundMarks = analyticsMarks.filter((mark) => text.includes(mark));
    expect(foundMarks, file).toEqual([]);
  }
});

const licensedPackages = [
  { name: 'react-dom', license: 'MIT' },
  { name: 'react-router', license: 'MIT' },
  { name: 'idb', license: 'ISC' },
  { name: '@firebase/firestore', license: 'Apache-2.0' },
  { name: '@fontsource/lora', license: 'OFL-1.1' },
];

test.each(licensedPackages)(
  'licenses.txt has the text of the $license license of $name',
  ({ name, license }) => {
    const line = '-'.repeat(80);
    const notices = readBuiltFile('licenses.txt').split(`\n${line}\n`);
    const notice = notices
      .map((text) => text.trim())
      .find((text) => text.startsWith(`${name} `));

    const [title = '', ...lines] = notice?.split('\n') ?? [];
    expect(title).toContain(`(${license})`);
    expect(lines.join('\n').length).toBeGreaterThan(600);
  },
);

test('docs/operations.md states how many bytes a first visit transfers', () => {
  const fontUrls = readPrecachedUrls().filter((url) => url.endsWith('.woff2'));
  const urls = ['/waitlist', '/sw.js', readPackUrl(), ...fontUrls];
  const files = [
    ...urls.map(findFile),
    ...listPageScripts('/waitlist'),
    ...listChunkFiles('notices'),
    ...listChunkFiles('send'),
  ];

  const firstVisitSize = sumResponses(files);
  const packSize = sumResponses([findFile(readPackUrl())]);
  const offlineSize = packSize + sumResponses(['sw.js']);
  const responseCount = new Set(files).size;
  console.log(
    `A first visit: ${firstVisitSize} bytes in ${responseCount} responses; offline ${offlineSize}, pack ${packSize}`,
  );

  const statedKB = readDocumentedNumber('A first visit transfers # kB');
  expectAbout(statedKB, firstVisitSize, 0.02);
  const statedOfflineKB = readDocumentedNumber('about # kB make the whole');
  expectAbout(statedOfflineKB, offlineSize, 0.05);
  const statedPackKB = readDocumentedNumber('about # kB for the pack');
  expectAbout(statedPackKB, packSize, 0.05);
});

test('the numbers of visitors in docs/operations.md follow from the size of a first visit', () => {
  const firstVisitKB = readDocumentedNumber('A first visit transfers # kB');
  // The free plan transfers 360 MB a day.
  const freeKB = 360_000;
  const freeVisitors = Math.floor(freeKB / firstVisitKB / 10) * 10;
  const statedVisitors = readDocumentedNumber('about # new visitors a day');
  expect(statedVisitors).toBe(freeVisitors);

  // One visitor in ten joins the waitlist, which takes two writes.
  const writes = Math.round(((freeVisitors / 10) * 2) / 10) * 10;
  const statedWrites = readDocumentedNumber('cost # of the 20,000 free writes');
  expect(statedWrites).toBe(writes);

  const docs = readFileSync('docs/operations.md', 'utf8');
  const firstVisitMB = (firstVisitKB / 1000).toFixed(2);
  expect(docs).toContain(`| 1,000 | ${firstVisitMB} GB | 200 | 200 |`);
  expect(docs).toContain(
    `| 1,000,000 | ${firstVisitKB} GB | 200,000 | 200,000 |`,
  );
});

/** Returns the number that stands in docs/operations.md in place of the "#". */
function readDocumentedNumber(sentence: string): number {
  const docs = readFileSync('docs/operations.md', 'utf8').replace(/\s+/g, ' ');
  const [before = '', after = ''] = sentence.split('#');
  const pattern = new RegExp(`${before}(\\d+)${after}`);
  const [, digits] = pattern.exec(docs) ?? [];
  return Number(digits);
}

function expectAbout(statedKB: number, bytes: number, tolerance: number) {
  const difference = Math.abs(statedKB * 1000 - bytes);
  expect(difference, `${bytes} bytes`).toBeLessThanOrEqual(bytes * tolerance);
}

function listScripts(): string[] {
  const options = { recursive: true, encoding: 'utf8' } as const;
  const files = readdirSync('dist/static/js', options);
  const scripts = files.filter((file) => file.endsWith('.js'));
  return ['sw.js', ...scripts.map((file) => `static/js/${file}`)];
}

/** Returns the scripts that the page's inline loader loads. */
function listPageScripts(address: string): string[] {
  const page = readPage(address);
  const tags = page.querySelectorAll('script[src], [rel="modulepreload"]');
  expect(tags.length).toBe(0);

  const list = page.querySelector('script[type="application/json"]');
  const { files } = JSON.parse(list?.textContent ?? '{}');
  expect(files.length).toBeGreaterThan(0);
  return files.map(findFile);
}

/** Returns the chunk with this name, and the chunks that it imports. */
function listChunkFiles(name: string): string[] {
  const chunk = findChunk(name);
  return [chunk, ...listStaticImports(chunk)];
}

function findChunk(name: string): string {
  const chunks = listScripts().filter((file) => file.includes(`/${name}-`));
  expect(chunks).toHaveLength(1);
  return chunks[0] ?? '';
}

function listStaticImports(chunk: string): string[] {
  const statements = parseAst(readBuiltFile(chunk)).body;
  const folder = path.posix.dirname(chunk);
  return statements
    .map((statement) => ('source' in statement ? statement.source : null))
    .filter((source) => source !== null)
    .map(({ value }) => path.posix.join(folder, value));
}

function containsFirebase(script: string): boolean {
  const text = readBuiltFile(script);
  const words = ['@firebase/', 'firestore.googleapis.com', 'firebaseapp'];
  return words.some((word) => text.includes(word));
}

/** Expects the size of the files to be within a budget, or names their largest parts. */
function expectWithin(
  budget: number,
  files: readonly string[],
  parts = files,
): void {
  const largestParts = [...new Set(parts)]
    .map((file) => ({ file, size: computeTransferSize(file) }))
    .sort((one, other) => other.size - one.size)
    .slice(0, 10)
    .map(({ file, size }) => `${size} bytes: ${file}\n`);
  const advice = `See "a size budget" in CONTRIBUTING.md. The largest parts are\n${largestParts.join('')}`;
  expect(sumSizes(files), advice).toBeLessThanOrEqual(budget);
}

/** Returns the style sheets that a page contains inline. */
function listInlineSheets(address: string): string[] {
  const links = readPage(address).querySelectorAll('[rel="stylesheet"]');
  return [...links].map((link) => findFile(link.getAttribute('href') ?? ''));
}

/** Returns the transfer size of the files in bytes, and counts each file once. */
function sumSizes(files: readonly string[]): number {
  const sizes = [...new Set(files)].map(computeTransferSize);
  return sizes.reduce((total, size) => total + size, 0);
}

/** Returns the transfer size of the files with their headers. */
function sumResponses(files: readonly string[]): number {
  const responseCount = new Set(files).size;
  return sumSizes(files) + responseCount * headersSize;
}
