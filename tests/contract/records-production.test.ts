import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { constants } from 'node:os';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { pageSize } from '../../src/owner/record-source.ts';
import { createTempFolder } from '../support/temporary-folder.ts';
import { waitFor, waitForEvent } from '../support/waits.ts';
import { startBilledFirestore } from './billed-firestore.ts';
import {
  authorize,
  counted,
  createDocument,
  type FakeDocument,
  type FakeResponse,
  found,
  otherCounts,
  otherQueries,
  quotaError,
  type Response,
  root,
  settings,
  startFakeGoogle,
} from './fake-google.ts';
import {
  expectUserError,
  runRecords,
  startTranscript,
} from './records-command.ts';

const { server, origin, requests, respondWith } = await startFakeGoogle();

/** The most writes of one commit of the owner's commands. */
const maxWritesPerCommit = 200;

const documents = Array.from({ length: 501 }, (_, index) =>
  createDocument(`${index}`),
);
const firstPage = documents.slice(0, pageSize);
const lastPage = documents.slice(pageSize);

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
  expect(requests).toHaveLength(2 + otherCounts.length);
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

test("review and erase of 14,000 records fit into a free day's reads and deletions", async () => {
  const total = 14_000;
  const spam = Array.from({ length: total }, (_, index) =>
    createDocument(`${index}`.padStart(5, '0'), {
      email: { stringValue: `${index}@nowhere.invalid` },
    }),
  );
  const firestore = await startBilledFirestore(spam);

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
  const lastOfFirstPage = `${root}/waitlist/${pageSize - 1}`;
  expect(requests[2]).toContain(`[{"referenceValue":"${lastOfFirstPage}"}]`);

  expect(fs.readdirSync(directory)).toEqual(['waitlist.csv']);
  expect(fs.readFileSync(file, 'utf8')).toBe('before');
});

/** Starts `npm run records` in a process of its own, which signals can end. */
function startRecords(...args: string[]) {
  const FIRESTORE_EMULATOR_HOST = new URL(origin).host;
  const DATA_DIR = createTempFolder();
  const env = { ...process.env, FIRESTORE_EMULATOR_HOST, DATA_DIR };
  const program = ['src/node/run.js', 'src/owner/main.ts'];
  const child = spawn('node', [...program, ...args], { env });
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output.text += chunk;
    });
  return { child, output };
}

test.for(['SIGHUP', 'SIGINT', 'SIGTERM'] as const)(
  'an export that %s ends leaves no file',
  async (signal) => {
    const directory = createTempFolder();
    // Without a response the export cannot end by itself.
    respondWith(new Promise(() => {}));
    const { child } = startRecords('waitlist', '--out', `${directory}/a.csv`);
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

/** Returns what a search for the email address of these documents reads. */
function searchFor(documents: readonly FakeDocument[]): FakeResponse[] {
  const pages: FakeResponse[] = [];
  for (let start = 0; start <= documents.length; start += pageSize)
    pages.push(found(...documents.slice(start, start + pageSize)));
  // The full search finds nothing more than the search by address.
  const fullSearch = [counted('0'), ...otherCounts, found(), ...otherQueries];
  return [...pages, ...otherQueries, ...fullSearch];
}

const emailOfAda = { email: { stringValue: 'ada@x.org' } };
const createDocumentsOfAda = (length: number) =>
  Array.from({ length }, (_, index) => createDocument(`${index}`, emailOfAda));

/**
 * Starts to erase 4001 records, which takes 21 commits. Resolves when the first deletion
 * waits for its response.
 */
async function startErasing(firstResponse: FakeResponse) {
  const search = searchFor(createDocumentsOfAda(4001));
  const commits = Array.from({ length: 21 }, () => found({}));
  const before = [...search, ...commits];
  respondWith(...before, firstResponse, found({}));
  const { child, output } = startRecords('erase', 'ada@x.org', '--yes');
  const exit = waitForEvent(child, 'exit', 'the end of the erasure');
  await waitFor(() => expect(requests).toHaveLength(before.length + 1));
  return { child, output, exit };
}

test('an erasure that Ctrl+C interrupts ends after its commit, and says how far it came', async () => {
  let respond = () => {};
  const heldResponse = new Promise<Response>((resolve) => {
    respond = () => resolve(found({}));
  });
  const { child, output, exit } = await startErasing(heldResponse);

  child.kill('SIGINT');
  respond();
  expect(await exit, output.text).toEqual([1, null]);
  // The process can get the signal some commits later.
  expect(output.text).toMatch(
    /Interrupted: \d+00 of 4001 records were erased; run the command again for the rest\.\n$/,
  );
});

test('a second signal ends an erasure whose commit gets no response', async () => {
  const { child, exit } = await startErasing(new Promise(() => {}));
  // Two equal signals could arrive as one.
  child.kill('SIGINT');
  child.kill('SIGTERM');
  const [status] = await exit;
  const { SIGINT, SIGTERM } = constants.signals;
  expect([128 + SIGINT, 128 + SIGTERM]).toContain(status);
});

test('erase prints the number of deletions, or after a failure the number of remaining records', async () => {
  const transcript = startTranscript(settings);
  const erase = ['erase', 'ada@x.org'];
  const denial = { status: 'PERMISSION_DENIED', message: 'Missing.' };
  const commitsOfDeletions: FakeResponse[] = [
    found({}),
    [403, { error: denial }],
  ];

  const runtime = respondWith(
    ...searchFor(createDocumentsOfAda(501)),
    ...Array.from({ length: 3 }, () => found({})),
    ...commitsOfDeletions,
  );
  await transcript.run([...erase, '--yes'], runtime);
  expect(requests[0]).toMatch(/:runQuery .*"IN",.*"ada@x.org".*"Ada@x.org"/);
  expect(requests.at(-1)).toContain(
    `:commit Bearer token {"writes":[{"delete":"${root}/waitlist/${maxWritesPerCommit}"},`,
  );

  // The search by address succeeds. The full search exceeds the quota of free reads.
  const smallSearch = [found(createDocument('a', emailOfAda)), ...otherQueries];
  await transcript.run(erase, respondWith(...smallSearch, quotaResponse));
  await transcript.expectFile('erase-in-production');
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
