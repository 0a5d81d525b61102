import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as http from 'node:http';
import { constants } from 'node:os';
import * as path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { collections } from '../../src/node/server/firestore/rules.ts';
import { createAuthorizer } from '../../src/owner/google-api.ts';
import { listen } from '../support/ports.ts';
import { createTempFolder } from '../support/temporary-folder.ts';
import {
  expectUserError,
  runRecords,
  settingsOf,
  startTranscript,
} from './records-command.ts';

type FakeResponse = readonly [status: number, body: unknown] | Promise<never>;

/** The requests that a fake Google has received, and its next responses. */
const requests: string[] = [];
const responses: FakeResponse[] = [];
const server = http.createServer(async (request, response) => {
  const { method, url, headers } = request;
  const body = await textOf(request);
  requests.push([method, url, headers.authorization, body].join(' '));
  const [status, answer] = (await responses.shift()) ?? [500, ''];
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
});
const { origin, stop } = await listen(server);
afterAll(stop);
beforeEach(() => {
  requests.length = 0;
  vi.unstubAllEnvs();
});

/** Sets the responses of the fake Firestore; returns the options to use it. */
const runtimeWith = (...list: FakeResponse[]) => {
  responses.splice(0, responses.length, ...list);
  const authorize = async () => ({ authorization: 'Bearer token' });
  return { production: { origin, authorize } };
};
const settings = { ...settingsOf('pear-site'), DATA_DIR: createTempFolder() };
const root = 'projects/pear-site/databases/(default)/documents';
const timestamp = { timestampValue: '2024-02-29T12:00:00Z' };
const documentOf = (id: string, fields: object = {}) => ({
  document: {
    name: `${root}/waitlist/${id}`,
    fields: { email: { stringValue: `${id}@mail.org` }, timestamp, ...fields },
  },
});
const found = (...documents: object[]): FakeResponse => [200, documents];
const toCount = (integerValue: string) =>
  found({ result: { aggregateFields: { count: { integerValue } } } });
const [, ...others] = collections.keys();
const zeroCounts = others.map(() => toCount('0'));
const emptyResponses = others.map(() => found());
const documents = Array.from({ length: 501 }, (_, index) =>
  documentOf(`${index}`),
);
const fullPage = found(...documents.slice(0, 300));
const quotaError = { status: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded.' };
const quotaResponse: FakeResponse = [429, [{ error: quotaError }]];

test('the summary reads only the counts and the newest three records', async () => {
  const handEditedFields = { favoriteBrand: { integerValue: '5' } };
  const newestResponse = found(documentOf('a', handEditedFields), {
    readTime: 'now',
  });
  const counts = [toCount('70000'), newestResponse, ...zeroCounts];
  const { text } = await runRecords([], settings, runtimeWith(...counts));
  expect(text).toContain('waitlist: 70000\n  2024-02-29T12:00:00Z  a  email=');
  expect(text).toContain('{"integerValue":"5"}');
  expect(text).toContain('feedback: 0\n');
  expect(requests[1]).toMatch(/:runQuery .*"limit":3}}$/);
  expect(requests).toHaveLength(2 + others.length);
});

test('the command reports requests that Firestore refuses, and responses that are not from Firestore', async () => {
  const { execute, expectFile } = startTranscript(settings);
  for (const response of [
    quotaResponse,
    found({}, { error: quotaError }),
    [200, '<html>'] as const,
    toCount('0'),
  ])
    await execute(['waitlist'], runtimeWith(response));
  await expectFile('production-errors');
  const env = { ...settings, VITE_FIREBASE_APP_ID: undefined };
  await expectUserError(runRecords([], env), 'VITE_FIREBASE_APP_ID');
});

test('an emulator takes precedence over production', async () => {
  const show = (FIRESTORE_EMULATOR_HOST: string) =>
    runRecords(['waitlist'], { ...settings, FIRESTORE_EMULATOR_HOST });
  runtimeWith(toCount('0'));
  const emulatorRun = show(new URL(origin).host);
  await expectUserError(emulatorRun, 'in waitlist at the emulator at 127.0');
  expect(requests[0]).toMatch(/\/projects\/demo-pear\/.* Bearer owner /);
  const offlineRun = show('127.0.0.1:1');
  await expectUserError(offlineRun, /^No complete response from the emulator/);
});

test('an export that fails halfway does not change the existing file', async () => {
  const directory = createTempFolder();
  const file = path.join(directory, 'waitlist.csv');
  fs.writeFileSync(file, 'before');
  const googleRuntime = runtimeWith(toCount('1000'), fullPage, quotaResponse);
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const args = ['waitlist', '--out', 'waitlist.csv'];
  await expectUserError(
    runRecords(args, settings, { ...googleRuntime, directory, log }),
    ` answered "429 RESOURCE_EXHAUSTED: Quota exceeded"; today's free reads`,
  );
  expect(lines).toEqual([
    "This costs about 1000 reads in Firestore's project pear-site; the free plan allows 50000 a day.",
  ]);
  expect(requests[0]).toContain(`${root}:runAggregationQuery Bearer token {`);
  expect(requests[1]).toContain(`${root}:runQuery Bearer token {`);
  expect(requests[2]).toContain(`[{"referenceValue":"${root}/waitlist/299"}]`);
  expect(fs.readdirSync(directory)).toEqual(['waitlist.csv']);
  expect(fs.readFileSync(file, 'utf8')).toBe('before');
});

