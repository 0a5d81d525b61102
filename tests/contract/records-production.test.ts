import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import * as http from 'node:http';
import { constants } from 'node:os';
import * as path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { collections } from '../../src/local-server/firestore/rules.ts';
import { createAuthorizer } from '../../src/owner/google-api.ts';
import { pageSize } from '../../src/owner/record-source.ts';
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

/** The requests that the fake Google has received. */
const requests: string[] = [];
/** The next responses of the fake Google. */
const responses: FakeResponse[] = [];
let lastResponse: FakeResponse = [500, ''];

const server = http.createServer(async (request, response) => {
  const { method, url, headers } = request;
  const body = await textOf(request);
  requests.push([method, url, headers.authorization, body].join(' '));

  // A call that failed for a moment is repeated, and gets the last response again.
  lastResponse = responses.shift() ?? lastResponse;
  const [status, answer] = await lastResponse;
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(text);
});
const { origin, stop } = await listen(server);
afterAll(stop);
beforeEach(() => {
  requests.length = 0;
  vi.unstubAllEnvs();
});

const settings = { ...settingsOf('pear-site'), DATA_DIR: createTempFolder() };

/** Sets the responses of the fake Firestore. Returns the options to use it. */
function respondWith(...list: FakeResponse[]) {
  responses.splice(0, responses.length, ...list);
  const authorize = async () => ({ authorization: 'Bearer token' });
  return { production: { origin, authorize } };
}

const root = 'projects/pear-site/databases/(default)/documents';
const timestamp = { timestampValue: '2024-02-29T12:00:00Z' };

/** Returns a document of the waitlist as a query finds it. */
const createDocument = (id: string, fields: object = {}) => ({
  document: {
    name: `${root}/waitlist/${id}`,
    fields: { email: { stringValue: `${id}@mail.org` }, timestamp, ...fields },
  },
});

const documents = Array.from({ length: 501 }, (_, index) =>
  createDocument(`${index}`),
);
const firstPage = documents.slice(0, pageSize);
const lastPage = documents.slice(pageSize);

const found = (...parts: object[]): FakeResponse => [200, parts];
const counted = (integerValue: string) =>
  found({ result: { aggregateFields: { count: { integerValue } } } });

const [_waitlist, ...otherCollections] = collections.keys();
const otherCounts = otherCollections.map(() => counted('0'));
const otherQueries = otherCollections.map(() => found());

const quotaError = { status: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded.' };
const quotaResponse: FakeResponse = [429, [{ error: quotaError }]];

test('the summary reads only the counts and the newest three records', async () => {
  const handEditedFields = { favoriteBrand: { integerValue: '5' } };
  const newest = createDocument('a', handEditedFields);
  const runtime = respondWith(
    counted('70000'),
    found(newest, { readTime: 'now' }),
    ...otherCounts,
  );

  const { text } = await runRecords([], settings, runtime);
  expect(text).toContain('waitlist: 70000\n  2024-02-29T12:00:00Z  a  email=');
  expect(text).toContain('{"integerValue":"5"}');
  expect(text).toContain('feedback: 0\n');

  expect(requests[1]).toMatch(/:runQuery .*"limit":3}}$/);
  expect(requests).toHaveLength(2 + otherCollections.length);
});

test('the command reports requests that Firestore refuses, and responses that are not from Firestore', async () => {
  const { execute, expectFile } = startTranscript(settings);
  const wrongResponses: FakeResponse[] = [
    quotaResponse,
    found({}, { error: quotaError }),
    [200, '<html>'],
    counted('0'),
  ];
  for (const response of wrongResponses)
    await execute(['waitlist'], respondWith(response));
  await expectFile('production-errors');

  const env = { ...settings, VITE_FIREBASE_APP_ID: undefined };
  await expectUserError(runRecords([], env), 'VITE_FIREBASE_APP_ID');
});

/** Records the delays before repeated calls, and does not wait. */
function recordDelays() {
  const delays: number[] = [];
  const wait = async (delay: number) => void delays.push(delay);
  return { delays, wait };
}

/** Each delay doubles, with jitter of a quarter. */
function expectTwoDelays(delays: readonly number[]): void {
  const seconds = delays.map((delay) => delay / 1000);
  expect(seconds).toEqual([expect.closeTo(1, 0), expect.closeTo(2, 0)]);
}

const unavailableError = { error: { status: 'UNAVAILABLE' } };

