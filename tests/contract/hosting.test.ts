import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { createFilter } from 'vite';
import { afterAll, expect, test, vi } from 'vitest';
import firebase from '../../firebase.json' with { type: 'json' };
import { routes } from '../../src/routes.ts';
import { readBuiltFile, readPrecachedUrls } from '../support/built-files.ts';
import { siteUrl } from '../support/pages.ts';
import { startSite } from '../support/site.ts';
import { readPrecacheList } from '../support/worker-files.ts';
import { createWorkerScope } from '../unit/sw/worker-scope.ts';
import { readAll } from './backend.ts';
import { database } from './records-command.ts';
import { commit, createWrite } from './table/row.ts';

// The expected responses follow Firebase's documentation of redirects, cleanUrls,
// trailingSlash, headers and 404: https://firebase.google.com/docs/hosting

const site = await startSite();
afterAll(site.stop);

const html = 'text/html; charset=utf-8';
const cacheForever = 'public, max-age=31536000, immutable';
const paths = routes.map((route) => route.path);
const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000',
  'content-security-policy': "frame-ancestors 'none'",
  'permissions-policy': expect.stringMatching(
    /browsing-topics=\(\), camera=\(\), .*geolocation=\(\), .*microphone=\(\), .*payment=\(\), .*usb=\(\)/,
  ),
};
const workerCsp =
  "default-src 'none'; script-src 'self'; connect-src 'self' https://firestore.googleapis.com; frame-ancestors 'none'";

const request = (address: string, options: RequestInit = {}) =>
  fetch(site.origin + address, { redirect: 'manual', ...options });

/** Headers that describe the transfer of a response instead of its content. */
const transportHeaders = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'transfer-encoding',
  'vary',
]);
const getHeaders = ({ headers }: Response) =>
  [...headers].filter(([name]) => !transportHeaders.has(name));

/**
 * Requests an address, and expects exactly these headers. One more could hide the site
 * from search engines, or delete the unsent submissions of every visitor.
 */
async function get(address: string) {
  const response = await request(address);
  const headers = Object.fromEntries(getHeaders(response));
  const expectedHeaders = {
    ...commonHeaders,
    ...(address === '/sw.js' && { 'content-security-policy': workerCsp }),
    'cache-control': expect.any(String),
    'content-type': expect.any(String),
  };
  expect(headers, address).toEqual(expectedHeaders);

  const vary = response.headers.get('vary');
  return {
    status: response.status,
    headers,
    vary,
    text: await response.text(),
  };
}

async function expectNotFound(address: string): Promise<void> {
  const { status, headers, vary, text } = await get(address);
  expect(status).toBe(404);
  expect(headers['content-type']).toBe(html);
  // The headers of /static also apply to its 404 responses, which become cacheable.
  // `Vary: *` keeps browsers from using such a response again.
  if (headers['cache-control'] === cacheForever) expect(vary).toBe('*');
  else expect(headers['cache-control']).toBe('no-cache');
  expect(text).toContain('404 - Page Not Found');
}

async function expectRedirect(from: string, to: string): Promise<void> {
  for (const query of ['', '?a=b']) {
    const { status, headers } = await request(from + query);
    expect(status).toBe(301);
    expect(headers.get('location')).toBe(to + query);
  }
}

test.for(paths)('%s is served only at its canonical URL', async (page) => {
  const { status, headers, text } = await get(`${page}?a=b`);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe(html);
  expect(headers['cache-control']).toBe('no-cache');

  const canonical = `<link rel="canonical" href="${siteUrl}${page}">`;
  expect(text).toContain(canonical);
  await expectRedirect(`${page === '/' ? '/index' : page}.html`, page);

  if (page !== '/') await expectRedirect(`${page}/`, page);
  const lowerCasePage = page.toLowerCase();
  if (lowerCasePage !== page) await expectRedirect(lowerCasePage, page);
  await expectNotFound(page === '/' ? '/INDEX' : page.toUpperCase());
});

test.each([
  ['/waitList', '/waitlist'],
  ['/brandsignup/', '/brandSignup'],
  // Phones capitalize the first letter, and people capitalize words.
  ['/Waitlist', '/waitlist'],
  ['/WaitList/', '/waitlist'],
  ['/index/', '/'],
  ['/404.html', '/404'],
  ['//about//', '/about'],
  // Earlier releases had the file under this name.
  ['/licences.txt', '/licenses.txt'],
])('the server redirects %s to %s', (from, to) => expectRedirect(from, to));