test.for(['SIGHUP', 'SIGINT', 'SIGTERM'] as const)(
  'an export that %s ends leaves no file',
  async (signal) => {
    const directory = createTempFolder();
    const FIRESTORE_EMULATOR_HOST = new URL(origin).host;
    const env = { ...process.env, FIRESTORE_EMULATOR_HOST };
    const program = ['src/node/run.js', 'src/owner/main.ts'];
    const args = [...program, 'waitlist', '--out', `${directory}/a.csv`];
    // Without a response the export cannot end by itself.
    runtimeWith(new Promise(() => {}));
    const child = spawn('node', args, { env });
    await once(server, 'request');
    const partialFile = `a.csv.${child.pid}.partial`;
    expect(fs.readdirSync(directory)).toEqual([partialFile]);
    child.kill(signal);
    const status = 128 + constants.signals[signal];
    expect(await once(child, 'exit')).toEqual([status, null]);
    expect(fs.readdirSync(directory)).toEqual([]);
  },
);

test('erase prints the number of deletions, or after a failure the number of remaining records', async () => {
  const denial = { status: 'PERMISSION_DENIED', message: 'Missing.' };
  const { execute, expectFile } = startTranscript(settings);
  const erase = ['erase', 'ada@x.org'];
  const runtime = runtimeWith(
    ...[fullPage, found(...documents.slice(300)), ...emptyResponses],
    // In these responses, the full search finds nothing more than the search by address.
    ...[toCount('0'), ...zeroCounts, found(), ...emptyResponses],
    ...[found({}), [403, { error: denial }] as const],
  );
  await execute([...erase, '--yes'], runtime);
  expect(requests[0]).toMatch(/:runQuery .*"IN",.*"ada@x.org".*"Ada@x.org"/);
  expect(requests.at(-1)).toContain(
    `:commit Bearer token {"writes":[{"delete":"${root}/waitlist/200"},`,
  );
  // The search by address succeeds. The full search exceeds the quota of free reads.
  const searchResponses = [found(documentOf('a')), ...emptyResponses];
  await execute(erase, runtimeWith(...searchResponses, quotaResponse));
  await expectFile('erase-in-production');
});

test('the report shows the first commit time of a record that was sent twice', async () => {
  const [first, later] = ['2026-03-01T10:00:00Z', '2026-03-02T10:00:00.5Z'];
  const record = (createTime: string, timestampValue: string) => {
    const { document } = documentOf('a', { timestamp: { timestampValue } });
    return { document: { ...document, createTime } };
  };
  const page = [record(first, later), record(later, first)];
  const report = (...args: string[]) => {
    const counts = [toCount('2'), ...zeroCounts];
    const runtime = runtimeWith(...counts, found(...page), ...emptyResponses);
    return runRecords(['report', ...args], settings, runtime);
  };
  expect((await report()).text).toMatch(
    / day, UTC\n {2}2026-03-01 {2}2 .*\n\n/,
  );
  const laterReport = report('--since', '2026-03-02');
  await expectUserError(laterReport, 'There are no records');
});

test('requests to production need credentials, and errors about credentials say what to do', async () => {
  const directory = createTempFolder();
  const file = path.join(directory, 'key.json');
  const subjectTokenFile = path.join(directory, 'subject');
  fs.writeFileSync(subjectTokenFile, 'proof');
  const key = {
    type: 'external_account',
    audience: '//iam.googleapis.com/locations/global/workforcePools/x',
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    token_url: `${origin}/token`,
    credential_source: { file: subjectTokenFile },
    quota_project_id: 'pear-site',
  };
  fs.writeFileSync(file, JSON.stringify(key));
  vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', file);
  // Otherwise Google's library searches the network for a project.
  vi.stubEnv('GOOGLE_CLOUD_PROJECT', 'pear-site');
  const token = { access_token: 'token', expires_in: 3600 };
  runtimeWith([200, { ...token, token_type: 'Bearer' }]);
  const authorize = createAuthorizer();
  const expected = {
    authorization: 'Bearer token',
    'x-goog-user-project': 'pear-site',
  };
  expect(await authorize()).toEqual(expected);
  // The second call uses the same token.
  expect(await authorize()).toEqual(expected);
  const error_description = 'Token has been expired or revoked.';
  runtimeWith([400, { error: 'invalid_grant', error_description }]);
  await expectUserError(
    createAuthorizer()(),
    /^Application Default Credentials do not work \([^\n]*invalid_grant[^\n]*: Token has been expired or revoked\); run gcloud auth [^\n]*$/,
  );
  // The message must not quote the key file.
  fs.writeFileSync(file, '"private_key": "secret"');
  const error = 'do not work (the key file is not JSON);';
  await expectUserError(createAuthorizer()(), error);
});

test('requests to production use the proxy that the environment names', async () => {
  server.once('connect', (_, proxy) => proxy.end('HTTP/1.1 407 No\r\n\r\n'));
  vi.stubEnv('HTTPS_PROXY', origin);
  const show = runRecords(['waitlist'], settings, runtimeWith(toCount('0')));
  await expectUserError(show, 'answered 407 without a Firestore response');
});