test.for([429, 500, 502, 503, 504])(
  'a query is repeated after the answer %i',
  async (status) => {
    const { delays, wait } = recordDelays();
    const failure: FakeResponse = [status, unavailableError];
    const runtime = respondWith(
      counted('501'),
      found(...firstPage),
      failure,
      failure,
      found(...lastPage),
    );

    const args = ['waitlist', '--json'];
    const { text } = await runRecords(args, settings, { ...runtime, wait });

    expect(text.trimEnd().split('\n')).toHaveLength(501);
    const queries = requests.filter((request) => request.includes(':runQuery'));
    expect(queries).toHaveLength(4);
    expectTwoDelays(delays);
  },
);

test.for([409, 503])(
  'a commit is repeated after the answer %i',
  async (status) => {
    const { delays, wait } = recordDelays();
    const folder = createTempFolder();
    fs.writeFileSync(`${folder}/ids`, 'waitlist/0');
    const failure: FakeResponse = [status, unavailableError];
    const runtime = respondWith(
      found({ found: documents[0]?.document }),
      failure,
      failure,
      found({}),
    );

    const args = ['erase', '--ids', `${folder}/ids`, '--yes'];
    const env = { ...settings, DATA_DIR: folder };
    const { text } = await runRecords(args, env, { ...runtime, wait });

    expect(text).toContain('Erased 1 record ');
    expectTwoDelays(delays);
  },
);

test('a call that Firestore refuses for good is not repeated', async () => {
  const denial = { status: 'PERMISSION_DENIED', message: 'No.' };
  const runtime = respondWith([403, { error: denial }]);
  await expectUserError(
    runRecords(['waitlist'], settings, runtime),
    /answered "403 PERMISSION_DENIED: No"\.$/,
  );
  expect(requests).toHaveLength(1);
});

/** Refusals of Google, with the reason that stands in the details of some. */
const refusals: { status: string; message: string; reason?: string }[] = [
  {
    status: 'PERMISSION_DENIED',
    message: 'Missing or insufficient permissions.',
  },
  {
    status: 'PERMISSION_DENIED',
    message: 'Permission denied on resource project x.',
  },
  {
    status: 'PERMISSION_DENIED',
    message: 'This API method requires billing to be enabled.',
    reason: 'BILLING_DISABLED',
  },
  {
    status: 'PERMISSION_DENIED',
    message: 'Cloud Firestore API has not been used.',
    reason: 'SERVICE_DISABLED',
  },
  {
    status: 'PERMISSION_DENIED',
    message: 'Consumer has been suspended.',
    reason: 'CONSUMER_SUSPENDED',
  },
  {
    status: 'PERMISSION_DENIED',
    message: 'Permission denied.',
    reason: 'CONSUMER_INVALID',
  },
  {
    status: 'PERMISSION_DENIED',
    message: 'Insufficient scopes.',
    reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
  },
  {
    status: 'PERMISSION_DENIED',
    message: 'The API requires a quota project.',
  },
  {
    status: 'PERMISSION_DENIED',
    message: 'Caller lacks permission.',
    reason: 'USER_PROJECT_DENIED',
  },
  {
    status: 'FAILED_PRECONDITION',
    message: 'The query requires an index.',
  },
  {
    status: 'FAILED_PRECONDITION',
    message: 'The requested snapshot version is too old.',
  },
  {
    status: 'FAILED_PRECONDITION',
    message: 'The project is in Datastore Mode.',
  },
  { status: 'FAILED_PRECONDITION', message: 'Something else.' },
  {
    status: 'NOT_FOUND',
    message: 'The database (default) does not exist for project x.',
  },
  {
    status: 'UNAUTHENTICATED',
    message: 'Request had invalid credentials.',
  },
  { status: 'INVALID_ARGUMENT', message: 'Something else.' },
];

test('the advice about a refusal follows its reason, and an unknown reason gets none', async () => {
  const { execute, expectFile } = startTranscript(settings);
  for (const { status, message, reason } of refusals) {
    const error = { status, message, details: [{}, { reason }] };
    await execute(['waitlist'], respondWith([403, { error }]));
  }
  await expectFile('production-advice');
});

/**
 * Starts a Firestore whose waitlist has these records. Counts the reads and deletions
 * that Google would bill.
 */
