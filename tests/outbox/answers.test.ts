import * as http from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test, vi } from 'vitest';
import { listen } from '../support/ports.ts';
import { createDevice } from './device.ts';

type Reply = (response: http.ServerResponse) => void;

const committed = JSON.stringify({ writeResults: [{}], commitTime: '2025' });
const notFound = '{"error":{"code":404,"status":"NOT_FOUND"}}';
const says =
  (status: number, body: string, headers = {}): Reply =>
  (response) =>
    response.writeHead(status, { connection: 'close', ...headers }).end(body);
const refuses = (code: number, status: string) =>
  says(code, JSON.stringify({ error: { code, status } }));

/** A Firestore that keeps what comes, and answers as a test has it. */
let reply: Reply;
let commits: { url: string | undefined; names: string[] }[] = [];
const server = http.createServer(async (request, response) => {
  const { writes } = JSON.parse((await text(request)) || '{"writes":[]}') as {
    writes: { update: { name: string } }[];
  };
  const names = writes.map(({ update }) => update.name);
  commits.push({ url: request.url, names });
  reply(response);
});
const { port, origin, stop } = await listen(server);
afterAll(stop);

const values = { email: 'ada@example.com', favoriteBrand: 'Skeinwell' };
const [documents] = ['projects/demo-pear/databases/(default)/documents'];
const names = ['waitlist', 'favoriteBrand'].map(
  (collection) => `${documents}/${collection}/id-1`,
);

test.each<[string, Reply, error?: string]>([
  ['F5 a reset', (response) => response.destroy()],
  ['F7 a truncated answer', says(200, committed.slice(0, 20))],
  ['F8 500', refuses(500, 'INTERNAL')],
  ['F8 500 that claims a commit', says(500, committed)],
  ['F9 503 with HTML', says(503, '<title>Back soon</title>')],
  ['F10 429', refuses(429, 'RESOURCE_EXHAUSTED')],
  ["F11 a captive portal's 200", says(200, '<!doctype html><title>Wi-Fi')],
  ["F11 a captive portal's 403", says(403, '<title>Log in</title>')],
  ["F11 a proxy's 403 with JSON", says(403, '{"error":"no"}')],
  ["F11 a proxy's 403 by no name", says(403, '{"error":{"code":403}}')],
  ["F11 a proxy's 403 that wraps a 404", says(403, notFound)],
  ['F12 a redirect to a portal', says(307, '', { location: '/login' })],
  ['F13 200 with {}', says(200, '{}')],
  ['F13 200 with JSON of another shape', says(200, '[null]')],
  ['F18 the id exists already', refuses(409, 'ALREADY_EXISTS')],
  ['F19 409 aborted', refuses(409, 'ABORTED')],
  ['408', refuses(408, 'DEADLINE_EXCEEDED')],
  ['501', refuses(501, 'UNIMPLEMENTED')],
  ['F14 401', refuses(401, 'UNAUTHENTICATED'), 'unauthenticated'],
  ['F15 403', refuses(403, 'PERMISSION_DENIED'), 'permission-denied'],
  ['F16 404', refuses(404, 'NOT_FOUND'), 'not-found'],
  ['F17 400', refuses(400, 'INVALID_ARGUMENT'), 'failed-precondition'],
])('%s: it is kept, and sent again as it was', async (_, bad, error) => {
  const device = createDevice((url, init) =>
    fetch(url.replace('https://pear.test', origin), init),
  );
  const { submit, deliver } = device.start().code;
  const retryAll = { ignoreBackoff: true, retryFailed: true };
  commits = [];
  reply = bad;
  await submit('waitlist', values, { id: 'id-1' });
  expect(await deliver(retryAll)).toBe(error ? 0 : 1);
  const state = error ? { state: 'failed', error } : { state: 'queued' };
  expect(await device.look()).toMatchObject({
    submissions: [{ id: 'id-1', values, ...state }],
    receipts: [],
  });
  reply = says(200, committed);
  for (let n = 0; n < 2; n += 1) expect(await deliver(retryAll)).toBe(0);
  expect(await device.look()).toEqual({
    submissions: [],
    receipts: ['id-1'],
  });
  // As one atomic commit each time, and a redirect is not followed.
  const { length } = commits;
  const same = { url: expect.stringMatching(/:commit/), names };
  expect(commits).toEqual(Array(length).fill(same));
});

test('F4 no answer within 20 seconds is no answer', async () => {
  const host = `127.0.0.1:${port}`;
  vi.stubGlobal('location', { host, protocol: 'http:' });
  const { writeRecords } = await import('../../src/firebase/firestore.ts');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const asking = new Promise<void>((resolve) => {
    reply = () => resolve();
  });
  const told = vi.fn();
  const record = { collection: 'careers', fields: {} };
  const writing = writeRecords('id-1', [record]).then(told);
  await asking;
  vi.advanceTimersByTime(19_999);
  await new Promise(setImmediate);
  expect(told).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  await writing;
  expect(told.mock.calls).toMatchObject([[{ kind: 'later' }]]);
  vi.useRealTimers();
  // Requests of others are answered as ever.
  reply = says(200, 'Hello');
  expect(await (await fetch(origin)).text()).toBe('Hello');
});
