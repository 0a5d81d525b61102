import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { promisify } from 'node:util';
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from 'vitest';
import { showRecords, type World } from '../../src/build/records-cli.ts';
import { type Embedded, send, startEmbedded, wipe } from './backend.ts';
import { describeEmulator } from './describe-emulator.ts';
import { goodTexts, requestTime, texts } from './table/row.ts';

const database = 'projects/demo-pear/databases/(default)';
const run = promisify(execFile);
const time = '\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z';

async function hand(
  origin: string,
  collection: string,
  ids: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const fields = texts({ ...goodTexts(collection), ...more });
  const writes = ids.map((id) => ({
    update: { name: `${database}/documents/${collection}/${id}`, fields },
    updateTransforms: [requestTime],
  }));
  const step = { method: 'POST', path: ':commit', status: 200 };
  const { status } = await send(origin, database, {
    ...step,
    body: { writes },
  });
  expect(status).toBe(200);
}

interface Shown {
  text: string;
  progress: string[];
}

async function show(
  args: string[],
  env: World['env'],
  production: Partial<World['production']> = {},
): Promise<Shown> {
  const shown: Shown = { text: '', progress: [] };
  await showRecords(args, {
    env,
    print: async (text) => {
      shown.text += text;
      return true;
    },
    progress: (line) => shown.progress.push(line),
    production: {
      origin: 'http://127.0.0.1:1',
      authorize: async () => ({ authorization: 'Bearer owner' }),
      ...production,
    },
  });
  return shown;
}

const complaint = (message: unknown) =>
  expect.objectContaining({ name: 'Complaint', message });

/** What must hold wherever the records are. */
function itShows(at: () => { origin: string; env: World['env'] }): void {
  beforeEach(() => wipe(at().origin, database));

  test('counts and the newest of all five', async () => {
    const { origin, env } = at();
    await hand(origin, 'waitlist', ['old']);
    await hand(origin, 'waitlist', ['b', 'a']);
    await hand(origin, 'waitlist', ['new'], { email: 'x\u001b[31m\nred' });
    await hand(origin, 'careers', ['c'], { message: 'm'.repeat(5000) });
    const { text, progress } = await show([], env);
    const lines = text.split('\n');
    expect(lines[0]).toMatch(/^Records in /);
    expect(lines.filter((line) => /^\w+: \d+$/.test(line))).toEqual([
      'waitlist: 4',
      'favoriteBrand: 0',
      'brandContact: 0',
      'careers: 1',
      'feedback: 0',
    ]);
    expect(lines[2]).toMatch(
      new RegExp(`^  ${time}  new  email=x \\[31m red  favoriteBrand=`),
    );
    expect(text).not.toContain('  old  ');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(170);
    expect(progress).toEqual([]);
  });

  test('one of them', async () => {
    const { origin, env } = at();
    await hand(origin, 'feedback', ['a']);
    const { text } = await show(['feedback'], env);
    expect(text).toMatch(new RegExp(`\nfeedback: 1\n  ${time}  a  [^\n]*\n$`));
    expect(text).not.toContain('waitlist');
  });

  test('a table with stable columns, in the order of ids', async () => {
    const { origin, env } = at();
    await hand(origin, 'brandContact', ['b', 'a'], {
      name: '=HYPERLINK("x")',
      company: 'Żółw & "Co"\r\nLtd',
    });
    const { text } = await show(['brandContact', '--csv'], env);
    const cells =
      '"\'=HYPERLINK(""x"")","some email","Żółw & ""Co""\r\nLtd","TIME"\r\n';
    expect(text.replace(new RegExp(time, 'g'), 'TIME')).toBe(
      `\uFEFF"id","name","email","company","timestamp"\r\n"a",${cells}"b",${cells}`,
    );
  });

  test.for([
    ['waitlist', 'id,email,favoriteBrand,timestamp'],
    ['favoriteBrand', 'id,email,brand,timestamp'],
    ['careers', 'id,name,email,message,timestamp'],
    ['feedback', 'id,name,email,message,timestamp'],
  ] as const)('the columns of %s', async ([collection, columns]) => {
    const { origin, env } = at();
    await hand(origin, collection, ['a']);
    const { text } = await show([collection, '--csv'], env);
    expect(text.split('\r\n')[0]).toBe(
      `\uFEFF"${columns.replaceAll(',', '","')}"`,
    );
  });

  test('nothing there is a complaint', async () => {
    const { env } = at();
    await expect(show([], env)).rejects.toThrow(
      complaint(expect.stringMatching(/^There is nothing in waitlist, .* at /)),
    );
    await expect(show(['careers', '--csv'], env)).rejects.toThrow(
      complaint(expect.stringMatching(/^There is nothing in careers at /)),
    );
  });
}

