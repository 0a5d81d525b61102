import * as net from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Site, startSite } from '../support/site.ts';
import { storedAt } from './backend.ts';
import { database, hand } from './owner.ts';
import { commit, set } from './table/row.ts';

// What any page in a browser, or any program, may send to `npm start`.

let site: Site;
beforeAll(async () => {
  // As a visitor runs it: in tests connect keeps quiet about errors.
  site = await startSite({ NODE_ENV: 'production' });
});
afterAll(() => site.stop());

const ask = (path: string, init: RequestInit) =>
  fetch(`${site.origin}${path}/${database}/documents`, init);

test.for(['https://evil.example', 'http://127.0.0.1:1', 'null'])(
  'a page of %s neither writes, reads nor wipes',
  async (origin) => {
    await hand(site.origin, 'waitlist', ['a']);
    const before = await storedAt(site.origin, database);
    const headers = { origin, 'content-type': 'text/plain' };
    const owner = { ...headers, authorization: 'Bearer owner' };
    const { body } = commit(200, set('waitlist/b'));
    const requests: [string, RequestInit][] = [
      [':commit', { method: 'POST', headers, body: JSON.stringify(body) }],
      ['/waitlist', { headers: owner }],
    ];
    const root = `${site.origin}/v1/${database}/documents`;
    const answers = await Promise.all([
      ...requests.map(([below, init]) => fetch(root + below, init)),
      ask('/emulator/v1', { method: 'DELETE', headers }),
    ]);
    for (const { status, headers } of answers) {
      expect(status).toBe(403);
      expect(headers.has('access-control-allow-origin')).toBe(false);
    }
    expect(await storedAt(site.origin, database)).toEqual(before);
  },
);

test('a page of the site writes', async () => {
  const { status } = await fetch(
    `${site.origin}/v1/${database}/documents:commit`,
    {
      method: 'POST',
      headers: { origin: site.origin },
      body: '{}',
    },
  );
  expect(status).toBe(200);
});

test('requests that are broken off leave nothing to read', async () => {
  const before = site.output();
  const port = Number(new URL(site.origin).port);
  for (let times = 0; times < 50; times += 1) {
    for (const [method, path] of [
      ['POST', `/v1/${database}/documents:commit`],
      ['GET', '/waitlist'],
    ]) {
      const socket = net.connect(port, '127.0.0.1');
      const head = `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 9\r\n\r\n{`;
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
