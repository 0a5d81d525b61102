import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { quoted } from '../../src/node/records/copies.ts';
import { runNode } from '../support/processes.ts';
import { Records } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startEmbedded } from './backend.ts';
import { expectUserError, hand, show, startTranscript } from './owner.ts';

// What owners' machines and habits do to the command.
const { origin, dataDir, stop } = await startEmbedded();
afterAll(stop);

const copies = () =>
  fs.readdirSync(dataDir).filter((name) => name.startsWith('erased-'));
beforeEach(async () => {
  await new Records(origin).clear();
  for (const name of copies()) fs.rmSync(path.join(dataDir, name));
});

// As most owners name it: relative to the project.
const env = { DATA_DIR: path.relative('.', dataDir) };
const run = async (...args: string[]) => (await show(args, env)).text;
const transcript = () =>
  startTranscript((args, world) => show(args, env, world), {
    [path.join(env.DATA_DIR, 'records.jsonl')]: 'PLACE',
  });
const give = (id: string, email: string) =>
  hand(origin, 'waitlist', [id], { email });

test('every command that is printed can be pasted into a shell', async () => {
  const address = "`id`$(id)$USER'a@x.org";
  await give('a', address);
  await hand(origin, 'feedback', ['b'], { message: `Ask ${address}` });
  for (const options of [[], ['--no-copy'], ['--yes']]) {
    const text = await run('erase', address, ...options);
    const commands = text.match(/.*npm run .*/g)?.join() ?? '';
    expect(commands).toContain('erase --ids FILE');
    expect(commands).not.toContain('USER');
    if (options[0] !== '--yes') continue;
    const copy = path.join(dataDir, `${copies()[0]}`);
    expect(text).toContain(`They are in ${copy}\n`);
    expect(text).toContain(
      `\nTo restore them: npm run records restore ${copy}\n`,
    );
  }
  const strange = "/My $HOME/`id`/o'neil \\.jsonl";
  const print = `printf %s ${quoted(strange, 'linux')}`;
  expect(execFileSync('sh', ['-c', print]).toString()).toBe(strange);
  expect(quoted('C:\\My files\\a', 'win32')).toBe('"C:\\My files\\a"');
});

test('copies say how long they may stay, are searched, and purged', async () => {
  await give('a', 'bobsmith@gmail.com');
  await give('b', 'eve@x.org');
  const erased = await run('erase', 'bobsmith@gmail.com', '--yes');
  expect(erased).toContain(' nobody needs it, at the latest on 2026-12-01.\n');
  const [copy] = copies();
  // Another project's copy is left alone.
  const other = 'erased-2020-01-01T00-00-00.000Z.jsonl';
  const line = '{"copyOf":"other"}\n"bobsmith@gmail.com"\n';
  fs.writeFileSync(path.join(dataDir, other), line);
  for (const address of ['bobsmith@gmail.com', 'b.ob.smith@googlemail.com'])
    expect(await run('erase', address, '--no-copy')).toMatch(
      new RegExp(`^There is nothing of .*\nEarlier copies .*\n  .*/${copy}\n$`),
    );
  expect(await run('erase', 'eve@x.org')).not.toContain('Earlier copies');
  const purge = ['purge', '--older-than', '24mo'];
  expect(await run(...purge)).not.toContain('Copies');
  const later = { now: () => Date.parse('2028-11-01T00:01:00Z') };
  const { text } = await show(purge, env, later);
  expect(text).toMatch(
    /Copies from before 2026-11-01.*\n.*\nNot deleted yet: 1/,
  );
  expect(copies()).toEqual([other, copy]);
  await show([...purge, '--yes'], env, later);
  expect(copies()).not.toContain(copy);
  expect(copies()).toContain(other);
});

test('near matches are listed by table, report, review and erasure', async () => {
  await give('a', 'bobsmith@gmail.com');
  await give('b', 'bob.smith@gmail.com');
  await give('c', 'b.o.b.smith@googlemail.com');
  await give('d', 'bob.smith@x.org');
  const { say, compare } = transcript();
  await say(['waitlist', '--unique']);
  await say(['waitlist', '--for=listmonk']);
  await say(['review']);
  await say(['review', '--ids']);
  await say(['erase', 'bob.smith@gmail.com']);
  await compare('near-matches');
  expect(await run('report')).toContain(
    'Distinct people: 2 (4 addresses; review lists near matches)\n',
  );
});

