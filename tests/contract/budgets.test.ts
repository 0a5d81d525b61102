import { readdirSync } from 'node:fs';
import * as path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { notFound, routes } from '../../src/routes.ts';
import {
  buildFirst,
  compressed,
  fileOf,
  onTheWire,
  precached,
  readBuilt,
} from '../support/built-files.ts';

// What a visitor's connection has to carry, in bytes.
const scriptsBudget = 77_000;
/** What submits comes with the form. */
const formScriptsBudget = 86_000;
/** With what comes right after, once the page is idle. */
const allScriptsBudget = 94_000;
const workerBudget = 33_000;
const homeBudget = 15_000;
const pageBudget = 12_000;
const precacheBudget = 800_000;
const mostFonts = 2;

beforeAll(buildFirst);

const all = [...routes, notFound];
const addresses = all.map(({ path: address }) => address);
const pageAt = (address: string) => readBuilt(fileOf(address));

test.each(all)('$path keeps to its budget', ({ path: address, form }) => {
  const html = pageAt(address);
  const scripts = scriptsOf(html);
  const size = sizeOf(scripts);
  const page = compressed(Buffer.from(html));
  const fonts = linksOf(html, 'preload').filter((f) => f.endsWith('.woff2'));
  const notices = builtScripts().filter((file) => /\/notices-/.test(file));
  const later = [...notices, ...notices.flatMap(importsOf)];
  const inAll = sizeOf([...new Set([...scripts, ...later])]);
  const budget = form ? formScriptsBudget : scriptsBudget;
  const left = form ? `, ${allScriptsBudget - inAll} left` : '';
  console.log(
    `${address}: scripts ${size}, ${budget - size} left; in all ${inAll}${left}; HTML ${page}`,
  );
  expect(size).toBeLessThanOrEqual(budget);
  expect(notices).toHaveLength(1);
  if (form) expect(inAll).toBeLessThanOrEqual(allScriptsBudget);
  expect(page).toBeLessThanOrEqual(address === '/' ? homeBudget : pageBudget);
  expect(fonts.length).toBeLessThanOrEqual(mostFonts);
  expect(scripts.filter(holdsFirebase)).toEqual([]);
  // Style sheets hold up the first view; disabled ones do not.
  expect(html).not.toMatch(/<link rel="stylesheet"[^>]*(?<! disabled)>/);
  // Else the browser would find out one after the other what it lacks.
  const missing = scripts
    .flatMap(importsOf)
    .filter((f) => !scripts.includes(f));
  expect(missing).toEqual([]);
});

test('what is kept for offline keeps to its budget', () => {
  const urls = precached();
  const size = sizeOf(urls.map(fileOf));
  const worker = onTheWire('sw.js');
  const left = precacheBudget - size;
  console.log(
    `Precache: ${size} in ${urls.length} files, ${left} left; sw.js: ${worker}, ${workerBudget - worker} left`,
  );
  expect(urls).toEqual(expect.arrayContaining(addresses));
  expect(size).toBeLessThanOrEqual(precacheBudget);
  expect(worker).toBeLessThanOrEqual(workerBudget);
});

test('file storage can be loaded, and no page asks for it', async () => {
  // Where Firebase is, it is found.
  expect(builtScripts().filter(holdsFirebase)).not.toEqual([]);
  const file = builtScripts().find((name) => name.includes('/storage-')) ?? '';
  const { fileStorage } = await import(
    /* @vite-ignore */ path.resolve('dist', file)
  );
  expect(fileStorage().app.options.projectId).toBe('demo-pear');
  const all = [...addresses.map(fileOf), 'sw.js', ...builtScripts()];
  expect(
    all.filter((one) => readBuilt(one).includes(path.basename(file))),
  ).toEqual([]);
});

test('without a measurement id no file holds any analytics', () => {
  const files = [...builtScripts(), ...addresses.map(fileOf)];
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const text = readBuilt(file);
    expect(text, file).not.toMatch(/googletagmanager|google-analytics/);
    expect(text, file).not.toMatch(/count this visit|ount your visits|isits\./);
  }
});

test('licences.txt has the terms of all that pages and worker contain', () => {
  const notices = readBuilt('licences.txt').split(/^-{80}$/m);
  const whole = notices.filter((notice) => notice.length > 700);
  const found = whole.map((notice) => /^\s*(.*)\n/.exec(notice)?.[1]);
  for (const name of [
    ...[/^react-dom .* \(MIT\)/, /^react-router .* \(MIT\)/, /^idb .* \(ISC\)/],
    ...[/^@firebase\/firestore .* \(Apache-2/, /^@fontsource\/lora .* \(OFL/],
  ])
    expect(found).toContainEqual(expect.stringMatching(name));
});

function builtScripts(): string[] {
  const names = readdirSync('dist/static/js', {
    recursive: true,
    encoding: 'utf8',
  });
  const files = names.filter((name) => name.endsWith('.js'));
  return ['sw.js', ...files.map((name) => `static/js/${name}`)];
}

/** The scripts that a page's loader is given; no tag asks for one itself. */
function scriptsOf(html: string): string[] {
  expect(html).not.toMatch(/<script[^>]* src=/);
  expect(linksOf(html, 'modulepreload')).toEqual([]);
  const named = html.match(/(?<=")\/static\/js\/[^"]+\.js(?=")/g) ?? [];
  expect(named.length).toBeGreaterThan(0);
  return [...new Set(named)].map((address) => address.slice(1));
}

function linksOf(html: string, rel: string): string[] {
  const links = html.match(new RegExp(`<link rel="${rel}"[^>]*>`, 'g')) ?? [];
  return links.map((link) => / href="([^"]*)"/.exec(link)?.[1] ?? '');
}

/** What a chunk imports as soon as it runs. */
function importsOf(chunk: string): string[] {
  const imports = /(?:\bfrom|\bimport)\s*"(\.[^"]+\.js)"/g;
  return [...readBuilt(chunk).matchAll(imports)].map(([, file = '']) =>
    path.posix.join(path.posix.dirname(chunk), file),
  );
}

function holdsFirebase(chunk: string): boolean {
  const signs = /@firebase\/|firestore\.googleapis\.com|firebaseapp/;
  return signs.test(readBuilt(chunk));
}

function sizeOf(files: readonly string[]): number {
  return files.map(onTheWire).reduce((total, size) => total + size, 0);
}