/** More than a page holds, read page by page. */
function itShowsManyPages(
  at: () => { origin: string; env: World['env'] },
): void {
  test('a table of many pages, telling how far it is', async () => {
    const { origin, env } = at();
    const ids = Array.from({ length: 601 }, (_, index) => `id-${1000 + index}`);
    await hand(origin, 'waitlist', ids);
    const { text, progress } = await show(['waitlist', '--csv'], env);
    const lines = text.trimEnd().split('\r\n').slice(1);
    expect(lines.map((line) => line.split(',')[0])).toEqual(
      ids.map((id) => `"${id}"`),
    );
    expect(progress).toEqual(
      [150, 300, 450, 600].map((count) => `waitlist: ${count} read, going on`),
    );
  });
}

/** In a folder without `.env` files, which the command would read. */
function runCli(env: NodeJS.ProcessEnv, ...args: string[]) {
  const program = [
    path.resolve('src/build/run.js'),
    path.resolve('src/build/records-cli.ts'),
  ];
  return run(process.execPath, [...program, ...args], {
    cwd: tmpdir(),
    env: { ...process.env, ...env },
  });
}

describe('the local store', () => {
  let embedded: Embedded;
  beforeAll(async () => {
    embedded = await startEmbedded();
  });
  afterAll(() => embedded.stop());
  const local = () => ({
    origin: embedded.origin,
    env: { DATA_DIR: embedded.dataDir },
  });
  const remote = () => ({
    origin: embedded.origin,
    env: { FIRESTORE_EMULATOR_HOST: new URL(embedded.origin).host },
  });
  describe('through its file', () => itShows(local));
  describe('through its server', () => {
    itShows(remote);
    itShowsManyPages(remote);
  });

  test('as its owner runs it', async () => {
    const { origin, env } = local();
    await hand(origin, 'waitlist', ['a'], { email: 'zoë@example.com' });
    const { stdout, stderr } = await runCli(env, 'waitlist', '--csv');
    expect(stdout).toContain(
      '\r\n"a","zoë@example.com","some favoriteBrand","',
    );
    expect(stderr).toBe('');
  });

  test('as its owner runs it, wrongly', async () => {
    const file = path.join(tmpdir(), 'nowhere', 'key.json');
    const env = {
      VITE_FIREBASE_PROJECT_ID: 'pear-site',
      VITE_FIREBASE_API_KEY: 'key',
      VITE_FIREBASE_APP_ID: 'app',
      GOOGLE_APPLICATION_CREDENTIALS: file,
    };
    const failed = await runCli(env).catch((error: unknown) => error);
    expect(failed).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^No Application Default Credentials work here; run gcloud .*\n$/,
      ),
    });
  });
});

describeEmulator((origin) => {
  const at = () => ({
    origin,
    env: { FIRESTORE_EMULATOR_HOST: new URL(origin).host },
  });
  itShows(at);
  itShowsManyPages(at);
});