test('files are read by their byte order mark, or refused', async () => {
  const file = path.join(temporaryFolder(), 'ids.txt');
  const erase = ['erase', '--ids', file, '--yes'];
  for (const encoding of ['utf8', 'utf16le'] as const) {
    await give('zoë', 'zoë@x');
    expect(await run('review', '--ids', '--out', file)).toBe(
      `1 ids: ${file}\n`,
    );
    const ids = fs.readFileSync(file, 'utf8');
    fs.writeFileSync(file, `\uFEFF${ids}\r\n`, encoding);
    await run(...erase);
    const copy = path.join(dataDir, `${copies()[0]}`);
    const text = fs.readFileSync(copy, 'utf8').replaceAll('\n', '\r\n');
    fs.writeFileSync(copy, `\uFEFF${text}`, encoding);
    await run('restore', copy, '--yes');
    expect(await run('waitlist', '--json')).toContain('zoë@x');
  }
  const swapped = Buffer.from('\uFEFFwaitlist/b', 'utf16le').swap16();
  fs.writeFileSync(file, swapped);
  expect(await run(...erase)).toContain('as waitlist/b.');
  for (const [told, bytes] of [
    ['UTF-8', Buffer.from('waitlist/a', 'utf16le')],
    ['UTF-8', Buffer.from('waitlist/é', 'latin1')],
    ['UTF-16LE', Buffer.from([0xff, 0xfe, 0, 0, 119, 0, 0, 0])],
  ] as const) {
    fs.writeFileSync(file, bytes);
    const message = `${file} is no text in ${told}; save it as UTF-8.`;
    await expectUserError(run(...erase), message);
  }
});

test('through npm it is a table for another program, or help', async () => {
  await give('a', 'zoë@x.example');
  const args = ['run', '-s', 'records', '--', 'waitlist', '--csv'];
  const { isFine, output } = runNode('npm', args, {
    env,
    stdio: 'pipe',
  });
  expect(output).toMatch(
    /^\uFEFF"id",[^\n]*\r\n"a","zoë@x.example","some favoriteBrand","[^"]*"\r\n$/,
  );
  expect(isFine).toBe(true);
  expect((await show(['erase', '--help'], {})).text).toMatch(
    / erase .* purge .* restore .* review .* report /s,
  );
});

test('a file replaces an older one, unless there is nothing to write', async () => {
  const directory = temporaryFolder();
  const file = path.join(directory, 'waitlist.csv');
  const toFile = (out: string) =>
    show(['waitlist', '--out', out], env, { directory });
  fs.writeFileSync(file, 'before');
  const nothing = /^There is nothing in waitlist at /;
  await expectUserError(toFile('waitlist.csv'), nothing);
  expect(fs.readFileSync(file, 'utf8')).toBe('before');
  await hand(origin, 'waitlist', ['a', 'b']);
  const link = path.join(directory, 'link.csv');
  fs.symlinkSync(file, link);
  const { text } = await toFile('link.csv');
  expect(text).toBe(`2 of waitlist in ${link}\n`);
  expect(fs.readFileSync(file, 'utf8').split('\r\n')).toHaveLength(4);
  const left = fs.readdirSync(directory).sort();
  expect(left).toEqual(['link.csv', 'waitlist.csv']);
  for (const [out, message] of [
    ['nowhere/x.csv', 'nowhere/x.csv cannot be written (ENOENT); name another'],
    ['', ' is no file; name one to write to.'],
    ['/dev/null', '/dev/null is no file; name one to write to.'],
  ] as const) {
    await expectUserError(toFile(out), message);
  }
});

test('what names no table, or no records, is a user error', async () => {
  for (const option of ['--for=listmonk', '--out=x.csv', '--csv'])
    await expectUserError(
      show([option], env),
      'A table holds one collection; name it, as in: npm run ',
    );
  const DATA_DIR = temporaryFolder();
  const none = `There is no ${DATA_DIR}/records.jsonl; npm start makes it`;
  await expectUserError(show([], { DATA_DIR }), none);
});
