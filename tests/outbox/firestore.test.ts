import * as http from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { listen } from '../support/ports.ts';

type Reply = (
  response: http.ServerResponse,
  request: http.IncomingMessage,
) => void;

const stored = JSON.stringify({ writeResults: [{}], commitTime: '2025-01-01' });
const records = [
  { collection: 'waitlist', fields: { email: 'ada@example.com' } },
  { collection: 'favoriteBrand', fields: { email: 'ada@example.com' } },
];

/** A server that says what the test has it say, and notes what it was asked. */
let reply: Reply;
let asked: { url: string; body: string }[] = [];
const server = http.createServer(async (request, response) => {
  asked.push({ url: request.url ?? '', body: await text(request) });
  reply(response, request);
});

const { port, stop } = await listen(server);
afterAll(stop);
vi.stubGlobal('location', { host: `127.0.0.1:${port}`, protocol: 'http:' });
const { writeRecords: write } = await import('../../src/firebase/firestore.ts');

beforeEach(() => {
  asked = [];
});

const says =
  (status: number, body: string): Reply =>
  (response) =>
    response.writeHead(status, { connection: 'close' }).end(body);

const refuses = (status: number, name: string) =>
  says(status, JSON.stringify({ error: { code: status, status: name } }));

test('a commit is one request with all the records under one id', async () => {
  reply = says(200, stored);
  expect(await write('id-1', records)).toEqual({ kind: 'delivered' });
  expect(asked).toHaveLength(1);
  const { writes } = JSON.parse(asked[0]?.body ?? '') as {
    writes: { update: { name: string } }[];
  };
  expect(writes.map(({ update }) => update.name)).toEqual([
    expect.stringMatching(/\/waitlist\/id-1$/),
    expect.stringMatching(/\/favoriteBrand\/id-1$/),
  ]);
});

test.each<[string, Reply]>([
  ['a captive portal', says(200, '<!doctype html><title>Wi-Fi</title>')],
  ['200 with {}', says(200, '{}')],
  ['200 with JSON of another shape', says(200, '[null]')],
  ['an answer cut short', says(200, stored.slice(0, 20))],
  ['500', refuses(500, 'INTERNAL')],
  ['503 with HTML', says(503, '<title>Back soon</title>')],
  ['500 that claims a commit', says(500, stored)],
  ["a portal's 403", says(403, '<title>Log in</title>')],
  ['403 with JSON that is not of Firestore', says(403, '{"error":"no"}')],
  ['408', refuses(408, 'DEADLINE_EXCEEDED')],
  ['501', refuses(501, 'UNIMPLEMENTED')],
  ['429', refuses(429, 'RESOURCE_EXHAUSTED')],
  ['a reset', (response) => response.destroy()],
])('%s is neither delivery nor refusal', async (_, answer) => {
  reply = answer;
  expect(await write('id-1', records)).toMatchObject({ kind: 'later' });
});

test.each([
  [400, 'INVALID_ARGUMENT'],
  [401, 'UNAUTHENTICATED'],
  [403, 'PERMISSION_DENIED'],
])("Firestore's own %d is final", async (status, name) => {
  reply = refuses(status, name);
  expect(await write('id-1', records)).toMatchObject({ kind: 'refused' });
});

test('a redirect is not followed: it would take the words elsewhere', async () => {
  reply = (response, { url }) => {
    if (url === '/login') says(200, stored)(response, {} as never);
    else response.writeHead(307, { location: '/login' }).end();
  };
  expect(await write('id-1', records)).toMatchObject({ kind: 'later' });
  expect(asked.map(({ url }) => url)).not.toContain('/login');
});

test('no answer within 20 seconds is no answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const asking = new Promise<void>((resolve) => {
    reply = () => resolve();
  });
  const told = vi.fn();
  const writing = write('id-1', records).then(told);
  await asking;
  vi.advanceTimersByTime(19_999);
  await new Promise((turn) => setImmediate(turn));
  expect(told).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  await writing;
  expect(told.mock.calls).toMatchObject([[{ kind: 'later' }]]);
  vi.useRealTimers();
});

test('nothing of what was written is logged', async () => {
  const said = (['log', 'info', 'warn', 'error', 'debug'] as const).map(
    (level) => vi.spyOn(console, level).mockReturnValue(),
  );
  reply = refuses(403, 'PERMISSION_DENIED');
  await write('id-1', records);
  expect(said.flatMap(({ mock }) => mock.calls)).toEqual([]);
  vi.restoreAllMocks();
});
