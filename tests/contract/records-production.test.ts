import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { show, userError } from './owner.ts';

const env = {
  VITE_FIREBASE_PROJECT_ID: 'pear-site',
  VITE_FIREBASE_API_KEY: 'key',
  VITE_FIREBASE_APP_ID: 'app',
};
const root = '/v1/projects/pear-site/databases/(default)/documents';

interface Answer {
  status: number;
  body: string;
}

/** Stands for production, and answers what a test has laid out. */
const asked: string[] = [];
let answers: Answer[];
let origin: string;
const server = http.createServer(async (request, response) => {
  const { method, url = '', headers } = request;
  let body = '';
  for await (const chunk of request) body += chunk;
  asked.push([method, url, headers.authorization, body].join(' ').trim());
  const { status, body: text } = answers.shift() ?? { status: 500, body: '' };
  response.writeHead(status).end(text);
});
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  asked.length = 0;
});

const ok = (answer: unknown) => ({ status: 200, body: JSON.stringify(answer) });

const from = (...list: Answer[]) => {
  answers = list;
  const authorize = async () => ({ authorization: 'Bearer token' });
  return { production: { origin, authorize } };
};

const document = (id: string) => ({
  name: `projects/pear-site/databases/(default)/documents/waitlist/${id}`,
  fields: {
    email: { stringValue: `${id}@example.com` },
    favoriteBrand: { integerValue: '5' },
    timestamp: { timestampValue: '2024-02-29T12:00:00Z' },
  },
});

const page = (id: string, nextPageToken?: string) =>
  ok({ documents: [document(id)], nextPageToken });

const count = (integerValue: string) =>
  ok([{ result: { aggregateFields: { count: { integerValue } } } }]);

test('a table is read page after page as the owner', async () => {
  const { text, progress } = await show(
    ['waitlist', '--csv'],
    env,
    from(count('2'), page('a', 'next&1'), page('b')),
  );
  expect(asked.shift()).toContain(`POST ${root}:runAggregationQuery Bearer`);
  expect(asked).toEqual([
    `GET ${root}/waitlist?pageSize=300 Bearer token`,
    `GET ${root}/waitlist?pageSize=300&pageToken=next%261 Bearer token`,
  ]);
  expect(text.split('\r\n').slice(1)).toEqual([
    '"a","a@example.com","{""integerValue"":""5""}","2024-02-29T12:00:00Z"',
    '"b","b@example.com","{""integerValue"":""5""}","2024-02-29T12:00:00Z"',
    '',
  ]);
  expect(progress).toEqual([
    "This takes about 2 reads of Firestore's project pear-site; the free plan has 50000 a day.",
    'waitlist: 1 of 2 read, 1 a second, 1 left',
  ]);
});

test('counting reads no more than the newest three', async () => {
  const empty = Array.from({ length: 4 }, () => count('0'));
  const newest = ok([{ document: document('a') }, { readTime: 'now' }]);
  const { text } = await show([], env, from(count('70000'), newest, ...empty));
  expect(text).toContain('waitlist: 70000\n  2024-02-29T12:00:00Z  a  email=');
  expect(text).toContain('feedback: 0\n');
  const body = (line: string | undefined) =>
    JSON.parse(line?.replace(/^.* Bearer token /, '') ?? '');
  const waitlist = { from: [{ collectionId: 'waitlist' }] };
  expect(asked[0]).toContain(`POST ${root}:runAggregationQuery Bearer token`);
  expect(body(asked[0])).toEqual({
    structuredAggregationQuery: {
      structuredQuery: waitlist,
      aggregations: [{ alias: 'count', count: {} }],
    },
  });
  expect(asked[1]).toContain(`POST ${root}:runQuery Bearer token`);
  const order = { field: { fieldPath: 'timestamp' }, direction: 'DESCENDING' };
  expect(body(asked[1])).toEqual({
    structuredQuery: { ...waitlist, orderBy: [order], limit: 3 },
  });
  expect(asked).toHaveLength(6);
});

test('an emulator that is set goes before it', async () => {
  const FIRESTORE_EMULATOR_HOST = '127.0.0.1:1';
  await expect(
    show([], { ...env, FIRESTORE_EMULATOR_HOST }, from(page('a'))),
  ).rejects.toThrow(
    userError(
      'No whole answer from the emulator at 127.0.0.1:1; see that it can be reached.',
    ),
  );
  expect(asked).toEqual([]);
});

const quota = {
  code: 429,
  status: 'RESOURCE_EXHAUSTED',
  message: 'Quota exceeded.',
};
const usedUp = `Firestore's project pear-site answered "429 RESOURCE_EXHAUSTED: Quota exceeded"; the free plan's reads of the day are used up; try again after midnight Pacific`;
const foreign = "and not in Firestore's words; see that no proxy";

test.for<[number, unknown, string]>([
  [429, { error: quota }, usedUp],
  [429, [{ error: quota }], usedUp],
  [
    200,
    [{ readTime: 'now' }, { error: quota }],
    usedUp.replace('"429', '"200'),
  ],
  [503, '<html>', `Firestore's project pear-site answered 503, ${foreign}`],
  [200, '<html>', `Firestore's project pear-site answered 200, ${foreign}`],
  [200, '5', `Firestore's project pear-site answered 200, ${foreign}`],
  [404, '{}', `Firestore's project pear-site answered 404, ${foreign}`],
])('%i %j is a user error', async ([status, answer, message]) => {
  const body = typeof answer === 'string' ? answer : JSON.stringify(answer);
  for (const args of [['waitlist'], ['waitlist', '--csv']]) {
    await expect(show(args, env, from({ status, body }))).rejects.toThrow(
      userError(expect.stringContaining(message)),
    );
  }
});

test('an empty project is a user error', async () => {
  await expect(show(['waitlist'], env, from(count('0')))).rejects.toThrow(
    userError(expect.stringContaining('There is nothing in waitlist at')),
  );
});

test('half a configuration is a user error', async () => {
  const { VITE_FIREBASE_APP_ID: _, ...half } = env;
  await expect(show([], half, from(page('a')))).rejects.toThrow(
    userError(expect.stringContaining('VITE_FIREBASE_APP_ID')),
  );
});
