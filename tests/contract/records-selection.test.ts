import * as fs from 'node:fs';
import * as path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { expectUserError, hand, type Place, show, wherever } from './owner.ts';

const directory = temporaryFolder();

type Line = Record<string, string | number>;

wherever((at) => {
  beforeEach(() => fs.rmSync(askedFile(at()), { force: true }));

  const lines = async (...args: string[]): Promise<Line[]> => {
    const { text } = await show([...args, '--json'], at().env);
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  };
  const idsOf = (found: Line[]) => found.map(({ id }) => id);

  /** So that what comes next has a later time, also in milliseconds. */
  const hands = async (id: string, email: string, collection = 'waitlist') => {
    await hand(at().origin, collection, [id], { email });
    const { timestamp } =
      (await lines(collection)).find((line) => line.id === id) ?? {};
    const time = Date.parse(String(timestamp));
    while (Date.now() <= time);
    return String(timestamp);
  };

  test('a line of JSON for each record, which gives it back whole', async () => {
    const email = 'x\u001b[31m\u202e\u{e0001}"\nred@x.org';
    const timestamp = await hands('a', email);
    expect(await lines('waitlist')).toEqual([
      {
        collection: 'waitlist',
        id: 'a',
        timestamp,
        email,
        favoriteBrand: 'some favoriteBrand',
      },
    ]);
    const { text } = await show(['--json'], at().env);
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}](?<!\n)/u);
    expect(text.split('\n')).toHaveLength(2);
  });

  test('each address once, with its newest entry and their number', async () => {
    await hands('c', 'Ada@X.org');
    await hands('b', 'grace@x.org');
    await hands('a', ' ada@x.ORG');
    const found = await lines('waitlist', '--unique');
    expect(idsOf(found)).toEqual(['a', 'b']);
    expect(found.map(({ entries }) => entries)).toEqual([2, 1]);
    const { text } = await show(['waitlist', '--unique', '--csv'], at().env);
    expect(text.split('\r\n').map((line) => line.split(',').at(-1))).toEqual([
      '"entries"',
      '"2"',
      '"1"',
      '',
    ]);
    const summary = await show(['waitlist', '--unique'], at().env);
    expect(summary.text).toContain('\nwaitlist: 2 addresses in 3 records\n');
    expect(summary.text).toContain('  a  entries=2  email= ada@x.ORG');
  });

  test('since a time, which itself counts', async () => {
    await hands('b', 'ada@x.org');
    const since = await hands('a', 'grace@x.org');
    await hands('c', 'ada@x.org');
    const args = ['waitlist', '--since', since];
    expect(idsOf(await lines(...args))).toEqual(['a', 'c']);
    expect(idsOf(await lines(...args, '--unique'))).toEqual(['c', 'a']);
    expect((await show(args, at().env)).text).toContain('\nwaitlist: 2\n');
    expect(await lines('waitlist', '--since', '2020-02-29')).toHaveLength(3);
    await expectUserError(
      show(['waitlist', '--since', '2100-01-01'], at().env),
      'since 2100-01-01T',
    );
  });

  test('what is new, once; a replay is not', async () => {
    await hands('b', 'ada@x.org');
    const fresh = () => lines('waitlist', '--new');
    expect(idsOf(await fresh())).toEqual(['b']);
    expect(await fresh()).toEqual([]);
    await hands('b', 'ada@x.org');
    expect(await show(['waitlist', '--new'], at().env)).toMatchObject({
      text: '',
    });
    await hands('a', 'ada@x.org');
    await hands('c', 'grace@x.org', 'careers');
    expect(idsOf(await lines('--new'))).toEqual(['a', 'c']);
    expect(await fresh()).toEqual([]);
    expect(fs.readFileSync(askedFile(at()), 'utf8')).not.toContain('x.org');
  });

  test('what nobody read to its end stays new', async () => {
    await hands('a', 'ada@x.org');
    const print = async () => false;
    await show(['--new'], at().env, { print });
    expect((await show(['--new'], at().env)).text).toMatch(/^Records in .*\nw/);
    expect((await show(['--new'], at().env)).text).toBe('');
  });

  test('what is new is shown to the last, and then no more', async () => {
    const ids = Array.from({ length: 61 }, (_, index) => `id-${index + 10}`);
    await hand(at().origin, 'waitlist', ids);
    const { text } = await show(['--new'], at().env);
    expect(text).toContain('\nwaitlist: 61\n');
    expect(text.match(/ id-\d+ /g)?.sort()).toEqual(ids.map((id) => ` ${id} `));
    expect(text).not.toContain('more');
    expect((await show(['--new'], at().env)).text).toBe('');
  });

  test('a file of the new ones shows none where there are none', async () => {
    await hands('a', 'ada@x.org');
    const out = path.join(directory, 'new.csv');
    const args = ['waitlist', '--new', '--csv', '--out', out];
    const { text } = await show(args, at().env);
    expect(text).toMatch(/^1 of waitlist in .*new\.csv\n$/);
    const [head, row] = fs.readFileSync(out, 'utf8').split('\r\n');
    expect(row).toContain('ada@x.org');
    expect(await show(args, at().env)).toMatchObject({ text: '' });
    expect(fs.readFileSync(out, 'utf8')).toBe(`${head}\r\n`);
    const json = ['waitlist', '--new', '--json', '--out', out];
    await show(json, at().env);
    expect(fs.readFileSync(out, 'utf8')).toBe('');
  });
});

function askedFile({ env }: Place): string {
  return path.join(String(env.DATA_DIR), 'asked.json');
}

describe('what cannot be asked for is a user error', () => {
  test.for([
    [
      '--since',
      '2026-02-30',
      '"2026-02-30" is no date; write it as 2026-11-01',
    ],
    ['--since', '2026-11-01T25:00:00Z', 'is no date; write it as'],
    ['--since', '2026-11-01T09:00:00', 'is no date; write it as'],
    ['--since', 'yesterday', '"yesterday" is no date; write it as'],
    ['--since', '', 'Name a date or an age, as in: --since 2026-11-01'],
    ['--csv', '--json', 'A table is --csv or --json; leave one of them out.'],
    ['waitlist', '--yes', 'There is no "--yes" to show; name one'],
    ['erase', 'ada', 'Name one address, whole, as in: npm run records -- er'],
    ['erase', '--yes', 'Name one address, whole'],
    ['purge', '--yes', 'Name an age, as in: --older-than 24mo'],
    ['purge', '--older-than=2', '"2" is no age; write it in days, weeks, mon'],
    ['purge', '--older-than=0d', '"0d" is no age'],
    ['purge', '--older-than=9999y', '"9999y" is no age; nothing is older'],
    ['--counts', '--new', '--counts shows no records, so that none of them'],
    ['restore', '--yes', 'Name one file, as in: npm run records -- restore'],
    ['erase', '--ids', 'Name one file, as in: npm run records -- erase --i'],
    ['waitlist', '--unique=no', '--unique takes no value; write it alone'],
    ['report', 'waitlist', 'report shows all five; leave "waitlist" out.'],
    ['review', 'x', 'There is no "x" to show; name one of waitlist, '],
  ] as const)('%s %s', async ([first, second, message]) => {
    await expectUserError(
      show([first, second], { DATA_DIR: directory }),
      message,
    );
  });
});