test.for([
  '/nowhere',
  '/nowhere.html',
  '/about/team',
  '/404',
  '/static/js/missing-AbCd1234.js',
  '/%',
  // Files outside of the served folder.
  '/%2e%2e/package.json',
  '/static/..%2f..%2fpackage.json',
  '/.env',
  '/%2Fevil.example%2F..%2Fabout.html',
])('the server responds 404 to %s', expectNotFound);

/** Returns the names of the built files, such as `faq.html`. */
function listBuiltFiles(): string[] {
  const options = { recursive: true, encoding: 'utf8' } as const;
  const names = readdirSync('dist', options).filter((name) =>
    /\.\w+$/.test(name),
  );
  expect(names.length).toBeGreaterThan(100);
  return names;
}

/** Returns the addresses of the built files, except pages, which have no suffix there. */
function listFileAddresses(): string[] {
  const names = listBuiltFiles().filter((name) => !name.endsWith('.html'));
  return names.map((name) => `/${name}`);
}

// The local server ignores this part of firebase.json.
test('a deployment uploads each built file, and no file of an operating system', () => {
  const { public: folder, ignore } = firebase.hosting;
  expect(folder).toBe('dist');

  const isUploaded = createFilter(undefined, ignore, { resolve: false });
  const missingFiles = listBuiltFiles().filter((name) => !isUploaded(name));
  expect(missingFiles, 'files that firebase.json ignores').toEqual([]);

  const junk = ['.DS_Store', 'pictures/.DS_Store', 'pictures/Thumbs.db'];
  expect(junk.filter(isUploaded)).toEqual([]);
});

test('each built file is served', async () => {
  for (const address of listFileAddresses()) {
    const { status } = await get(address);
    expect(status, address).toBe(200);
  }
});

test('browsers may cache only files with a hash in their name', async () => {
  for (const address of listFileAddresses()) {
    const { headers } = await get(address);
    const hasHash = /^\/static\/.*-[\w-]{6,8}\.\w+$/.test(address);
    const expectedCaching = hasHash ? cacheForever : 'no-cache';
    expect(headers['cache-control'], address).toBe(expectedCaching);
  }
});

test('the worker stores each file with the bytes and headers that Hosting serves', async () => {
  const { fetch } = globalThis;
  const worker = createWorkerScope(
    readPrecacheList(readBuiltFile('sw.js')),
    site.origin,
  );
  vi.stubGlobal('fetch', (address: string) =>
    fetch(new URL(address, site.origin)),
  );
  const { install } = await worker.load('install');
  await install();
  expect(worker.cache.entries.size).toBe(readPrecachedUrls().length);

  for (const [address, copy] of worker.cache.entries) {
    const response = await request(new URL(address).pathname);
    expect(getHeaders(copy), address).toEqual(getHeaders(response));

    for (const name of ['content-encoding', 'content-length', 'etag'])
      expect(copy.headers.has(name), address).toBe(false);
    const bytes = Buffer.from(await copy.arrayBuffer());
    const servedBytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.equals(servedBytes), address).toBe(true);
  }
});

test('the local Firestore rejects requests from other origins', async () => {
  const documents = `/v1/${database}/documents`;
  const requestFrom = (origin: string, method: string, address: string) => {
    const { body } = commit(200, createWrite(`waitlist/${randomUUID()}`));
    const headers = { origin, authorization: 'Bearer owner' };
    const text = method === 'POST' ? JSON.stringify(body) : null;
    return request(address, { method, headers, body: text });
  };
  const reply = await requestFrom(site.origin, 'POST', `${documents}:commit`);
  expect(reply.status).toBe(200);

  const before = await readAll(site.origin, database);
  for (const origin of ['https://evil.test', 'http://127.0.0.1:1', 'null']) {
    for (const response of [
      await requestFrom(origin, 'POST', `${documents}:commit`),
      await requestFrom(origin, 'GET', `${documents}/waitlist`),
      await requestFrom(origin, 'DELETE', `/emulator${documents}`),
    ]) {
      expect(response.status).toBe(403);
      expect(response.headers.has('access-control-allow-origin')).toBe(false);
    }
  }
  expect(await readAll(site.origin, database)).toEqual(before);
});
