import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { quotePath } from '../../src/node/records/erased-copies.ts';
import { runProgram } from '../support/processes.ts';
import { Records } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startEmbedded } from './backend.ts';
import {
  expectUserError,
  runRecords,
  startTranscript,
  storeRecords,
} from './records-command.ts';

const { origin, dataDir, stop } = await startEmbedded();
afterAll(stop);

const listCopies = () =>
  fs.readdirSync(dataDir).filter((name) => name.startsWith('erased-'));
beforeEach(async () => {
  await new Records(origin).clear();
  for (const name of listCopies()) fs.rmSync(path.join(dataDir, name));
});

// The path is relative because most owners set a relative one.
const env = { DATA_DIR: path.relative('.', dataDir) };
const run = async (...args: string[]) => (await runRecords(args, env)).text;
const transcript = () =>
  startTranscript((args, runtime) => runRecords(args, env, runtime), {
    [path.join(env.DATA_DIR, 'records.jsonl')]: 'PLACE',
    [dataDir]: 'DATA',
  });
const store = (id: string, email: string) =>
  storeRecords(origin, 'waitlist', [id], { email });

test('printed commands are safe to paste into a shell', async () => {
  const address = "`id`$(id)$USER'a@x.org";
  await store('a', address);
  await storeRecords(origin, 'feedback', ['b'], { message: `Ask ${address}` });
  let text = '';
  for (const options of [[], ['--no-copy'], ['--yes']]) {
    text = await run('erase', address, ...options);
    const commands = text.match(/.*npm run .*/g)?.join() ?? '';
    expect(commands).toContain('erase --ids FILE');
    expect(commands).not.toContain('USER');
  }
  const copy = path.join(dataDir, `${listCopies()[0]}`);
  expect(text).toContain(`Copied to ${copy}\n`);
  expect(text).toContain(`: npm run records restore ${copy}\n`);
  expect(text).toContain(' no longer needed, at the latest on 2026-12-01.\n');
  const file = "/My $HOME/`id`/o'neil \\.jsonl";
  const print = `printf %s ${quotePath(file, 'linux')}`;
  expect(execFileSync('sh', ['-c', print]).toString()).toBe(file);
  expect(quotePath('C:\\My files\\a', 'win32')).toBe('"C:\\My files\\a"');
});

test("finds an address in this project's copies, and purges old copies", async () => {
  await store('a', 'bobsmith@gmail.com');
  await store('b', 'eve@x.org');
  const otherCopy = 'erased-2020-01-01T00-00-00.000Z.jsonl';
  const line = '{"copyOf":"other"}\n"bobsmith@gmail.com"\n';
  fs.writeFileSync(path.join(dataDir, otherCopy), line);
  const { execute, expectFile } = transcript();
  await execute(['erase', 'bobsmith@gmail.com', '--yes']);
  const copies = listCopies();
  for (const address of ['bobsmith@gmail.com', 'b.ob.smith@googlemail.com'])
    await execute(['erase', address, '--no-copy']);
  await execute(['erase', 'eve@x.org']);
  const purge = ['purge', '--older-than', '24mo'];
  await execute(purge);
  const later = { now: () => Date.parse('2028-11-01T00:01:00Z') };
  await execute(purge, later);
  expect(listCopies()).toEqual(copies);
  await execute([...purge, '--yes'], later);
  expect(listCopies()).toEqual([otherCopy]);
  await expectFile('copies');
});

test('lists near matches in tables, reports, reviews and erasures', async () => {
  await store('a', 'bobsmith@gmail.com');
  await store('b', 'bob.smith@gmail.com');
  await store('c', 'b.o.b.smith@googlemail.com');
  await store('d', 'bob.smith@x.org');
  const { execute, expectFile } = transcript();
  await execute(['waitlist', '--unique']);
  await execute(['waitlist', '--for=listmonk']);
  await execute(['review']);
  await execute(['review', '--ids']);
  await execute(['erase', 'bob.smith@gmail.com']);
  await expectFile('near-matches');
  expect(await run('report')).toContain(
    'Distinct people: 2 (4 addresses; review lists near matches)\n',
  );
});

