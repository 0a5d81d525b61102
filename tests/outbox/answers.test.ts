import { expect, test, vi } from 'vitest';
import { send } from '../../src/submissions/send.ts';
import { createDevice } from './device.ts';

type RequestHandler = (init: RequestInit) => Response | Promise<Response>;

const commitReply = JSON.stringify({ writeResults: [{}], commitTime: '2025' });
const notFoundBody = '{"error":{"code":404,"status":"NOT_FOUND"}}';
const answerWith = (status: number, body: string) => () =>
  new Response(body, { status });
const failWith = (code: number, status: string) =>
  answerWith(code, JSON.stringify({ error: { code, status } }));
const failConnection = () => Promise.reject(new TypeError('Failed to fetch'));
/** Follows a redirect only if the request allows it, as fetch does. */
const redirectToPortal: RequestHandler = (init) =>
  init.redirect === 'error' ? failConnection() : new Response(commitReply);

const values = { email: 'ada@example.com', favoriteBrand: 'Skeinwell' };
const documentsPath = 'projects/demo-pear/databases/(default)/documents';
const documentNames = ['waitlist', 'favoriteBrand'].map(
  (collection) => `${documentsPath}/${collection}/id-1`,
);

let handleRequest: RequestHandler = failConnection;
/** The address of each commit, and the names of its documents. */
const commits: unknown[][] = [];
const bodies: string[] = [];

// Set once, because the Firestore client wraps `fetch` at the first commit.
Object.assign(globalThis, {
  location: { host: 'pear.test', protocol: 'https:' },
  async fetch(url: string, init: RequestInit = {}) {
    const matches = [...String(init.body).matchAll(/"name":"([^"]*)"/g)];
    commits.push([url, ...matches.map(([, name]) => name)]);
    bodies.push(String(init.body));
    return handleRequest(init);
  },
});

/** Starts a page that sends as the site does. */
function startPage() {
  commits.length = 0;
  const device = createDevice(send);
  return { device, outbox: device.start().outbox };
}

test.each<[fault: string, answer: string, RequestHandler, code?: string]>([
  ['F5', 'a connection reset', failConnection],
  ['F7', 'a truncated answer', answerWith(200, commitReply.slice(0, 20))],
  ['F8', 'a 500', failWith(500, 'INTERNAL')],
  ['F8', 'a 500 that claims a commit', answerWith(500, commitReply)],
  ['F8', 'a 408', failWith(408, 'DEADLINE_EXCEEDED')],
  ['F8', 'a 501', failWith(501, 'UNIMPLEMENTED')],
  ['F9', 'a 503 with HTML', answerWith(503, '<title>Back soon</title>')],
  ['F10', 'a 429', failWith(429, 'RESOURCE_EXHAUSTED')],
  ['F11', "a portal's 200", answerWith(200, '<!doctype html><title>Wi-Fi')],
  ['F11', "a portal's 403", answerWith(403, '<title>Log in</title>')],
  ['F11', "a proxy's 403 with JSON", answerWith(403, '{"error":"no"}')],
  ['F11', "a proxy's numeric 403", answerWith(403, '{"error":{"code":403}}')],
  ['F11', "a proxy's 403 that contains a 404", answerWith(403, notFoundBody)],
  ['F12', 'a redirect to a portal', redirectToPortal],
  ['F13', 'a 200 with {}', answerWith(200, '{}')],
  ['F13', 'a 200 with other JSON', answerWith(200, '[null]')],
  ['F18', 'a 409 for an id that exists', failWith(409, 'ALREADY_EXISTS')],
  ['F19', 'a 409 for an aborted commit', failWith(409, 'ABORTED')],
  ['F14', 'a 401', failWith(401, 'UNAUTHENTICATED'), 'unauthenticated'],
  ['F15', 'a 403', failWith(403, 'PERMISSION_DENIED'), 'permission-denied'],
  ['F16', 'a 404', failWith(404, 'NOT_FOUND'), 'not-found'],
  ['F17', 'a 400', failWith(400, 'INVALID_ARGUMENT'), 'failed-precondition'],
])(
  '%s: keeps a submission after %s, and resends it unchanged',
  async (_, __, firstHandler, code) => {
    handleRequest = firstHandler;
    const { device, outbox } = startPage();
    const retryOptions = { ignoreBackoff: true, retryRefused: true };
    await outbox.submit('waitlist', values, { id: 'id-1' });
    expect(await outbox.deliver(retryOptions)).toBe(code ? 0 : 1);
    const expectedFields = code
      ? { state: 'failed', error: code }
      : { state: 'queued' };
    expect(await device.readDisk()).toMatchObject({
      submissions: [{ id: 'id-1', values, ...expectedFields }],
      receipts: [],
    });

    handleRequest = answerWith(200, commitReply);
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await outbox.deliver(retryOptions)).toBe(0);

    expect(await device.readDisk()).toMatchObject({
      submissions: [],
      receipts: ['id-1'],
    });
    // Each delivery sends both documents in one atomic commit.
    const address = expect.stringMatching(/^https:\/\/pear\.test\/.*:commit/);
    const expectedCommit = [address, ...documentNames];
    expect(commits).toEqual(commits.map(() => expectedCommit));
    expect(bodies.at(-1)).toContain('"stringValue":"ada@example.com"');
  },
);

test.each([
  {
    kind: 'of an unknown form',
    fields: { form: 'none' },
    outcome: { kind: 'refused', error: 'invalid-submission' },
  },
  {
    kind: 'with a number as its id',
    fields: { id: 7 as never },
    outcome: { kind: 'later', error: 'unreadable' },
  },
])('sends nothing for a submission $kind', async ({ fields, outcome }) => {
  commits.length = 0;
  const submission = {
    id: 'id-1',
    version: 1,
    form: 'careers',
    values: {},
    state: 'queued' as const,
    createdAt: 0,
    attempts: 0,
    dueAt: 0,
  };
  expect(await send({ ...submission, ...fields })).toEqual(outcome);
  expect(commits).toEqual([]);
});

test('F4: a request to Firestore times out after 20 seconds, but a request for a site file never does', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  handleRequest = async ({ signal }) => {
    vi.advanceTimersByTime(20_000);
    signal?.throwIfAborted();
    return new Response(commitReply);
  };
  const { outbox } = startPage();
  await outbox.submit('waitlist', values, { id: 'id-1' });
  expect(await outbox.deliver({ ignoreBackoff: true })).toBe(1);
  expect((await fetch('/logo.svg', {})).status).toBe(200);
  vi.useRealTimers();
});
