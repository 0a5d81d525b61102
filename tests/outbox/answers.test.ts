import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { createDevice } from './device.ts';

/** How a server answers, or somebody on the way. */
type Reply = (init: RequestInit) => Response | Promise<Response>;
interface Write {
  update: { name: string };
}

const committed = JSON.stringify({ writeResults: [{}], commitTime: '2025' });
const notFound = '{"error":{"code":404,"status":"NOT_FOUND"}}';
const says =
  (status: number, body: string): Reply =>
  () =>
    new Response(body, { status });
const refuses = (code: number, status: string) =>
  says(code, JSON.stringify({ error: { code, status } }));
const isReset = () => Promise.reject(new TypeError('Failed to fetch'));
/** As fetch does with what is not to be followed. */
const redirects: Reply = (init) =>
  init.redirect === 'error' ? isReset() : new Response(committed);

const values = { email: 'ada@example.com', favoriteBrand: 'Skeinwell' };
const documents = 'projects/demo-pear/databases/(default)/documents';
const names = ['waitlist', 'favoriteBrand'].map(
  (collection) => `${documents}/${collection}/id-1`,
);

test.each<[string, Reply, error?: string]>([
  ['F5 a reset', isReset],
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
  ['F12 a redirect to a portal', redirects],
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
  let reply = bad;
  const commits: object[] = [];
  const device = createDevice(async (url, init) => {
    const { writes } = JSON.parse(String(init.body)) as { writes: Write[] };
    commits.push([url, ...writes.map(({ update }) => update.name)]);
    return reply(init);
  });
  const { submit, deliver } = device.start().code;
  const retryAll = { ignoreBackoff: true, retryFailed: true };
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
  // As one atomic commit each time.
  const same = [expect.stringMatching(/:commit/), ...names];
  expect(commits).toEqual(commits.map(() => same));
});

test('F4 no answer within 20 seconds is no answer', async () => {
  vi.stubGlobal('location', { host: 'pear.test', protocol: 'http:' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const asking = new Promise<void>((resolve) => {
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (!/:commit/.test(url)) return 'an answer';
      resolve();
      await once(init.signal as AbortSignal, 'abort');
      throw init.signal?.reason;
    });
  });
  const { writeRecords } = await import('../../src/firebase/firestore.ts');
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
  expect(await fetch('/')).toBe('an answer');
});
