import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'playwright/test';
import { forms } from '../../../src/forms/forms.ts';
import { notFound, routes } from '../../../src/routes.ts';
import {
  compressed,
  fileOf,
  onTheWire,
  precached,
} from '../../support/built-files.ts';

// What a visitor's connection has to carry, in bytes.
const scriptsBudget = 83_000;
/** What submits comes with the form. */
const formBudget = 90_000;
const homeBudget = 16_000;
const pageBudget = 12_000;
const hintBudget = 3000;
const precacheBudget = 800_000;
const mostFonts = 2;

// Measured once, and so in one worker.
test.describe.configure({ mode: 'default' });

const pages = [...routes, notFound].map(({ path: address }) => ({
  address,
  html: read(fileOf(address)),
}));

for (const { address, html } of pages) {
  test(`${address} keeps to its budget`, () => {
    const scripts = scriptsOf(html);
    const size = sum(scripts.map((file) => onTheWire(file)));
    const page = compressed(Buffer.from(html));
    const fonts = linksOf(html, 'preload').filter((f) => f.endsWith('.woff2'));
    console.log(`${address}: scripts ${size}, HTML with styles ${page}`);
    const hasForm = address.slice(1) in forms;
    expect(size).toBeLessThanOrEqual(hasForm ? formBudget : scriptsBudget);
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

test('what looks for misspelt addresses is small, and there offline', () => {
  const urls = precached().filter((url) => /\/email-hint-.*\.js$/.test(url));
  expect(urls).toHaveLength(1);
  const size = sum(urls.map((url) => onTheWire(fileOf(url))));
  console.log(`Misspelt addresses: ${size}`);
  expect(size).toBeLessThanOrEqual(hintBudget);
  // No page asks for it by itself.
  expect(pages.filter(({ html }) => html.includes(urls[0] ?? ''))).toEqual([]);
});

test('what is kept for offline keeps to its budget', () => {
  const urls = precached();
  const size = sum(urls.map((url) => onTheWire(fileOf(url))));
  console.log(
    `Precache: ${size} in ${urls.length} files; sw.js: ${onTheWire('sw.js')}`,
  );
  expect(urls).toEqual(expect.arrayContaining(pages.map((p) => p.address)));
  expect(size).toBeLessThanOrEqual(precacheBudget);
});

test('README tells what a first visit carries', () => {
  const readme = readFileSync('README.md', 'utf8').replace(/\s+/g, ' ');
  const [, ...stated] =
    /A first visit is at most (\d+) kB on the wire: .* pictures (\d+) kB, the worker (\d+) kB, the whole site for offline (\d+) kB/.exec(
      readme,
    ) ?? [];
  const [{ html } = { html: '' }] = pages;
  const landing =
    compressed(Buffer.from(html)) +
    sum([...new Set(filesOf(html))].map((file) => onTheWire(file)));
  const parts = [
    landing,
    onTheWire('sw.js'),
    sum(precached().map((url) => onTheWire(fileOf(url)))),
  ];
  const measured = [sum(parts), ...parts].map((bytes) => bytes / 1000);
  expect(stated).toHaveLength(measured.length);
  for (const [index, size] of measured.entries()) {
    const off = Math.abs(Number(stated[index]) / size - 1);
    expect(off, `${stated[index]} kB is ${size} kB`).toBeLessThan(0.03);
  }
});

test('Firebase would be found if it were there', () => {
  const chunks = readdirSync('dist/static/js').map((f) => `static/js/${f}`);
  expect(chunks.filter(holdsFirebase)).not.toEqual([]);
});

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

/** Style sheets that hold up the first view; disabled ones do not. */
function styleSheetsOf(html: string): string[] {
  const links = html.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
  return links.filter((link) => !link.endsWith(' disabled>'));
}

/** The scripts, fonts and pictures that a page names. */
function filesOf(html: string): string[] {
  const found = html.match(
    /(?<=["(])\/(static|pictures)\/[^")]+\.(js|woff2|svg|png)/g,
  );
  return (found ?? []).map((address) => address.slice(1));
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

function read(file: string): string {
  return readFileSync(path.join('dist', file), 'utf8');
}

function sum(all: readonly number[]): number {
  return all.reduce((total, size) => total + size, 0);
}