test('reads files in the encoding of their byte order mark', async () => {
  const file = path.join(temporaryFolder(), 'ids.txt');
  const erase = ['erase', '--ids', file, '--yes'];
  for (const encoding of ['utf8', 'utf16le'] as const) {
    await store('zoë', 'zoë@x');
    await run('review', '--ids', '--out', file);
    const ids = fs.readFileSync(file, 'utf8');
    fs.writeFileSync(file, `\uFEFF${ids}\r\n`, encoding);
    await run(...erase);
    const copy = path.join(dataDir, `${listCopies()[0]}`);
    const text = fs.readFileSync(copy, 'utf8').replaceAll('\n', '\r\n');
    fs.writeFileSync(copy, `\uFEFF${text}`, encoding);
    await run('restore', copy, '--yes');
    expect(await run('waitlist', '--json')).toContain('zoë@x');
  }
  const bigEndian = Buffer.from('\uFEFFwaitlist/b', 'utf16le').swap16();
  fs.writeFileSync(file, bigEndian);
  expect(await run(...erase)).toContain('for example waitlist/b.');
});

test.for([
  ['UTF-8', Buffer.from('waitlist/a', 'utf16le')],
  ['UTF-8', Buffer.from('waitlist/é', 'latin1')],
  ['UTF-16LE', Buffer.from([0xff, 0xfe, 0, 0, 119, 0, 0, 0])],
] as const)('rejects invalid %s: %o', async ([name, bytes]) => {
  const file = path.join(temporaryFolder(), 'ids.txt');
  fs.writeFileSync(file, bytes);
  const erase = run('erase', '--ids', file, '--yes');
  const message = `${file} is not valid ${name} text; save it as UTF-8.`;
  await expectUserError(erase, message);
});

test('npm run records prints a table to a pipe, and the help', async () => {
  await store('a', 'zoë@x.example');
  const args = ['run', '-s', 'records', '--', 'waitlist', '--csv'];
  const { isFine, output } = runProgram('npm', args, { env, stdio: 'pipe' });
  expect(output).toMatch(
    /^\uFEFF"id",[^\n]*\r\n"a","zoë@x.example","some favoriteBrand","[^"]*"\r\n$/,
  );
  expect(isFine).toBe(true);
  expect((await runRecords(['erase', '--help'], {})).text).toMatch(
    / erase .* purge .* restore .* review .* report /s,
  );
});

test('--out replaces an existing file only if there are records', async () => {
  const directory = temporaryFolder();
  const file = path.join(directory, 'waitlist.csv');
  const exportTo = (out: string) =>
    runRecords(['waitlist', '--out', out], env, { directory });
  fs.writeFileSync(file, 'before');
  await expectUserError(exportTo('waitlist.csv'), /^There are no records in w/);
  expect(fs.readFileSync(file, 'utf8')).toBe('before');
  await storeRecords(origin, 'waitlist', ['a', 'b']);
  const link = path.join(directory, 'link.csv');
  fs.symlinkSync(file, link);
  const { text } = await exportTo('link.csv');
  expect(text).toBe(`Wrote 2 records of waitlist to ${link}\n`);
  expect(fs.readFileSync(file, 'utf8').split('\r\n')).toHaveLength(4);
  const files = fs.readdirSync(directory).sort();
  expect(files).toEqual(['link.csv', 'waitlist.csv']);
  for (const [out, message] of [
    ['none/x.csv', 'none/x.csv cannot be written (ENOENT); choose another'],
    ['', ' is not a file; name a file to write to.'],
    ['/dev/null', '/dev/null is not a file; name a file to write to.'],
  ] as const) {
    await expectUserError(exportTo(out), message);
  }
});

test('a table of several collections, or without records, is a user error', async () => {
  for (const option of ['--for=listmonk', '--out=x.csv', '--csv'])
    await expectUserError(
      runRecords([option], env),
      'A CSV table contains one collection; name it, for example: npm run ',
    );
  const DATA_DIR = temporaryFolder();
  const message = `${DATA_DIR}/records.jsonl does not exist; npm start creates`;
  await expectUserError(runRecords([], { DATA_DIR }), message);
});