describe('production', () => {
  const env = {
    VITE_FIREBASE_PROJECT_ID: 'pear-site',
    VITE_FIREBASE_API_KEY: 'key',
    VITE_FIREBASE_APP_ID: 'app',
  };
  const asked: { url: string; authorization: string | undefined }[] = [];
  let answers: { status: number; body: string }[];
  let origin: string;
  const server = http.createServer(({ url = '', headers }, response) => {
    const { authorization } = headers;
    asked.push({ url, authorization });
    const { status, body } = answers.shift() ?? { status: 500, body: '' };
    response.writeHead(status).end(body);
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
  const from = (...list: typeof answers) => {
    answers = list;
    const authorize = async () => ({ authorization: 'Bearer token' });
    return { origin, authorize };
  };
  const page = (id: string, nextPageToken?: string) => ({
    status: 200,
    body: JSON.stringify({
      documents: [
        {
          name: `projects/pear-site/databases/(default)/documents/waitlist/${id}`,
          fields: {
            email: { stringValue: `${id}@example.com` },
            favoriteBrand: { integerValue: '5' },
            timestamp: { timestampValue: '2024-02-29T12:00:00Z' },
          },
        },
      ],
      nextPageToken,
    }),
  });

  test('reads page after page as the owner', async () => {
    const production = from(page('a', 'next&1'), page('b'));
    const { text, progress } = await show(
      ['waitlist', '--csv'],
      env,
      production,
    );
    const root =
      '/v1/projects/pear-site/databases/(default)/documents/waitlist';
    expect(asked).toEqual([
      { url: `${root}?pageSize=300`, authorization: 'Bearer token' },
      {
        url: `${root}?pageSize=300&pageToken=next%261`,
        authorization: 'Bearer token',
      },
    ]);
    expect(text.split('\r\n').slice(1)).toEqual([
      '"a","a@example.com","{""integerValue"":""5""}","2024-02-29T12:00:00Z"',
      '"b","b@example.com","{""integerValue"":""5""}","2024-02-29T12:00:00Z"',
      '',
    ]);
    expect(progress).toEqual(['waitlist: 1 read, going on']);
  });

  test('an emulator that is set goes before it', async () => {
    const FIRESTORE_EMULATOR_HOST = '127.0.0.1:1';
    await expect(
      show([], { ...env, FIRESTORE_EMULATOR_HOST }, from(page('a'))),
    ).rejects.toThrow(
      complaint(
        'No answer from the emulator at 127.0.0.1:1; see that it can be reached.',
      ),
    );
    expect(asked).toEqual([]);
  });

  test.for([
    [
      401,
      '{}',
      "Firestore's project pear-site may not be read (401); run gcloud",
    ],
    [
      403,
      '{}',
      "Firestore's project pear-site may not be read (403); run gcloud",
    ],
    [404, '{}', "Firestore's project pear-site answered 404 and no records"],
    [
      503,
      '<html>',
      "Firestore's project pear-site answered 503 and no records",
    ],
    [
      200,
      '<html>',
      "Firestore's project pear-site answered 200 and no records",
    ],
    [200, '{}', 'There is nothing in waitlist at'],
  ] as const)('%i %s is a complaint', async ([status, body, message]) => {
    await expect(
      show(['waitlist'], env, from({ status, body })),
    ).rejects.toThrow(complaint(expect.stringContaining(message)));
  });

  test('half a configuration is a complaint', async () => {
    const { VITE_FIREBASE_APP_ID: _, ...half } = env;
    await expect(show([], half, from(page('a')))).rejects.toThrow(
      complaint(expect.stringContaining('VITE_FIREBASE_APP_ID')),
    );
  });
});

describe('what cannot be shown is a complaint', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'pear-empty-'));
  const env = { DATA_DIR: directory };
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  test.for([
    [['other'], 'There is no "other" to show; name one of waitlist, '],
    [['constructor'], 'There is no "constructor" to show; name one of '],
    [['--json'], 'There is no "--json" to show; name one of waitlist, '],
    [['waitlist', 'careers'], 'There is no "waitlist careers" to show; '],
    [['--csv'], 'A table holds one collection; name it, as in: npm run '],
    [[], `There is no ${directory}/records.jsonl; npm start makes it`],
  ] as const)('%j', async ([args, message]) => {
    await expect(show([...args], env)).rejects.toThrow(
      complaint(expect.stringContaining(message)),
    );
  });

  test('a corrupt file', async () => {
    const broken = mkdtempSync(path.join(directory, 'broken-'));
    writeFileSync(path.join(broken, 'records.jsonl'), 'x\n');
    await expect(show([], { DATA_DIR: broken })).rejects.toThrow(
      complaint(expect.stringContaining('cannot be read at line 1')),
    );
  });
});
