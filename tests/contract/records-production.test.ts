import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { constants } from 'node:os';
import * as path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { collections } from '../../src/local-server/firestore/rules.ts';
import { maxWritesPerCommit } from '../../src/owner/firestore-source.ts';
import { pageSize } from '../../src/owner/record-source.ts';
import { createTempFolder } from '../support/temporary-folder.ts';
import { waitFor, waitForEvent } from '../support/waits.ts';
import {
  createDocument,
  createDocumentId,
  createDocuments,
  documentsRoot,
  type FakeRequest,
  type Intercept,
  startFakeFirestore,
} from './fake-firestore.ts';
import {
  type FakeResponse,
  productionSettings,
  quotaError,
} from './fake-google.ts';
import {
  expectUserError,
  runRecords,
  startTranscript,
} from './records-command.ts';

const fieldsOfAda = { email: { stringValue: 'ada@x.org' } };
const quotaResponse: FakeResponse = [429, [{ error: quotaError }]];

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

/** Fails the first two calls of a method with a status. */
function failTwice(failingMethod: string, status: number): Intercept {
  let failures = 0;
  return ({ method }) => {
    if (method !== failingMethod || failures === 2) return undefined;

    failures += 1;
    // This name says nothing about a retry, so only the HTTP status counts.
    return [status, { error: { status: 'UNKNOWN' } }];
  };
}

function isDeletion({ body }: FakeRequest): boolean {
  return body.writes?.some((write) => 'delete' in write) ?? false;
}

/** Starts `npm run records` in a process of its own, which signals can end. */
function startRecords(origin: string, ...args: string[]) {
  const FIRESTORE_EMULATOR_HOST = new URL(origin).host;
  const DATA_DIR = createTempFolder();
  const env = { ...process.env, FIRESTORE_EMULATOR_HOST, DATA_DIR };
  const program = ['src/node/run.js', 'src/owner/main.ts'];
  const child = spawn('node', [...program, ...args], { env });
  // A failed test must not leave a process that waits for its response.
  onTestFinished(() => void child.kill('SIGKILL'));

  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output.text += chunk;
    });
  // The event `exit` can come before the last output.
  const end = waitForEvent(child, 'close', `the end of ${args.join(' ')}`);
  return { child, output, end };
}

const eraseArgs = ['erase', 'ada@x.org', '--yes'];

/** Writes a backup of 501 records. Returns its path. */
function writeBackup(): string {
  const lines = [
    { backupOf: 'demo-pear', made: '2026-11-01T09:00:00.000Z' },
    ...createDocuments(501).map(({ document: { fields } }, number) => {
      return { path: `waitlist/${createDocumentId(number)}`, fields };
    }),
    { records: 501 },
  ];
  const file = path.join(createTempFolder(), 'backup.jsonl');
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  fs.writeFileSync(file, text);
  return file;
}

/**
 * Starts a command on 501 records, and interrupts it by Ctrl+C while its first matching
 * request waits for the response. Resolves when the command knows of the interruption.
 */
async function interrupt(
  args: readonly string[],
  matches: (request: FakeRequest) => boolean,
  firstResponse: Promise<FakeResponse>,
) {
  let matchCount = 0;
  const { origin } = await startFakeFirestore(
    createDocuments(501, fieldsOfAda),
    (request) => {
      if (!matches(request)) return undefined;
      matchCount += 1;
      return matchCount === 1 ? firstResponse : undefined;
    },
  );
  const { child, output, end } = startRecords(origin, ...args);
  await waitFor(() => expect(matchCount, output.text).toBe(1));

  child.kill('SIGINT');
  const notice =
    'Stopping after the current step. Press Ctrl+C again to stop at once.\n';
  await waitFor(() => expect(output.text).toContain(notice));
  return { child, output, end, getMatchCount: () => matchCount };
}

test('the summary reads only the counts and the newest three records', async () => {
  const handEditedFields = { favoriteBrand: { integerValue: '5' } };
  const newest = createDocument('newest', handEditedFields);
  const documents = [...createDocuments(999), newest];
  const { cost, production } = await startFakeFirestore(documents);

  const { text } = await runRecords([], productionSettings, { production });
  expect(text).toContain(
    'waitlist: 1000\n  2024-02-29T12:00:00Z  newest  email=',
  );
  expect(text).toContain('{"integerValue":"5"}');
  expect(text).toContain('feedback: 0\n');

  // Each count costs a read.
  expect(cost.reads).toBe(collections.size + 3);
});

test.for([429, 500, 502, 503, 504])(
  'a query is repeated after the answer %i',
  async (status) => {
    const { delays, wait } = recordDelays();
    const { cost, production } = await startFakeFirestore(
      createDocuments(501),
      failTwice('runQuery', status),
    );

    const args = ['waitlist', '--json'];
    const { text } = await runRecords(args, productionSettings, {
      production,
      wait,
    });

    expect(text.trimEnd().split('\n')).toHaveLength(501);
    // The count costs a read.
    expect(cost.reads).toBe(1 + 501);
    expectTwoDelays(delays);
  },
);

