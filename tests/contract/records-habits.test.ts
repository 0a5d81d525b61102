import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { quoted } from '../../src/node/records/copies.ts';
import { Records } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startEmbedded } from './backend.ts';
import { expectUserError, hand, show } from './owner.ts';

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
  for (const option of ['--unique', '--for=listmonk']) {
    const { progress } = await show(['waitlist', option], env);
    expect(progress).toEqual([
      expect.stringMatching(/^Near matches: .*, .*, /),
    ]);
  }
  expect(await run('report')).toContain(
    'Distinct people: 2 (4 addresses; review lists near matches)\n',
  );
  expect(await run('review')).toMatch(
    /^near matches, perhaps one person: .*$/m,
  );
  expect(await run('review', '--ids')).toBe('');
  expect(await run('erase', 'bob.smith@gmail.com')).toMatch(
    /waitlist: 1\n.*Near it, and not erased:\nwaitlist: 2\n/s,
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
