import * as fs from 'node:fs';
import * as http from 'node:http';
import * as net from 'node:net';
import * as path from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { collections } from '../../src/node/server/firestore/rules.ts';
import { listen } from '../support/ports.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Answer } from './backend.ts';
import {
  answer,
  count,
  expectUserError,
  settingsOf,
  show,
  startGoogle,
  startTranscript,
} from './owner.ts';

const env = settingsOf('pear-site');
const root = 'projects/pear-site/databases/(default)/documents';
const place = "Firestore's project pear-site";
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
const timestamp = { timestampValue: '2024-02-29T12:00:00Z' };
const documentOf = (id: string, more: object = {}) => ({
  document: {
    name: `${root}/waitlist/${id}`,
    fields: { email: { stringValue: `${id}@mail.org` }, timestamp, ...more },
  },
});
const found = (...documents: object[]) => answer(200, documents);
const none = found();
const [waitlist, ...others] = [...collections.keys()];
const noOthers = others.map(() => count('0'));
const documents = Array.from({ length: 501 }, (_, index) =>
  documentOf(`${index}`),
);
const fullPage = found(...documents.slice(0, 300));

test('counting reads no more than the newest three', async () => {
  const byHand = { favoriteBrand: { integerValue: '5' } };
  const newest = found(documentOf('a', byHand), { readTime: 'now' });
  const world = from(count('70000'), newest, ...noOthers);
  const { text } = await show([], env, world);
  expect(text).toContain('waitlist: 70000\n  2024-02-29T12:00:00Z  a  email=');
  expect(text).toContain('{"integerValue":"5"}');
  expect(text).toContain('feedback: 0\n');
  expect(asked[1]).toMatch(/:runQuery .*"limit":3}}$/);
  expect(asked).toHaveLength(2 + others.length);
});

