import { afterAll, beforeEach, expect, test } from 'vitest';
import { collections } from '../../src/node/server/firestore/rules.ts';
import type { Answer } from './backend.ts';
import {
  answer,
  count,
  project as env,
  expectUserError,
  show,
  startGoogle,
} from './owner.ts';

const root = '/v1/projects/pear-site/databases/(default)/documents';
const { asked, answers, origin, stop } = await startGoogle();
afterAll(stop);
beforeEach(() => {
  asked.length = 0;
});

const from = (...list: Answer[]) => {
  answers.splice(0, answers.length, ...list);
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
  answer(200, { documents: [document(id)], nextPageToken });

test('a table is read page after page as the owner', async () => {
  const { text, progress } = await show(
    ['waitlist', '--csv'],
    env,
    from(count('1000'), page('a', 'next&1'), page('b')),
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
    "This takes about 1000 reads of Firestore's project pear-site; the free plan has 50000 a day.",
    'waitlist: 1 of 1000 read, 1 a second, 999 left',
    'waitlist: 2 of 1000 read, 1 a second, 998 left',
  ]);
});

test('counting reads no more than the newest three', async () => {
  const [, ...others] = collections.keys();
  const empty = others.map(() => count('0'));
  const found = { document: document('a') };
  const newest = answer(200, [found, { readTime: 'now' }]);
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
  expect(asked).toHaveLength(2 + others.length);
});

test('an emulator that is set goes before it', async () => {
  const FIRESTORE_EMULATOR_HOST = '127.0.0.1:1';
  await expectUserError(
    show([], { ...env, FIRESTORE_EMULATOR_HOST }, from(page('a'))),
    /^No whole answer from the emulator at 127.0.0.1:1; see [^\n]+$/,
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
  [200, [{}, { error: quota }], usedUp.replace('"429', '"200')],
  [503, '<html>', `Firestore's project pear-site answered 503, ${foreign}`],
  [200, '<html>', `Firestore's project pear-site answered 200, ${foreign}`],
  [200, '5', `Firestore's project pear-site answered 200, ${foreign}`],
  [404, '{}', `Firestore's project pear-site answered 404, ${foreign}`],
])('%i %j is a user error', async ([status, body, message]) => {
  for (const args of [['waitlist'], ['waitlist', '--csv']]) {
    await expectUserError(show(args, env, from(answer(status, body))), message);
  }
});

test('an empty project, or half a configuration, is a user error', async () => {
  await expectUserError(
    show(['waitlist'], env, from(count('0'))),
    'There is nothing in waitlist at',
  );
  const half = { ...env, VITE_FIREBASE_APP_ID: undefined };
  await expectUserError(
    show([], half, from(page('a'))),
    'VITE_FIREBASE_APP_ID',
  );
});
