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

test('erase finds an email address in the copies of erased records, and purge deletes old copies', async () => {
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

test('--out replaces an existing file only if there are records', async () => {
  const directory = temporaryFolder();
  const file = path.join(directory, 'waitlist.csv');
  const exportTo = (out: string) =>
    runRecords(['waitlist', '--out', out], env, { directory });
  fs.writeFileSync(file, 'before');
  await expectUserError(exportTo('waitlist.csv'), /^There are no records in w/);
  expect(fs.readFileSync(file, 'utf8')).toBe('before');
  await storeRecords(origin, 'waitlist', ['a', 'b']);
  const { text } = await exportTo('waitlist.csv');
  expect(text).toBe(`Wrote 2 records of waitlist to ${file}\n`);
  expect(fs.readFileSync(file, 'utf8').split('\r\n')).toHaveLength(4);
  expect(fs.readdirSync(directory)).toEqual(['waitlist.csv']);
});

// Must be the last test. It blocks this process, so idle connections to the store
// may expire, and the requests of a later test would fail.
test('npm run records prints a table to a pipe, and prints its help', async () => {
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
