import * as fs from 'node:fs';
import * as http from 'node:http';
import * as net from 'node:net';
import * as path from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { collections } from '../../src/node/server/firestore/rules.ts';
import { listen } from '../support/ports.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { HttpResponse } from './backend.ts';
import {
  countResponse,
  expectUserError,
  responseOf,
  runRecords,
  settingsOf,
  startFakeGoogle,
  startTranscript,
} from './records-command.ts';

const settings = settingsOf('pear-site');
const root = 'projects/pear-site/databases/(default)/documents';
const { requests, responses, origin, stop } = await startFakeGoogle();
const emulator = { FIRESTORE_EMULATOR_HOST: new URL(origin).host };
afterAll(stop);
beforeEach(() => {
  requests.length = 0;
});

/** Sets the responses of the fake Firestore; returns the options to use it. */
const respondWith = (...list: HttpResponse[]) => {
  responses.splice(0, responses.length, ...list);
  const authorize = async () => ({ authorization: 'Bearer token' });
  return { production: { origin, authorize } };
};
const timestamp = { timestampValue: '2024-02-29T12:00:00Z' };
const documentOf = (id: string, fields: object = {}) => ({
  document: {
    name: `${root}/waitlist/${id}`,
    fields: { email: { stringValue: `${id}@mail.org` }, timestamp, ...fields },
  },
});
const found = (...documents: object[]) => responseOf(200, documents);
const [waitlist, ...others] = [...collections.keys()];
const noOtherCounts = others.map(() => countResponse('0'));
const noOthers = others.map(() => found());
const documents = Array.from({ length: 501 }, (_, index) =>
  documentOf(`${index}`),
);
const fullPage = found(...documents.slice(0, 300));
const usedUp = { status: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded.' };
const tooMany = responseOf(429, [{ error: usedUp }]);

function transcript() {
  const env = { ...settings, DATA_DIR: temporaryFolder() };
  return startTranscript((args, runtime) => runRecords(args, env, runtime), {
    [env.DATA_DIR]: 'DATA',
  });
}

test('the summary reads only the counts and the newest three records', async () => {
  const byHand = { favoriteBrand: { integerValue: '5' } };
  const newest = found(documentOf('a', byHand), { readTime: 'now' });
  const counts = [countResponse('70000'), newest, ...noOtherCounts];
  const { text } = await runRecords([], settings, respondWith(...counts));
  expect(text).toContain('waitlist: 70000\n  2024-02-29T12:00:00Z  a  email=');
  expect(text).toContain('{"integerValue":"5"}');
  expect(text).toContain('feedback: 0\n');
  expect(requests[1]).toMatch(/:runQuery .*"limit":3}}$/);
  expect(requests).toHaveLength(2 + others.length);
});

test('the command reports requests that Firestore refuses, and responses that are not from Firestore', async () => {
  const { execute, expectFile } = transcript();
  for (const response of [
    tooMany,
    responseOf(200, [{}, { error: usedUp }]),
    responseOf(200, '<html>'),
    countResponse('0'),
  ])
    await execute(['waitlist'], respondWith(response));
  await expectFile('production-errors');
  const env = { ...settings, VITE_FIREBASE_APP_ID: undefined };
  await expectUserError(runRecords([], env), 'VITE_FIREBASE_APP_ID');
});

test('an emulator takes precedence over production', async () => {
  const runtime = respondWith(countResponse('0'));
  const env = { ...settings, ...emulator };
  const show = runRecords(['waitlist'], env, runtime);
  await expectUserError(show, 'in waitlist at the emulator at 127.0');
  expect(requests[0]).toMatch(
    /^POST \/v1\/projects\/demo-pear\/.* Bearer owner /,
  );
  const noServer = { ...settings, FIRESTORE_EMULATOR_HOST: '127.0.0.1:1' };
  await expectUserError(
    runRecords(['waitlist'], noServer),
    /^No complete response from the emulator at 127.0.0.1:1 \([^\n]+ECONNREFUSED[^\n]*\); check that it can be reached\.$/,
  );
});

