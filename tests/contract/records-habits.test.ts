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
beforeEach(async () => {
  await new Records(origin).clear();
  for (const name of copiesIn()) fs.rmSync(name);
});

const copiesIn = () =>
  fs
    .readdirSync(dataDir)
    .filter((name) => name.startsWith('erased-'))
    .map((name) => path.join(dataDir, name));
// As most owners name it: relative to the project.
const env = { DATA_DIR: path.relative('.', dataDir) };
const run = async (...args: string[]) => (await show(args, env)).text;
const give = (collection: string, id: string, fields: Record<string, string>) =>
  hand(origin, collection, [id], fields);
/** Two years and a minute after the first of November. */
const later = { now: () => Date.parse('2028-11-01T00:01:00Z') };

test.each(['$USER@x.org', '`id`@x.org', '$(id)@x.org', "o'neil@x.org"])(
  'no command that is printed repeats the address %s',
  async (address) => {
    await give('waitlist', 'a', { email: address });
    await give('feedback', 'b', { message: `Ask ${address}` });
    for (const options of [[], ['--yes'], ['--yes', '--no-copy']]) {
      const text = await run('erase', address, ...options);
      const commands = text.match(/.*npm run .*/g)?.join() ?? '';
      expect(commands).toContain('erase --ids FILE');
      expect(commands).not.toContain(address);
    }
  },
);

test('the hint for a copy can be pasted, from any folder', async () => {
  await give('waitlist', 'a', { email: 'ada@x.org' });
  const text = await run('erase', 'ada@x.org', '--yes');
  const [, file = ''] = /^They are in (.*)$/m.exec(text) ?? [];
  expect(path.isAbsolute(file)).toBe(true);
  expect(text).toContain(
    `\nTo restore them: npm run records restore ${file}\n`,
  );
  const strange = "/My $HOME/`id`/o'neil \\.jsonl";
  const print = `printf %s ${quoted(strange, 'linux')}`;
  expect(execFileSync('sh', ['-c', print]).toString()).toBe(strange);
  expect(quoted('C:\\My files\\a.jsonl', 'win32')).toBe(
    '"C:\\My files\\a.jsonl"',
  );
});

test('copies say how long they may stay, are searched, and purged', async () => {
  await give('waitlist', 'a', { email: 'bobsmith@gmail.com' });
  await give('waitlist', 'b', { email: 'eve@x.org' });
  const erased = await run('erase', 'bobsmith@gmail.com', '--yes');
  expect(erased).toContain(' nobody needs it, at the latest on 2026-12-01.\n');
  const [copy = ''] = copiesIn();
  // Another project's copy is left alone.
  const other = path.join(dataDir, 'erased-2020-01-01T00-00-00.000Z.jsonl');
  fs.writeFileSync(other, '{"copyOf":"other"}\n"bobsmith@gmail.com"\n');
  for (const address of ['bobsmith@gmail.com', 'b.ob.smith@googlemail.com'])
    expect(await run('erase', address, '--no-copy')).toMatch(
      new RegExp(`^There is nothing of .*\\nEarlier copies .*\\n  ${copy}\\n$`),
    );
  expect(await run('erase', 'eve@x.org')).not.toContain('Earlier copies');
  const purge = ['purge', '--older-than', '24mo'];
  expect(await run(...purge)).not.toContain('Copies');
  const shown = await show(purge, env, later);
  expect(shown.text).toMatch(
    /Copies from before 2026-11-01.*\n.*\nNot deleted/,
  );
  expect(copiesIn()).toContain(copy);
  await show([...purge, '--yes'], env, later);
  expect(copiesIn()).not.toContain(copy);
  expect(copiesIn()).toContain(other);
});

test('near matches are listed by the table, the report and the review', async () => {
  const all = ['bobsmith@gmail.com', 'bob.smith@gmail.com'];
  all.push('b.o.b.smith@googlemail.com');
  for (const [at, email] of all.entries())
    await give('waitlist', `${at}`, { email });
  await give('waitlist', 'c', { email: 'bob.smith@x.org' });
  for (const args of [
    ['--unique'],
    ['--csv', '--unique'],
    ['--for', 'listmonk'],
  ])
    expect((await show(['waitlist', ...args], env)).progress).toEqual([
      expect.stringContaining('Near matches: '),
    ]);
  expect(await run('report')).toContain(
    'Distinct people: 2 (4 addresses; review lists near matches)\n',
  );
  expect(await run('review')).toMatch(
    /^near matches, perhaps one person: .*$/m,
  );
  expect(await run('review', '--ids')).toBe('');
  const erase = await run('erase', 'bob.smith@gmail.com');
  expect(erase).toMatch(
    /waitlist: 1\n.*Near it, and not erased:\nwaitlist: 2\n/s,
  );
});

test.each(['utf8', 'utf16le'] as const)(
  'a file in %s is read',
  async (encoding) => {
    const mark = '\uFEFF';
    await give('waitlist', 'a', { email: 'zoë@x.org' });
    const file = path.join(temporaryFolder(), 'ids.txt');
    fs.writeFileSync(file, `${mark}waitlist/a\r\n`, encoding);
    await run('erase', '--ids', file, '--yes');
    const [copy = ''] = copiesIn();
    const text = fs.readFileSync(copy, 'utf8');
    fs.writeFileSync(copy, mark + text.replaceAll('\n', '\r\n'), encoding);
    await run('restore', copy, '--yes');
    expect(await run('waitlist', '--json')).toContain('zoë@x.org');
    const swapped = Buffer.from(`${mark}waitlist/b`, 'utf16le').swap16();
    fs.writeFileSync(file, swapped);
    expect(await run('erase', '--ids', file)).toContain('as waitlist/b.');
  },
);

test.each([
  ['UTF-16LE without a mark', Buffer.from('waitlist/a', 'utf16le'), 'UTF-8'],
  ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 119, 0, 0, 0]), 'UTF-16LE'],
  ['Latin-1', Buffer.from('waitlist/\u00e9', 'latin1'), 'UTF-8'],
])('a file in %s is refused', async (_name, bytes, told) => {
  const file = path.join(temporaryFolder(), 'ids.txt');
  fs.writeFileSync(file, bytes);
  const message = `${file} is no text in ${told}; save it as UTF-8.`;
  await expectUserError(show(['erase', '--ids', file], env), message);
});

test('a review is written to a file, for its ids to be erased', async () => {
  await give('waitlist', 'a', { email: 'ada@x' });
  const file = path.join(temporaryFolder(), 'ids.txt');
  expect(await run('review', '--ids', '--out', file)).toBe(`1 ids: ${file}\n`);
  expect(fs.readFileSync(file, 'utf8')).toBe('waitlist/a\n');
  const erased = await run('erase', '--ids', file, '--yes', '--no-copy');
  expect(erased).toContain('waitlist 1.\n');
});