async function startBilledFirestore(
  waitlist: readonly ReturnType<typeof createDocument>[],
) {
  const cost = { reads: 0, deletions: 0 };

  function count({ structuredAggregationQuery }: FirestoreRequest): object[] {
    const [{ collectionId }] = structuredAggregationQuery.structuredQuery.from;
    const total = collectionId === 'waitlist' ? waitlist.length : 0;
    cost.reads += Math.ceil(waitlist.length / 1000);
    const integerValue = String(total);
    return [{ result: { aggregateFields: { count: { integerValue } } } }];
  }

  function query({ structuredQuery }: FirestoreRequest): object[] {
    const { from, startAt, limit } = structuredQuery;
    const lastName = startAt?.values.at(-1)?.referenceValue ?? '';
    const isWaitlist = from[0].collectionId === 'waitlist';
    const page = (isWaitlist ? waitlist : [])
      .filter(({ document }) => document.name > lastName)
      .slice(0, limit);
    cost.reads += Math.max(1, page.length);
    return page;
  }

  function get(request: FirestoreRequest): object[] {
    const names = new Set(request.documents);
    cost.reads += names.size;
    return waitlist
      .filter(({ document }) => names.has(document.name))
      .map(({ document }) => ({ found: document }));
  }

  function commit({ writes }: FirestoreRequest): object[] {
    cost.deletions += writes.length;
    return [{}];
  }

  const handlers = new Map([
    ['runAggregationQuery', count],
    ['runQuery', query],
    ['batchGet', get],
    ['commit', commit],
  ]);
  const firestore = http.createServer(async (request, response) => {
    const body: FirestoreRequest = JSON.parse(await textOf(request));
    const method = request.url?.split(':').at(-1) ?? '';
    response.end(JSON.stringify(handlers.get(method)?.(body)));
  });
  return { cost, ...(await listen(firestore)) };
}

/** The parts of Firestore's requests that the fake reads. Each request has some. */
interface FirestoreRequest {
  structuredAggregationQuery: { structuredQuery: FirestoreQuery };
  structuredQuery: FirestoreQuery;
  documents: string[];
  writes: object[];
}

interface FirestoreQuery {
  from: [{ collectionId: string }];
  startAt?: { values: { referenceValue?: string }[] };
  limit: number;
}

test("review and erase of 14,000 records fit into a free day's reads and deletions", async () => {
  const total = 14_000;
  const spam = Array.from({ length: total }, (_, index) =>
    createDocument(`${index}`.padStart(5, '0'), {
      email: { stringValue: `${index}@nowhere.invalid` },
    }),
  );
  const firestore = await startBilledFirestore(spam);

  const { authorize } = respondWith().production;
  const folder = createTempFolder();
  const lines: string[] = [];
  const runtime = {
    production: { origin: firestore.origin, authorize },
    log: (line: string) => lines.push(line),
  };
  const env = { ...settings, DATA_DIR: folder };
  const run = (...args: string[]) => runRecords(args, env, runtime);

  await run('review', '--out', `${folder}/ids`);
  await run('erase', '--ids', `${folder}/ids`);
  expect(firestore.cost.deletions).toBe(0);
  const { text } = await run('erase', '--ids', `${folder}/ids`, '--yes');
  await firestore.stop();

  expect(text).toContain('Erased 14000 records ');
  expect(firestore.cost.deletions).toBe(total);
  expect(firestore.cost.reads).toBeLessThan(30_000);
  expect(lines).toContain(
    "This costs about 14000 reads of the free plan's 50000 a day.",
  );
  expect(lines).toContain(
    "This costs about 14000 deletions of the free plan's 20000 a day.",
  );
});

test('backup --database reads another database of the project', async () => {
  // The last collection has the ids of erased records.
  const counts = [counted('0'), ...otherCounts, counted('0')];
  const queries = [found(), ...otherQueries, found()];
  const runtime = respondWith(...counts, ...queries);
  const out = path.join(createTempFolder(), 'backup.jsonl');
  const args = ['backup', '--database', 'restored', '--out', out];
  const { text } = await runRecords(args, settings, runtime);
  expect(text).toContain('Backed up 0 records');

  const documentsPath = '/projects/pear-site/databases/restored/documents';
  for (const request of requests) expect(request).toContain(documentsPath);
});

