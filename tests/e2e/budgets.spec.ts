import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import * as zlib from 'node:zlib';
import { expect, test } from 'playwright/test';
import { notFound, routes } from '../../src/routes.ts';

// What a visitor's connection has to carry, in bytes; the README tells why.
const scriptsBudget = 80_000;
const homeBudget = 16_000;
const pageBudget = 12_000;
const precacheBudget = 800_000;
const mostFonts = 2;

const sizes = new Map<string, number>();

const pages = [...routes, notFound].map(({ path: address }) => ({
  address,
  html: read(address === '/' ? 'index.html' : `${address.slice(1)}.html`),
}));

for (const { address, html } of pages) {
  test(`${address} keeps to its budget`, () => {
    const scripts = scriptsOf(html);
    const size = sum(scripts.map(onTheWire));
    const page = compressed(Buffer.from(html));
    const fonts = linksOf(html, 'preload').filter((f) => f.endsWith('.woff2'));
    console.log(`${address}: scripts ${size}, HTML with styles ${page}`);
    expect(size).toBeLessThanOrEqual(scriptsBudget);
    expect(page).toBeLessThanOrEqual(address === '/' ? homeBudget : pageBudget);
    expect(fonts.length).toBeLessThanOrEqual(mostFonts);
    expect(scripts.filter(holdsFirebase)).toEqual([]);
    expect(styleSheetsOf(html)).toEqual([]);
    // Else the browser would find out one after the other what it lacks.
    expect(
      scripts.flatMap(importsOf).filter((f) => !scripts.includes(f)),
    ).toEqual([]);
  });
}

test('what is kept for offline keeps to its budget', () => {
  const worker = read('sw.js');
  const urls = [...worker.matchAll(/"url":"([^"]+)"/g)].map(([, u = '']) => u);
  const size = sum(urls.map(fileOf).map(onTheWire));
  console.log(
    `Precache: ${size} in ${urls.length} files; sw.js: ${onTheWire('sw.js')}`,
  );
  expect(urls).toEqual(expect.arrayContaining(pages.map((p) => p.address)));
  expect(size).toBeLessThanOrEqual(precacheBudget);
});

test('Firebase would be found if it were there', () => {
  const chunks = readdirSync('dist/static/js').map((f) => `static/js/${f}`);
  expect(chunks.filter(holdsFirebase)).not.toEqual([]);
});

/** The scripts that a page names, all of its own origin. */
function scriptsOf(html: string): string[] {
  const sources = [...html.matchAll(/<script[^>]* src="([^"]*)"/g)];
  const addresses = [
    ...sources.map(([, source = '']) => source),
    ...linksOf(html, 'modulepreload'),
  ];
  expect(sources.length).toBeGreaterThan(0);
  for (const address of addresses) expect(address).toMatch(/^\/static\/js\//);
  return [...new Set(addresses)].map((address) => address.slice(1));
}

function linksOf(html: string, rel: string): string[] {
  const links = html.match(new RegExp(`<link rel="${rel}"[^>]*>`, 'g')) ?? [];
  return links.map((link) => / href="([^"]*)"/.exec(link)?.[1] ?? '');
}

/** Style sheets that hold up the first view; disabled ones do not. */
function styleSheetsOf(html: string): string[] {
  const links = html.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
  return links.filter((link) => !link.endsWith(' disabled>'));
}

/** What a chunk imports as soon as it runs. */
function importsOf(chunk: string): string[] {
  const found = read(chunk).matchAll(/(?:\bfrom|\bimport)\s*"(\.[^"]+\.js)"/g);
  return [...found].map(([, file = '']) =>
    path.posix.join(path.posix.dirname(chunk), file),
  );
}

function holdsFirebase(chunk: string): boolean {
  return /@firebase\/|firestore\.googleapis\.com|firebaseapp/.test(read(chunk));
}

/** The file behind a clean address. */
function fileOf(url: string): string {
  const name = url.replace(/^\//, '') || 'index';
  return path.extname(name) ? name : `${name}.html`;
}

/** Hosting compresses what is text. */
function onTheWire(file: string): number {
  const body = readFileSync(path.join('dist', file));
  const size =
    sizes.get(file) ??
    (/\.(woff2|png)$/.test(file) ? body.length : compressed(body));
  sizes.set(file, size);
  return size;
}

function compressed(body: Buffer): number {
  return zlib.brotliCompressSync(body).length;
}

function read(file: string): string {
  return readFileSync(path.join('dist', file), 'utf8');
}

function sum(all: readonly number[]): number {
  return all.reduce((total, size) => total + size, 0);
}
