import * as net from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../../src/routes.ts';
import { type Site, startSite } from '../support/site.ts';
import { storedAt } from './backend.ts';
import { database, storeRecords } from './records-command.ts';
import { commit, set } from './table/row.ts';

// What is wanted here is written out by storeRecords, from what Firebase's
// documentation says of redirects, cleanUrls, trailingSlash, headers and 404.

let site: Site;
beforeAll(async () => {
  // As a visitor runs it: in tests connect keeps quiet about errors.
  site = await startSite({ NODE_ENV: 'production' });
});
afterAll(() => site.stop());

const html = 'text/html; charset=utf-8';
const forever = 'public, max-age=31536000, immutable';
/** The first is the site's root. */
const pages = routes.map((route) => route.path);

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000',
};
const workerPolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self' https://firestore.googleapis.com; frame-ancestors 'none'";
const switchedOff =
  'camera microphone geolocation payment usb browsing-topics'.split(' ');

async function get(address: string, init: RequestInit = {}) {
  const options: RequestInit = { redirect: 'manual', ...init };
  const answer = await fetch(site.origin + address, options);
  const headers = Object.fromEntries(answer.headers);
  expect(headers).toMatchObject(everywhere);
  expect(headers['content-security-policy']).toBe(
    /^\/sw\.js\/?$/.test(address) ? workerPolicy : "frame-ancestors 'none'",
  );
  for (const feature of switchedOff) {
    expect(headers['permissions-policy']).toContain(`${feature}=()`);
  }
  return { status: answer.status, headers, text: await answer.text() };
}

async function expectNotFound(address: string): Promise<void> {
  const { status, headers, text } = await get(address);
  expect(status).toBe(404);
  expect(headers['content-type']).toBe(html);
  // A rule for all of a folder counts for what is missing there, too; with
  // `Vary: *` no browser uses the answer again.
  if (headers['cache-control'] === forever) expect(headers.vary).toBe('*');
  else expect(headers['cache-control']).toBe('no-cache');
  expect(text).toContain('404 - Page Not Found');
}

async function expectMoved(address: string, to: string): Promise<void> {
  for (const query of ['', '?a=b']) {
    const answer = await fetch(site.origin + address + query, {
      redirect: 'manual',
    });
    expect(answer.status).toBe(301);
    expect(answer.headers.get('location')).toBe(to + query);
  }
}

test.for(pages)('%s is a page, at this address alone', async (page) => {
  const { status, headers, text } = await get(`${page}?a=b`);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe(html);
  // Checked for news each time.
  expect(headers['cache-control']).toBe('no-cache');
  const canonical = `<link rel="canonical" href="http://localhost:4173${page}">`;
  expect(text).toContain(canonical);
  const head = await get(page, { method: 'HEAD' });
  expect(head.status).toBe(200);
  expect(Number(head.headers['content-length'])).toBeGreaterThan(500);
  expect(head.text).toBe('');
  await expectMoved(`${page === '/' ? '/index' : page}.html`, page);
  if (page !== '/') await expectMoved(`${page}/`, page);
  const lower = page.toLowerCase();
  if (lower !== page) await expectMoved(lower, page);
  await expectNotFound(page === '/' ? '/INDEX' : page.toUpperCase());
});

test.each([
  ['/waitList', '/waitlist'],
  ['/waitList/', '/waitlist'],
  ['/brandsignup/', '/brandSignup'],
  // What phones and people make of an address when they type it.
  ['/Waitlist', '/waitlist'],
  ['/WaitList/', '/waitlist'],
  ['/BrandSignUp', '/brandSignup'],
  ['/TakeBackControl', '/takebackcontrol'],
  ['/Faq', '/faq'],
  ['/index', '/'],
  ['/index/', '/'],
  ['/404.html', '/404'],
  ['//about//', '/about'],
])('%s leads to %s', (address, to) => expectMoved(address, to));

test.for([
  ...['/nowhere', '/nowhere/', '/nowhere.html', '/about/team', '/404'],
  ...['/static/js/missing-AbCd1234.js', `/${'a'.repeat(5000)}`],
  // Outside of what is served.
  ...['/%2e%2e/package.json', '/static/..%2f..%2fpackage.json', '/.env'],
  ...['/%2Fevil.example%2F..%2Fabout.html', '//ada@pear.example'],
  // Misspelt.
  ...['/%', '/%00', '/about%7f', '/about.html%0d%0aset-cookie:%20a=b'],
])('%s is not found', expectNotFound);

test.for(['/about?a=%', '//about'])('%s is a page', async (address) => {
  expect((await get(address)).text).toContain('Our Core Values');
});

test('files named by their content are kept for ever', async () => {
  const { text } = await get('/');
  const [script = ''] = /\/static\/js\/[^"]+-[\w-]{8}\.js/.exec(text) ?? [];
  expect((await get(script)).headers['cache-control']).toBe(forever);
  const worker = await get('/sw.js');
  expect(worker.headers['cache-control']).toBe('no-cache');
});

const documents = `/v1/${database}/documents`;

test('no page of another origin writes, reads or wipes', async () => {
  await storeRecords(site.origin, 'waitlist', ['a']);
  const before = await storedAt(site.origin, database);
  const body = JSON.stringify(commit(200, set('waitlist/b')).body);
  const ask = (origin: string, method: string, address: string) =>
    fetch(site.origin + address, {
      method,
      headers: { origin, authorization: 'Bearer owner' },
      ...(method === 'POST' && { body }),
    });
  for (const origin of ['https://evil.test', 'http://127.0.0.1:1', 'null']) {
    for (const answer of [
      await ask(origin, 'POST', `${documents}:commit`),
      await ask(origin, 'GET', `${documents}/waitlist`),
      await ask(origin, 'DELETE', `/emulator${documents}`),
    ]) {
      expect(answer.status).toBe(403);
      expect(answer.headers.has('access-control-allow-origin')).toBe(false);
    }
  }
  expect(await storedAt(site.origin, database)).toEqual(before);
  const own = await ask(site.origin, 'POST', `${documents}:commit`);
  expect(own.status).toBe(200);
});

test('an address that cannot be parsed is not found', async () => {
  const socket = net.connect(Number(new URL(site.origin).port), '127.0.0.1');
  socket.write(
    'GET http://[bad HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
  );
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 404 /);
});

test('requests that are broken off leave nothing to read', async () => {
  const before = site.output();
  const port = Number(new URL(site.origin).port);
  for (let times = 0; times < 50; times += 1) {
    for (const start of [`POST ${documents}:commit`, 'GET /waitlist']) {
      const socket = net.connect(port, '127.0.0.1');
      const head = `${start} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 9\r\n\r\n{`;
      await new Promise<void>((resolve) => {
        socket.write(head, () => resolve());
      });
      socket.destroy();
    }
  }
  // Answered after all of them have been seen.
  expect((await fetch(site.origin)).status).toBe(200);
  expect(site.output()).toBe(before);
});