const error = { status: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded.' };
const usedUp = `${place} answered "429 RESOURCE_EXHAUSTED: Quota exceeded"; the free plan's reads of the day are used up; try again after midnight Pacific`;

test('what is no answer of its is a user error, and what is none at all', async () => {
  const told = (message: string | RegExp, more: object, ...list: Answer[]) =>
    expectUserError(
      show(['waitlist'], { ...env, ...more }, from(...list)),
      message,
    );
  await told(usedUp, {}, answer(429, [{ error }]));
  await told(usedUp.replace('429', '200'), {}, answer(200, [{}, { error }]));
  const foreign = "200, and not in Firestore's words; see that no proxy";
  await told(`${place} answered ${foreign}`, {}, answer(200, '<html>'));
  await told('There is nothing in waitlist at', {}, count('0'));
  await told('VITE_FIREBASE_APP_ID', { VITE_FIREBASE_APP_ID: undefined });
  // An emulator that is set goes before production.
  const emulator = { FIRESTORE_EMULATOR_HOST: new URL(origin).host };
  asked.length = 0;
  await told('in waitlist at the emulator at 127.0', emulator, count('0'));
  expect(asked[0]).toMatch(/^POST \/v1\/projects\/demo-pear\/.* Bearer owner /);
  const nowhere = { FIRESTORE_EMULATOR_HOST: '127.0.0.1:1' };
  const none =
    /^No whole answer from the emulator at 127.0.0.1:1 \([^\n]+ECONNREFUSED[^\n]*\); see that it can be reached\.$/;
  await told(none, nowhere);
});

test('an export that fails half way leaves the older file', async () => {
  const directory = temporaryFolder();
  const file = path.join(directory, 'waitlist.csv');
  fs.writeFileSync(file, 'before');
  const world = from(count('1000'), fullPage, answer(429, { error }));
  const told: string[] = [];
  const progress = (line: string) => {
    told.push(line);
    // Beside the file stands what is written.
    expect(fs.readdirSync(directory)).toHaveLength(2);
  };
  const args = ['waitlist', '--out', 'waitlist.csv'];
  const failed = show(args, env, { ...world, directory, progress });
  await expectUserError(failed, usedUp);
  expect(asked[0]).toContain(`POST /v1/${root}:runAggregationQuery Bearer tok`);
  expect(asked[1]).toContain(`POST /v1/${root}:runQuery Bearer token {`);
  expect(asked[2]).toContain(`[{"referenceValue":"${root}/waitlist/299"}]`);
  expect(told).toEqual([
    `This takes about 1000 reads of ${place}; the free plan has 50000 a day.`,
  ]);
  expect(fs.readdirSync(directory)).toEqual(['waitlist.csv']);
  expect(fs.readFileSync(file, 'utf8')).toBe('before');
});

test('an erasure tells the cost, and what a refusal left', async () => {
  const DATA_DIR = temporaryFolder();
  const refusal = { status: 'PERMISSION_DENIED', message: 'Missing.' };
  const { say, compare } = startTranscript(
    (args, world) => show(args, { ...env, DATA_DIR }, world),
    { [DATA_DIR]: 'DATA' },
  );
  const erase = ['erase', 'ada@x.org'];
  const world = from(
    ...[fullPage, found(...documents.slice(300)), ...others.map(() => none)],
    ...[count('0'), ...noOthers],
    // The reading of all finds no more.
    ...[waitlist, ...others].map(() => none),
    ...[answer(200, {}), answer(403, { error: refusal })],
  );
  await say([...erase, '--yes'], world);
  expect(asked[0]).toMatch(/:runQuery .*"IN",.*"ada@x.org".*"Ada@x.org"/);
  expect(asked.at(-1)).toContain(
    `:commit Bearer token {"writes":[{"delete":"${root}/waitlist/200"},`,
  );
  // The reads of the day may end before all are read, but not before hers.
  const hers = [found(documentOf('a')), ...others.map(() => none)];
  await say(erase, from(...hers, answer(429, { error })));
  await compare('erase-in-production');
});

test('a record counts on the day it came: by hand, sent twice or restored', async () => {
  const [first, later] = ['2026-03-01T10:00:00Z', '2026-03-02T10:00:00.5Z'];
  const record = (createTime: string, timestampValue?: string) => {
    const timestamp = timestampValue && { timestampValue };
    const { document } = documentOf(createTime, { timestamp });
    return { document: { ...document, createTime } };
  };
  const page = [record(first), record(first, later), record(later, first)];
  const all = [found(...page), ...others.map(() => none)];
  const read = () => from(count('3'), ...noOthers, ...all);
  const { text } = await show(['report'], env, read());
  expect(text).toMatch(
    /\nSign-ups: 3\n.*\n\n.*\n {2}2026-03-01 {2}3 {2}█+\n\n/,
  );
  const since = ['report', '--since', '2026-03-02'];
  await expectUserError(show(since, env, read()), 'There is nothing in wait');
});

test('requests go through the proxy that the environment names', async () => {
  const connected: string[] = [];
  const proxy = http.createServer();
  proxy.on('connect', ({ url = '' }, client: net.Socket) => {
    connected.push(url);
    const { hostname, port } = new URL(`http://${url}`);
    const server = net.connect(Number(port), hostname, () => {
      client.write('HTTP/1.1 200 Connected\r\n\r\n');
      server.pipe(client).pipe(server);
    });
  });
  const listening = await listen(proxy);
  vi.stubEnv('HTTPS_PROXY', listening.origin);
  const { text } = await show(['waitlist', '--counts'], env, from(count('7')));
  expect(text).toContain('waitlist: 7\n');
  expect(connected).toEqual([new URL(origin).host]);
  // A server on this machine is not behind it.
  const emulator = { FIRESTORE_EMULATOR_HOST: new URL(origin).host };
  await show(['waitlist', '--counts'], emulator, from(count('7')));
  expect(connected).toHaveLength(1);
  vi.unstubAllEnvs();
  await listening.stop();
});