test.for([409, 503])(
  'a commit is repeated after the answer %i',
  async (status) => {
    const { delays, wait } = recordDelays();
    const { cost, production } = await startFakeFirestore(
      [createDocument('a')],
      failTwice('commit', status),
    );
    const folder = createTempFolder();
    fs.writeFileSync(`${folder}/ids`, 'waitlist/a');

    const args = ['erase', '--ids', `${folder}/ids`, '--yes'];
    const env = { ...productionSettings, DATA_DIR: folder };
    const { text } = await runRecords(args, env, { production, wait });

    expect(text).toContain('Erased 1 record ');
    expect(cost.deletions).toBe(1);
    expectTwoDelays(delays);
  },
);

test("review and erase of 14,000 records fit into a free day's reads and deletions", async () => {
  const total = 14_000;
  const spam = Array.from({ length: total }, (_, number) =>
    createDocument(createDocumentId(number), {
      email: { stringValue: `${number}@nowhere.invalid` },
    }),
  );
  const { cost, production } = await startFakeFirestore(spam);

  const folder = createTempFolder();
  const lines: string[] = [];
  const runtime = { production, log: (line: string) => lines.push(line) };
  const env = { ...productionSettings, DATA_DIR: folder };
  const run = (...args: string[]) => runRecords(args, env, runtime);

  await run('review', '--out', `${folder}/ids`);
  await run('erase', '--ids', `${folder}/ids`);
  expect(cost.deletions).toBe(0);
  const { text } = await run('erase', '--ids', `${folder}/ids`, '--yes');

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
  const { requests, production } = await startFakeFirestore();

  const out = path.join(createTempFolder(), 'backup.jsonl');
  const args = ['backup', '--database', 'restored', '--out', out];
  const { text } = await runRecords(args, productionSettings, { production });
  expect(text).toContain('Backed up 0 records');

  const databasePath = '/projects/pear-site/databases/restored/';
  for (const request of requests) expect(request.path).toContain(databasePath);
});

test('an emulator takes precedence over production', async () => {
  const { origin, requests } = await startFakeFirestore();
  const show = (FIRESTORE_EMULATOR_HOST: string) =>
    runRecords(['waitlist'], {
      ...productionSettings,
      FIRESTORE_EMULATOR_HOST,
    });

  const emulatorRun = show(new URL(origin).host);
  await expectUserError(emulatorRun, 'in waitlist at the emulator at 127.0');
  expect(requests).toEqual([
    expect.objectContaining({
      path: expect.stringContaining('/projects/demo-pear/'),
      authorization: 'Bearer owner',
    }),
  ]);

  const offlineRun = show('127.0.0.1:1');
  await expectUserError(offlineRun, /^No complete response from the emulator/);
});

test('an export that fails halfway does not change the existing file', async () => {
  const directory = createTempFolder();
  const file = path.join(directory, 'waitlist.csv');
  fs.writeFileSync(file, 'before');

  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const isQueryOfLaterPage = ({ body }: FakeRequest) =>
    body.structuredQuery?.startAt !== undefined;
  const { requests, production } = await startFakeFirestore(
    createDocuments(1000),
    (request) => (isQueryOfLaterPage(request) ? quotaResponse : undefined),
  );

  const args = ['waitlist', '--out', 'waitlist.csv'];
  await expectUserError(
    runRecords(args, productionSettings, { production, directory, log }),
    ` answered "429 RESOURCE_EXHAUSTED: Quota exceeded"; today's free reads`,
  );

  const otherLines = lines.filter((line) => !line.includes('trying again'));
  expect(otherLines).toEqual([
    "Reads production: Firestore's project pear-site, because the environment variable VITE_FIREBASE_PROJECT_ID names it.",
    "This costs about 1000 reads of the free plan's 50000 a day.",
  ]);

  for (const request of requests) {
    expect(request.path).toContain(`${documentsRoot}:`);
    expect(request.authorization).toBe('Bearer token');
  }
  const lastOfFirstPage = `${documentsRoot}/waitlist/${createDocumentId(pageSize - 1)}`;
  const laterQueries = requests.filter(isQueryOfLaterPage);
  for (const { body } of laterQueries) {
    const values = [{ referenceValue: lastOfFirstPage }];
    expect(body.structuredQuery?.startAt).toMatchObject({ values });
  }

  expect(fs.readdirSync(directory)).toEqual(['waitlist.csv']);
  expect(fs.readFileSync(file, 'utf8')).toBe('before');
});