test('an emulator takes precedence over production', async () => {
  const show = (FIRESTORE_EMULATOR_HOST: string) =>
    runRecords(['waitlist'], { ...settings, FIRESTORE_EMULATOR_HOST });
  respondWith(counted('0'));
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
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const runtime = respondWith(
    counted('1000'),
    found(...firstPage),
    quotaResponse,
  );

  const args = ['waitlist', '--out', 'waitlist.csv'];
  await expectUserError(
    runRecords(args, settings, { ...runtime, directory, log }),
    ` answered "429 RESOURCE_EXHAUSTED: Quota exceeded"; today's free reads`,
  );

  const otherLines = lines.filter((line) => !line.includes('trying again'));
  expect(otherLines).toEqual([
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
    respondWith(new Promise(() => {}));

    const child = spawn('node', args, { env });
    await waitForEvent(server, 'request', 'a request of the export');
    const partialFile = `a.csv.${child.pid}.partial`;
    expect(fs.readdirSync(directory)).toEqual([partialFile]);

    child.kill(signal);
    const exit = await waitForEvent(child, 'exit', 'the end of the export');
    const status = 128 + constants.signals[signal];
    expect(exit).toEqual([status, null]);
    expect(fs.readdirSync(directory)).toEqual([]);
  },
);

test('erase prints the number of deletions, or after a failure the number of remaining records', async () => {
  const { execute, expectFile } = startTranscript(settings);
  const erase = ['erase', 'ada@x.org'];
  const email = { email: { stringValue: 'ada@x.org' } };
  const documentsOfAda = documents.map((_, index) =>
    createDocument(`${index}`, email),
  );

  const searchByAddress = [
    found(...documentsOfAda.slice(0, pageSize)),
    found(...documentsOfAda.slice(pageSize)),
    ...otherQueries,
  ];
  // The full search finds nothing more than the search by address.
  const fullSearch = [counted('0'), ...otherCounts, found(), ...otherQueries];
  const commitsOfIds = [found({}), found({}), found({})];
  const denial = { status: 'PERMISSION_DENIED', message: 'Missing.' };
  const commitsOfDeletions: FakeResponse[] = [
    found({}),
    [403, { error: denial }],
  ];
  const runtime = respondWith(
    ...searchByAddress,
    ...fullSearch,
    ...commitsOfIds,
    ...commitsOfDeletions,
  );
  await execute([...erase, '--yes'], runtime);
  expect(requests[0]).toMatch(/:runQuery .*"IN",.*"ada@x.org".*"Ada@x.org"/);
  expect(requests.at(-1)).toContain(
    `:commit Bearer token {"writes":[{"delete":"${root}/waitlist/200"},`,
  );

  // The search by address succeeds. The full search exceeds the quota of free reads.
  const smallSearch = [found(createDocument('a', email)), ...otherQueries];
  await execute(erase, respondWith(...smallSearch, quotaResponse));
  await expectFile('erase-in-production');
});

test('the report shows the first commit time of a record that was sent twice', async () => {
  const firstTime = '2026-03-01T10:00:00Z';
  const laterTime = '2026-03-02T10:00:00.5Z';
  const createRecord = (createTime: string, timestampValue: string) => {
    const { document } = createDocument('a', { timestamp: { timestampValue } });
    return { document: { ...document, createTime } };
  };
  const sentTwice = createRecord(firstTime, laterTime);
  const restored = createRecord(laterTime, firstTime);

  const report = (...args: string[]) => {
    const counts = [counted('2'), ...otherCounts];
    const queries = [found(sentTwice, restored), ...otherQueries];
    const runtime = respondWith(...counts, ...queries);
    return runRecords(['report', ...args], settings, runtime);
  };

  const { text } = await report();
  expect(text).toMatch(/ day, UTC\n {2}2026-03-01 {2}2 .*\n\n/);
  const laterReport = report('--since', '2026-03-02');
  await expectUserError(laterReport, 'There are no records');
});

test('requests to production need credentials, and errors about credentials say what to do', async () => {
  const directory = createTempFolder();
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
  const keyFile = path.join(directory, 'key.json');
  fs.writeFileSync(keyFile, JSON.stringify(key));
  vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', keyFile);
  // Otherwise Google's library searches the network for a project.
  vi.stubEnv('GOOGLE_CLOUD_PROJECT', 'pear-site');

  const token = { access_token: 'token', expires_in: 3600 };
  respondWith([200, { ...token, token_type: 'Bearer' }]);
  const authorize = createAuthorizer();
  const expectedHeaders = {
    authorization: 'Bearer token',
    'x-goog-user-project': 'pear-site',
  };
  expect(await authorize()).toEqual(expectedHeaders);
  // The second call uses the same token.
  expect(await authorize()).toEqual(expectedHeaders);

  const error_description = 'Token has been expired or revoked.';
  respondWith([400, { error: 'invalid_grant', error_description }]);
  await expectUserError(
    createAuthorizer()(),
    /^Application Default Credentials do not work \([^\n]*invalid_grant[^\n]*: Token has been expired or revoked\); run gcloud auth [^\n]*$/,
  );

  // The message must not quote the key file.
  fs.writeFileSync(keyFile, '"private_key": "secret"');
  const error = 'do not work (the key file is not JSON);';
  await expectUserError(createAuthorizer()(), error);

  fs.rmSync(keyFile);
  const advice = '; correct that variable, or unset it and run gcloud auth ';
  await expectUserError(createAuthorizer()(), advice);
});

test('requests to production use the proxy that the environment names', async () => {
  server.once('connect', (_, proxy) => proxy.end('HTTP/1.1 407 No\r\n\r\n'));
  vi.stubEnv('HTTPS_PROXY', origin);
  const show = runRecords(['waitlist'], settings, respondWith(counted('0')));
  await expectUserError(show, 'answered 407 without a Firestore response');
});