test('an export that fails halfway does not change the existing file', async () => {
  const directory = temporaryFolder();
  const file = path.join(directory, 'waitlist.csv');
  fs.writeFileSync(file, 'before');
  const runtime = respondWith(countResponse('1000'), fullPage, tooMany);
  const lines: string[] = [];
  const progress = (line: string) => {
    lines.push(line);
    // Until the export ends, its partial file is in the same folder.
    expect(fs.readdirSync(directory)).toHaveLength(2);
  };
  const args = ['waitlist', '--out', 'waitlist.csv'];
  await expectUserError(
    runRecords(args, settings, { ...runtime, directory, log: progress }),
    ` answered "429 RESOURCE_EXHAUSTED: Quota exceeded"; today's free reads`,
  );
  expect(lines).toEqual([
    "This costs about 1000 reads in Firestore's project pear-site; the free plan allows 50000 a day.",
  ]);
  expect(requests[0]).toContain(
    `POST /v1/${root}:runAggregationQuery Bearer tok`,
  );
  expect(requests[1]).toContain(`POST /v1/${root}:runQuery Bearer token {`);
  expect(requests[2]).toContain(`[{"referenceValue":"${root}/waitlist/299"}]`);
  expect(fs.readdirSync(directory)).toEqual(['waitlist.csv']);
  expect(fs.readFileSync(file, 'utf8')).toBe('before');
});

test('erase reports its cost, and after a failure the remaining records', async () => {
  const denied = { status: 'PERMISSION_DENIED', message: 'Missing.' };
  const { execute, expectFile } = transcript();
  const erase = ['erase', 'ada@x.org'];
  const runtime = respondWith(
    ...[fullPage, found(...documents.slice(300)), ...noOthers],
    ...[countResponse('0'), ...noOtherCounts],
    // The full search finds no more records.
    ...[waitlist, ...others].map(() => found()),
    ...[responseOf(200, {}), responseOf(403, { error: denied })],
  );
  await execute([...erase, '--yes'], runtime);
  expect(requests[0]).toMatch(/:runQuery .*"IN",.*"ada@x.org".*"Ada@x.org"/);
  expect(requests.at(-1)).toContain(
    `:commit Bearer token {"writes":[{"delete":"${root}/waitlist/200"},`,
  );
  // The quota of free reads is used up before the full search.
  const byAddress = [found(documentOf('a')), ...noOthers];
  await execute(erase, respondWith(...byAddress, tooMany));
  await expectFile('erase-in-production');
});

test('the report counts a replayed or restored record on the day of its first commit', async () => {
  const [first, later] = ['2026-03-01T10:00:00Z', '2026-03-02T10:00:00.5Z'];
  const record = (createTime: string, timestampValue?: string) => {
    const timestamp = timestampValue && { timestampValue };
    const { document } = documentOf(createTime, { timestamp });
    return { document: { ...document, createTime } };
  };
  const page = [record(first), record(first, later), record(later, first)];
  const counts = [countResponse('3'), ...noOtherCounts];
  const report = (...args: string[]) => {
    const runtime = respondWith(...counts, found(...page), ...noOthers);
    return runRecords(['report', ...args], settings, runtime);
  };
  expect((await report()).text).toMatch(
    /\nSign-ups: 3\n.*\n\n.*\n {2}2026-03-01 {2}3 {2}█+\n\n/,
  );
  const laterOnly = report('--since', '2026-03-02');
  await expectUserError(laterOnly, 'There are no records');
});

test('requests to production use the proxy that the environment names', async () => {
  const connections: string[] = [];
  const proxy = http.createServer();
  proxy.on('connect', ({ url = '' }, client: net.Socket) => {
    connections.push(url);
    const { hostname, port } = new URL(`http://${url}`);
    const server = net.connect(Number(port), hostname, () => {
      client.write('HTTP/1.1 200 Connected\r\n\r\n');
      server.pipe(client).pipe(server);
    });
  });
  const listening = await listen(proxy);
  vi.stubEnv('HTTPS_PROXY', listening.origin);
  const args = ['waitlist', '--counts'];
  const count = (env: Record<string, string>) =>
    runRecords(args, env, respondWith(countResponse('7')));
  expect((await count(settings)).text).toContain('waitlist: 7\n');
  expect(connections).toEqual([new URL(origin).host]);
  await count(emulator);
  expect(connections).toHaveLength(1);
  vi.unstubAllEnvs();
  await listening.stop();
});
