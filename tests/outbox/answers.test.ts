import * as http from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listen } from '../support/ports.ts';
import { createDevice } from './device.ts';

type Reply = (response: http.ServerResponse) => void;

const committed = JSON.stringify({ writeResults: [{}], commitTime: '2025' });
const says =
  (status: number, body: string, headers = {}): Reply =>
  (response) =>
    response.writeHead(status, { connection: 'close', ...headers }).end(body);
const refuses = (code: number, status: string) =>
  says(code, JSON.stringify({ error: { code, status } }));
const sound = says(200, committed);

/** A Firestore that keeps what comes, and answers as a test has it. */
let reply: Reply;
let commits: { url: string; names: string[] }[] = [];
const server = http.createServer(async (request, response) => {
  const body = await text(request);
  const { writes } = JSON.parse(body || '{"writes":[]}') as {
    writes: { update: { name: string } }[];
  };
  const names = writes.map(({ update }) => update.name);
  commits.push({ url: request.url ?? '', names });
  reply(response);
});
const { port, origin, stop } = await listen(server);
afterAll(stop);

beforeEach(() => {
  commits = [];
});
afterEach(() => vi.restoreAllMocks());

/** A page of the site, whose requests go to that Firestore. */
function visit() {
  const device = createDevice((url, init) =>
    fetch(url.replace('https://pear.test', origin), init),
  );
  const { submit, deliver } = device.start().code;
  return {
    look: device.look,
    submit,
    deliver: (more = {}) => deliver({ ignoreBackoff: true, ...more }),
  };
}

const values = { email: 'ada@example.com', favoriteBrand: 'Skeinwell' };
const [documents] = ['projects/demo-pear/databases/(default)/documents'];
const names = ['waitlist', 'favoriteBrand'].map(
  (collection) => `${documents}/${collection}/id-1`,
);

test.each<[string, Reply]>([
  ['F5 a reset', (response) => response.destroy()],
  ['F7 a truncated answer', says(200, committed.slice(0, 20))],
  ['F8 500', refuses(500, 'INTERNAL')],
  ['F8 500 that claims a commit', says(500, committed)],
  ['F9 503 with HTML', says(503, '<title>Back soon</title>')],
  ['F10 429', refuses(429, 'RESOURCE_EXHAUSTED')],
  ["F11 a captive portal's 200", says(200, '<!doctype html><title>Wi-Fi')],
  ["F11 a captive portal's 403", says(403, '<title>Log in</title>')],
  ["F11 a proxy's 403 with JSON", says(403, '{"error":"no"}')],
  ['F12 a redirect to a portal', says(307, '', { location: '/login' })],
  ['F13 200 with {}', says(200, '{}')],
  ['F13 200 with JSON of another shape', says(200, '[null]')],
  ['F18 the id exists already', refuses(409, 'ALREADY_EXISTS')],
  ['F19 409 aborted', refuses(409, 'ABORTED')],
  ['408', refuses(408, 'DEADLINE_EXCEEDED')],
  ['501', refuses(501, 'UNIMPLEMENTED')],
])('%s: the message waits, and is sent again under its id', async (_, bad) => {
  const { submit, deliver, look } = visit();
  reply = bad;
  await submit('waitlist', values, { id: 'id-1' });
  expect(await deliver()).toBe(1);
  const { submissions, receipts } = await look();
  expect(submissions).toMatchObject([{ id: 'id-1', state: 'queued', values }]);
  expect(receipts).toEqual([]);
  reply = sound;
  expect(await deliver()).toBe(0);
  expect(await look()).toEqual({ submissions: [], receipts: ['id-1'] });
  await deliver({ retryFailed: true });
  // As one atomic commit each time, and a redirect is not followed.
  const { length } = commits;
  const same = { url: expect.stringMatching(/:commit/), names };
  expect(commits).toEqual(Array(length).fill(same));
});

test.each<[string, Reply, string]>([
  ['F14 401', refuses(401, 'UNAUTHENTICATED'), 'unauthenticated'],
  ['F15 403', refuses(403, 'PERMISSION_DENIED'), 'permission-denied'],
  ['F16 404', refuses(404, 'NOT_FOUND'), 'not-found'],
  ['F17 400', refuses(400, 'INVALID_ARGUMENT'), 'failed-precondition'],
])(
  '%s: the message is kept as refused until it is accepted',
  async (_, bad, error) => {
    const { submit, deliver, look } = visit();
    reply = bad;
    await submit('waitlist', values, { id: 'id-1' });
    expect(await deliver()).toBe(0);
    const refused = [{ id: 'id-1', state: 'failed', values, error }];
    expect((await look()).submissions).toMatchObject(refused);
    const { length } = commits;
    await deliver();
    expect(commits).toHaveLength(length);
    // No answer is no news.
    reply = says(503, '');
    await deliver({ retryFailed: true });
    expect((await look()).submissions).toMatchObject(refused);
    reply = sound;
    await deliver({ retryFailed: true });
    expect(await look()).toEqual({ submissions: [], receipts: ['id-1'] });
    expect(new Set(commits.flatMap((commit) => commit.names))).toEqual(
      new Set(names),
    );
  },
);

/** Firestore's client alone, as it is loaded in a page. */
async function loadClient() {
  const host = `127.0.0.1:${port}`;
  vi.stubGlobal('location', { host, protocol: 'http:' });
  const { writeRecords } = await import('../../src/firebase/firestore.ts');
  const record = { collection: 'careers', fields: { message: 'Hello' } };
  return () => writeRecords('id-1', [record]);
}

test('F4 no answer within 20 seconds is no answer', async () => {
  const write = await loadClient();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const asking = new Promise<void>((resolve) => {
    reply = () => resolve();
  });
  const told = vi.fn();
  const writing = write().then(told);
  await asking;
  vi.advanceTimersByTime(19_999);
  await new Promise(setImmediate);
  expect(told).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  await writing;
  expect(told.mock.calls).toMatchObject([[{ kind: 'later' }]]);
  vi.useRealTimers();
});

test('nothing of what was written is logged', async () => {
  const write = await loadClient();
  const said = (['log', 'info', 'warn', 'error', 'debug'] as const).map(
    (level) => vi.spyOn(console, level).mockReturnValue(),
  );
  reply = refuses(403, 'PERMISSION_DENIED');
  expect(await write()).toMatchObject({ error: 'permission-denied' });
  expect(said.flatMap(({ mock }) => mock.calls)).toEqual([]);
});
