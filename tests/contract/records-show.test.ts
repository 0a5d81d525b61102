import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { linesOf, wherever } from './owner.ts';

const wild = 'x\u001b[31m\u202e\u{e0001}"\nred@x.org';

await wherever('demo-show', ({ run, give, all, transcript, dataDir }) => {
  const lines = async (...args: string[]) =>
    linesOf((await run([...args, '--json'])).text);
  const ids = async (...args: string[]) =>
    (await lines(...args)).map(({ id }) => id);

  /** So that what comes next has a later time, also in milliseconds. */
  const giveOne = async (
    id: string,
    email: string,
    collection = 'waitlist',
  ) => {
    await give(collection, [id], { email });
    const found = await lines(collection);
    const timestamp = `${found.find((line) => line.id === id)?.timestamp}`;
    while (Date.now() <= Date.parse(timestamp));
    return timestamp;
  };

  test('counts, the newest of all, and a table in the order of ids', async () => {
    await give('waitlist', ['old']);
    await give('waitlist', ['b', 'a']);
    await give('waitlist', ['new'], { email: 'x\u001b[31m\nred' });
    await give('careers', ['c'], { message: 'm'.repeat(5000) });
    await give('brandContact', ['b', 'a'], {
      name: '=HYPERLINK("x")',
      company: 'Żółw & "\u001b[31mCo"\r\nLtd',
    });
    const { say, compare } = transcript();
    await say([]);
    // Numbers alone, for a log that others read.
    await say(['--counts', '--since', '1d'], { now: Date.now });
    await say(['feedback', '--counts']);
    await say(['brandContact', '--csv']);
    await say(['brandContact', '--csv'], { isTerminal: true });
    await compare('show');
  });

  test('a line of JSON for each record, which gives it back whole', async () => {
    const timestamp = await giveOne('a', wild);
    const texts = { email: wild, favoriteBrand: 'some favoriteBrand' };
    const text = await all();
    const record = { collection: 'waitlist', id: 'a', timestamp, ...texts };
    expect(linesOf(text)).toEqual([record]);
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}](?<!\n)/u);
  });

  test('tables for mail tools have ASCII domains and no formulas', async () => {
    await give('waitlist', ['a'], { email: '+ada@bücher.example.de' });
    await give('waitlist', ['b'], { email: 'ada@pears' });
    await give('brandContact', ['c'], { name: '=Ada\r\n', company: '＠X "Y"' });
    const { say, compare } = transcript();
    await say(['waitlist', '--for', 'listmonk']);
    await say(['brandContact', '--for', 'mailchimp']);
    await compare('mail-tools');
  });

  test('many pages', async () => {
    const many = Array.from({ length: 601 }, (_, at) => `id-${1000 + at}`);
    await give('waitlist', many);
    expect(await ids('waitlist')).toEqual(many);
    const since = (await lines('waitlist'))[0]?.timestamp;
    expect(await ids('waitlist', '--since', `${since}`)).toEqual(many);
  });

  test('each address once, and since a time, which itself counts', async () => {
    await giveOne('b', 'Ada@X.org');
    const since = await giveOne('a', 'grace@x.org');
    await giveOne('c', ' ada@x.ORG');
    const { say, compare } = transcript();
    const unique = ['waitlist', '--unique'];
    await say(unique);
    await say([...unique, '--csv']);
    const late = ['waitlist', '--since', since];
    await say(late);
    expect(await ids(...late)).toEqual(['a', 'c']);
    await say([...late, '--unique']);
    await say(['waitlist', '--since', '2020-02-29', '--counts']);
    await say(['waitlist', '--since', '2100-01-01']);
    await compare('unique');
  });

  test('what is new, once; a replay is not', async () => {
    await giveOne('b', 'ada@x.org');
    // What nobody read to its end stays new.
    await run(['--new'], { print: async () => false });
    expect(await ids('waitlist', '--new')).toEqual(['b']);
    expect(await ids('waitlist', '--new')).toEqual([]);
    await giveOne('b', 'ada@x.org');
    expect((await run(['waitlist', '--new'])).text).toBe('');
    await giveOne('a', 'ada@x.org');
    await giveOne('c', 'grace@x.org', 'careers');
    expect(await ids('--new')).toEqual(['a', 'c']);
    expect(await ids('waitlist', '--new')).toEqual([]);
    const asked = fs.readFileSync(path.join(dataDir, 'asked.json'), 'utf8');
    expect(asked).not.toContain('x.org');
    // To the last, and then no more.
    const many = Array.from({ length: 61 }, (_, index) => `id-${index + 10}`);
    await give('waitlist', many);
    const { text } = await run(['--new']);
    expect(text).toContain('\nwaitlist: 61\n');
    expect(text.match(/id-\d+/g)?.sort()).toEqual(many);
    expect((await run(['--new'])).text).toBe('');
  });

  test('a file of the new ones shows none where there are none', async () => {
    await give('waitlist', ['a'], { email: 'ada@x.org' });
    const out = path.join(dataDir, 'new.csv');
    const args = ['waitlist', '--new', '--csv', '--out', out];
    expect((await run(args)).text).toBe(`1 of waitlist in ${out}\n`);
    const [head, row] = fs.readFileSync(out, 'utf8').split('\r\n');
    expect(row).toContain('ada@x.org');
    expect((await run(args)).text).toBe('');
    expect(fs.readFileSync(out, 'utf8')).toBe(`${head}\r\n`);
    await run(['waitlist', '--new', '--json', '--out', out]);
    expect(fs.readFileSync(out, 'utf8')).toBe('');
  });
});
