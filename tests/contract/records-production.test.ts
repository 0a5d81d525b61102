import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import * as http from 'node:http';
import { constants } from 'node:os';
import * as path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { collections } from '../../src/local-server/firestore/rules.ts';
import { createAuthorizer } from '../../src/owner/google-api.ts';
import { listen } from '../support/ports.ts';
import { createTempFolder } from '../support/temporary-folder.ts';
import { waitForEvent } from '../support/waits.ts';
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
let lastResponse: FakeResponse = [500, ''];
const server = http.createServer(async (request, response) => {
  const { method, url, headers } = request;
  const body = await textOf(request);
  requests.push([method, url, headers.authorization, body].join(' '));
  // A call that failed for a moment is repeated, and gets the last response again.
  lastResponse = responses.shift() ?? lastResponse;
  const [status, answer] = await lastResponse;
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

test.for([
  ...[429, 500, 502, 503, 504].map((status) => [status, 'runQuery'] as const),
  ...[409, 503].map((status) => [status, 'commit'] as const),
])(
  'a call is repeated after the answer %i to a %s',
  async ([status, method]) => {
    const delays: number[] = [];
    const wait = async (delay: number) => void delays.push(delay);
    const failure: FakeResponse = [
      status,
      { error: { status: 'UNAVAILABLE' } },
    ];
    if (method === 'runQuery') {
      const pages = [
        fullPage,
        failure,
        failure,
        found(...documents.slice(300)),
      ];
      const runtime = runtimeWith(toCount('501'), ...pages);
      const args = ['waitlist', '--json'];
      const { text } = await runRecords(args, settings, { ...runtime, wait });
      expect(text.match(/\n/g)).toHaveLength(501);
      expect(
        requests.filter((request) => request.includes(':runQuery')),
      ).toHaveLength(4);
    } else {
      const folder = createTempFolder();
      fs.writeFileSync(`${folder}/ids`, 'waitlist/0');
      const found0 = found({ found: documents[0]?.document });
      const runtime = runtimeWith(found0, failure, failure, found({}));
      const args = ['erase', '--ids', `${folder}/ids`, '--yes'];
      const env = { ...settings, DATA_DIR: folder };
      const { text } = await runRecords(args, env, { ...runtime, wait });
      expect(text).toContain('Erased 1 record ');
    }
    // Each delay doubles, with jitter of a quarter.
    expect(delays.map((delay) => delay / 1000)).toEqual([
      expect.closeTo(1, 0),
      expect.closeTo(2, 0),
    ]);
  },
);

test('a call that Firestore refuses for good is not repeated', async () => {
  const denial = { status: 'PERMISSION_DENIED', message: 'No.' };
  const runtime = runtimeWith([403, { error: denial }]);
  await expectUserError(
    runRecords(['waitlist'], settings, runtime),
    /answered "403 PERMISSION_DENIED: No"\.$/,
  );
  expect(requests).toHaveLength(1);
});

test('the advice about a refusal follows its reason, and an unknown reason gets none', async () => {
  const { execute, expectFile } = startTranscript(settings);
  const denied = 'PERMISSION_DENIED';
  const precondition = 'FAILED_PRECONDITION';
  const insufficient = 'Missing or insufficient permissions.';
  const refusals: [status: string, message: string, reason?: string][] = [
    [denied, insufficient],
    [denied, 'Permission denied on resource project x.'],
    [
      denied,
      'This API method requires billing to be enabled.',
      'BILLING_DISABLED',
    ],
    [denied, 'Cloud Firestore API has not been used.', 'SERVICE_DISABLED'],
    [denied, 'Consumer has been suspended.', 'CONSUMER_SUSPENDED'],
    [denied, 'Permission denied.', 'CONSUMER_INVALID'],
    [denied, 'Insufficient scopes.', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'],
    [denied, 'The API requires a quota project.'],
    [denied, 'Caller lacks permission.', 'USER_PROJECT_DENIED'],
    [precondition, 'The query requires an index.'],
    [precondition, 'The requested snapshot version is too old.'],
    [precondition, 'The project is in Datastore Mode.'],
    [precondition, 'Something else.'],
    ['NOT_FOUND', 'The database (default) does not exist for project x.'],
    ['UNAUTHENTICATED', 'Request had invalid credentials.'],
    ['INVALID_ARGUMENT', 'Something else.'],
  ];
  for (const [status, message, reason] of refusals) {
    const error = { status, message, details: [{}, { reason }] };
    await execute(['waitlist'], runtimeWith([403, { error }]));
  }
  await expectFile('production-advice');
});

test("review and erase of 14,000 records fit into a free day's reads and deletions", async () => {
  const total = 14_000;
  const spam = Array.from({ length: total }, (_, index) =>
    documentOf(`${index}`.padStart(5, '0'), {
      email: { stringValue: `${index}@nowhere.invalid` },
    }),
  );
  const cost = { reads: 0, deletions: 0 };
  const firestore = http.createServer(async (request, response) => {
    const body = JSON.parse(await textOf(request));
    const url = `${request.url}`;
    const query = body.structuredQuery;
    let parts: object[] = [{}];
    if (url.endsWith(':runAggregationQuery')) {
      const [{ collectionId }] =
        body.structuredAggregationQuery.structuredQuery.from;
      const integerValue = collectionId === 'waitlist' ? `${total}` : '0';
      parts = [{ result: { aggregateFields: { count: { integerValue } } } }];
      cost.reads += Math.ceil(total / 1000);
    } else if (url.endsWith(':runQuery')) {
      const start = query.startAt?.values.at(-1).referenceValue ?? '';
      const isWaitlist = query.from[0].collectionId === 'waitlist';
      parts = isWaitlist
        ? spam
            .filter(({ document }) => document.name > start)
            .slice(0, query.limit)
        : [];
      cost.reads += Math.max(1, parts.length);
    } else if (url.endsWith(':batchGet')) {
      const names = new Set(body.documents);
      parts = spam.flatMap(({ document }) =>
        names.has(document.name) ? [{ found: document }] : [],
      );
      cost.reads += names.size;
    } else cost.deletions += body.writes.length;
    response.end(JSON.stringify(parts));
  });
  const { origin, stop } = await listen(firestore);
  const { authorize } = runtimeWith().production;
  const folder = createTempFolder();
  const lines: string[] = [];
  const runtime = {
    production: { origin, authorize },
    log: (line: string) => lines.push(line),
  };
  const env = { ...settings, DATA_DIR: folder };
  const run = (...args: string[]) => runRecords(args, env, runtime);

  await run('review', '--out', `${folder}/ids`);
  await run('erase', '--ids', `${folder}/ids`);
  expect(cost.deletions).toBe(0);
  const { text } = await run('erase', '--ids', `${folder}/ids`, '--yes');
  await stop();

  expect(text).toContain('Erased 14000 records ');
  expect(cost.deletions).toBe(total);
  expect(cost.reads).toBeLessThan(30_000);
  expect(lines).toContain(
    "This costs about 14000 reads of the free plan's 50000 a day.",
  );
  expect(lines).toContain(
    "This costs about 14000 deletions of the free plan's 20000 a day.",
  );
});

test('backup --database reads another database of the project', async () => {
  const runtime = runtimeWith(...[toCount('0'), ...zeroCounts, toCount('0')]);
  const out = path.join(createTempFolder(), 'backup.jsonl');
  responses.push(...[found(), ...emptyResponses, found()]);
  const args = ['backup', '--database', 'restored', '--out', out];
  const { text } = await runRecords(args, settings, runtime);
  expect(text).toContain('Backed up 0 records');
  for (const request of requests)
    expect(request).toContain(
      '/projects/pear-site/databases/restored/documents',
    );
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
  expect(lines.filter((line) => !line.includes('trying again'))).toEqual([
    "Reads production: Firestore's project pear-site, because the environment variable VITE_FIREBASE_PROJECT_ID names it.",
    "This costs about 1000 reads of the free plan's 50000 a day.",
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
    await waitForEvent(server, 'request', 'a request of the export');
    const partialFile = `a.csv.${child.pid}.partial`;
    expect(fs.readdirSync(directory)).toEqual([partialFile]);
    child.kill(signal);
    const status = 128 + constants.signals[signal];
    const exit = await waitForEvent(child, 'exit', 'the end of the export');
    expect(exit).toEqual([status, null]);
    expect(fs.readdirSync(directory)).toEqual([]);
  },
);

test('erase prints the number of deletions, or after a failure the number of remaining records', async () => {
  const denial = { status: 'PERMISSION_DENIED', message: 'Missing.' };
  const { execute, expectFile } = startTranscript(settings);
  const erase = ['erase', 'ada@x.org'];
  const email = { email: { stringValue: 'ada@x.org' } };
  const ofAda = documents.map((_, index) => documentOf(`${index}`, email));
  const runtime = runtimeWith(
    ...[found(...ofAda.slice(0, 300)), found(...ofAda.slice(300))],
    ...emptyResponses,
    // In these responses, the full search finds nothing more than the search by address.
    ...[toCount('0'), ...zeroCounts, found(), ...emptyResponses],
    // Three commits remember the ids, then the second commit of deletions fails.
    ...[found({}), found({}), found({})],
    ...[found({}), [403, { error: denial }] as const],
  );
  await execute([...erase, '--yes'], runtime);
  expect(requests[0]).toMatch(/:runQuery .*"IN",.*"ada@x.org".*"Ada@x.org"/);
  expect(requests.at(-1)).toContain(
    `:commit Bearer token {"writes":[{"delete":"${root}/waitlist/200"},`,
  );
  // The search by address succeeds. The full search exceeds the quota of free reads.
  const searchResponses = [found(documentOf('a', email)), ...emptyResponses];
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
  fs.rmSync(file);
  const advice = '; correct that variable, or unset it and run gcloud auth ';
  await expectUserError(createAuthorizer()(), advice);
});

test('requests to production use the proxy that the environment names', async () => {
  server.once('connect', (_, proxy) => proxy.end('HTTP/1.1 407 No\r\n\r\n'));
  vi.stubEnv('HTTPS_PROXY', origin);
  const show = runRecords(['waitlist'], settings, runtimeWith(toCount('0')));
  await expectUserError(show, 'answered 407 without a Firestore response');
});