test.for(['SIGHUP', 'SIGINT', 'SIGTERM'] as const)(
  'an export that %s ends leaves no file',
  async (signal) => {
    const directory = createTempFolder();
    // Without a response the export cannot end by itself.
    const { origin, requests } = await startFakeFirestore(
      [],
      () => new Promise(() => {}),
    );
    const args = ['waitlist', '--out', `${directory}/a.csv`];
    const { child, output, end } = startRecords(origin, ...args);
    await waitFor(() => expect(requests, output.text).toHaveLength(1));
    const partialFile = `a.csv.${child.pid}.partial`;
    expect(fs.readdirSync(directory)).toEqual([partialFile]);

    child.kill(signal);
    const status = 128 + constants.signals[signal];
    expect(await end).toEqual([status, null]);
    expect(fs.readdirSync(directory)).toEqual([]);
  },
);

test.each([
  {
    args: eraseArgs,
    isCommit: isDeletion,
    message: 'were erased',
  },
  {
    args: ['restore', writeBackup(), '--yes'],
    isCommit: ({ method }: FakeRequest) => method === 'commit',
    message: 'of the backup were done',
  },
])(
  'Ctrl+C ends $args.0 --yes after its commit, and the command says how far it came',
  async ({ args, isCommit, message }) => {
    let respond = () => {};
    const heldResponse = new Promise<FakeResponse>((resolve) => {
      respond = () => resolve([200, [{}]]);
    });
    const command = await interrupt(args, isCommit, heldResponse);
    const { output, end, getMatchCount } = command;

    respond();
    expect(await end, output.text).toEqual([1, null]);
    const lastLine = `Interrupted: ${maxWritesPerCommit} of 501 records ${message}; run the command again for the rest.\n`;
    expect(output.text.slice(-lastLine.length)).toBe(lastLine);
    expect(getMatchCount()).toBe(1);
  },
);

test('a second Ctrl+C ends an erasure whose commit gets no response', async () => {
  const noResponse = new Promise<never>(() => {});
  const { child, end } = await interrupt(eraseArgs, isDeletion, noResponse);

  child.kill('SIGINT');
  expect(await end).toEqual([128 + constants.signals.SIGINT, null]);
});

test('erase searches by address first, and says how many records it has erased before Firestore refused', async () => {
  const transcript = startTranscript(productionSettings);
  const denial = { status: 'PERMISSION_DENIED', message: 'Missing.' };
  const deletions: FakeRequest[] = [];
  const refuseSecondDeletion: Intercept = (request) => {
    if (isDeletion(request)) deletions.push(request);
    return deletions.length === 2 ? [403, { error: denial }] : undefined;
  };
  const { requests, production } = await startFakeFirestore(
    createDocuments(501, fieldsOfAda),
    refuseSecondDeletion,
  );
  await transcript.run(eraseArgs, { production });

  // The addresses of the query have an index, so the query comes before the full search.
  const firstQuery = JSON.stringify(requests[0]?.body);
  expect(firstQuery).toMatch(/"IN",.*"ada@x.org".*"Ada@x.org"/);
  const firstOfSecondCommit = createDocumentId(maxWritesPerCommit);
  expect(deletions[1]?.body.writes?.[0]).toEqual({
    delete: `${documentsRoot}/waitlist/${firstOfSecondCommit}`,
  });
  await transcript.expectFile('erase-refused');
});

test('erase lists what the search by address has found, although the full search exceeds the free reads', async () => {
  const transcript = startTranscript(productionSettings);
  const isFullSearch = ({ body }: FakeRequest) =>
    body.structuredQuery?.where === undefined;
  const { production } = await startFakeFirestore(
    [createDocument('a', fieldsOfAda)],
    (request) => (isFullSearch(request) ? quotaResponse : undefined),
  );
  await transcript.run(['erase', 'ada@x.org'], { production });
  await transcript.expectFile('erase-over-quota');
});

test('the report shows the first commit time of a record that was sent twice', async () => {
  const firstTime = '2026-03-01T10:00:00Z';
  const laterTime = '2026-03-02T10:00:00.5Z';
  const createRecord = (
    id: string,
    createTime: string,
    timestampValue: string,
  ) => {
    const { document } = createDocument(id, { timestamp: { timestampValue } });
    return { document: { ...document, createTime } };
  };
  const { production } = await startFakeFirestore([
    createRecord('restored', laterTime, firstTime),
    createRecord('sent-twice', firstTime, laterTime),
  ]);
  const report = (...args: string[]) =>
    runRecords(['report', ...args], productionSettings, { production });

  const { text } = await report();
  expect(text).toMatch(/ day, UTC\n {2}2026-03-01 {2}2 .*\n\n/);
  const laterReport = report('--since', '2026-03-02');
  await expectUserError(laterReport, 'There are no records');
});
