import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../../src/routes.ts';
import { type Site, startSite } from '../support/site.ts';
import { storedAt } from './backend.ts';
import { database, storeRecords } from './records-command.ts';
import { commit, set } from './table/row.ts';

// The expected responses follow Firebase's documentation of redirects, cleanUrls,
// trailingSlash, headers and 404: https://firebase.google.com/docs/hosting

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const html = 'text/html; charset=utf-8';
const immutable = 'public, max-age=31536000, immutable';
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
const workerPolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self' https://firestore.googleapis.com; frame-ancestors 'none'";

/** Requests an address, and checks the security headers of the response. */
async function get(address: string, method = 'GET') {
  const options: RequestInit = { redirect: 'manual', method };
  const response = await fetch(site.origin + address, options);
  const headers = Object.fromEntries(response.headers);
  expect(headers).toMatchObject({
    ...commonHeaders,
    ...(address === '/sw.js' && { 'content-security-policy': workerPolicy }),
  });
  return { status: response.status, headers, text: await response.text() };
}

async function expectNotFound(address: string): Promise<void> {
  const { status, headers, text } = await get(address);
  expect(status).toBe(404);
  expect(headers['content-type']).toBe(html);
  // The folder's headers make the 404 response cacheable. `Vary: *` keeps browsers
  // from using the cached 404 response again.
  if (headers['cache-control'] === immutable) expect(headers.vary).toBe('*');
  else expect(headers['cache-control']).toBe('no-cache');
  expect(text).toContain('404 - Page Not Found');
}

async function expectRedirect(from: string, to: string): Promise<void> {
  for (const query of ['', '?a=b']) {
    const address = site.origin + from + query;
    const { status, headers } = await fetch(address, { redirect: 'manual' });
    expect(status).toBe(301);
    expect(headers.get('location')).toBe(to + query);
  }
}

test.for(paths)('%s is served only at its canonical URL', async (page) => {
  const { status, headers, text } = await get(`${page}?a=b`);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe(html);
  expect(headers['cache-control']).toBe('no-cache');
  const canonical = `<link rel="canonical" href="http://localhost:4173${page}">`;
  expect(text).toContain(canonical);
  const head = await get(page, 'HEAD');
  expect(head.status).toBe(200);
  expect(Number(head.headers['content-length'])).toBeGreaterThan(500);
  expect(head.text).toBe('');
  await expectRedirect(`${page === '/' ? '/index' : page}.html`, page);
  if (page !== '/') await expectRedirect(`${page}/`, page);
  const lower = page.toLowerCase();
  if (lower !== page) await expectRedirect(lower, page);
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
])('the server redirects %s to %s', (from, to) => expectRedirect(from, to));

test.for([
  ...['/nowhere', '/nowhere.html', '/about/team', '/404'],
  ...['/static/js/missing-AbCd1234.js', '/%'],
  // Files outside of the served folder.
  ...['/%2e%2e/package.json', '/static/..%2f..%2fpackage.json', '/.env'],
  '/%2Fevil.example%2F..%2Fabout.html',
])('the server responds 404 to %s', expectNotFound);

test('browsers may cache only files with a hash in their name', async () => {
  const { text } = await get('/');
  const [script = ''] = /\/static\/js\/[^"]+-[\w-]{8}\.js/.exec(text) ?? [];
  expect((await get(script)).headers['cache-control']).toBe(immutable);
  const worker = await get('/sw.js');
  expect(worker.headers['cache-control']).toBe('no-cache');
});

const documents = `/v1/${database}/documents`;

test('the local Firestore rejects requests from other origins', async () => {
  await storeRecords(site.origin, 'waitlist', ['a']);
  const before = await storedAt(site.origin, database);
  const body = JSON.stringify(commit(200, set('waitlist/b')).body);
  const request = (origin: string, method: string, address: string) =>
    fetch(site.origin + address, {
      method,
      headers: { origin, authorization: 'Bearer owner' },
      ...(method === 'POST' && { body }),
    });
  for (const origin of ['https://evil.test', 'http://127.0.0.1:1', 'null']) {
    for (const response of [
      await request(origin, 'POST', `${documents}:commit`),
      await request(origin, 'GET', `${documents}/waitlist`),
      await request(origin, 'DELETE', `/emulator${documents}`),
    ]) {
      expect(response.status).toBe(403);
      expect(response.headers.has('access-control-allow-origin')).toBe(false);
    }
  }
  expect(await storedAt(site.origin, database)).toEqual(before);
  const own = await request(site.origin, 'POST', `${documents}:commit`);
  expect(own.status).toBe(200);
});
