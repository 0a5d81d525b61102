import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { expectUserError, linesOf, wherever } from './owner.ts';

const time = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
const wild = 'x\u001b[31m\u202e\u{e0001}"\nred@x.org';

await wherever('demo-show', ({ run, give, all, dataDir }) => {
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

  test('counts and the newest of all', async () => {
    await give('waitlist', ['old']);
    await give('waitlist', ['b', 'a']);
    await give('waitlist', ['new'], { email: 'x\u001b[31m\nred' });
    await give('careers', ['c'], { message: 'm'.repeat(5000) });
    const { text, progress } = await run([]);
    expect(text.replace(time, 'TIME')).toMatch(
      /^Records in .*\nwaitlist: 4\n {2}TIME {2}new {2}email=x \[31m red {2}favoriteBrand=.*\n.* b .*\n.* a .*\nfavoriteBrand: 0\n.*\ncareers: 1\n.{130,160}\nfeedback: 0\n(\w+: 0\n)*$/,
    );
    expect(progress).toEqual([]);
    // Numbers alone, for a log that others read.
    const counted = await run(['--counts', '--since', '1d'], { now: Date.now });
    expect(counted.text).toMatch(
      /^Records in .*\nwaitlist: 4\n.*\n.*\ncareers: 1\nfeedback: 0\n(\w+: 0\n)*$/,
    );
    const none = await run(['feedback', '--counts']);
    expect(none.text).toMatch(/\nfeedback: 0\n$/);
  });

  test('a table with stable columns, in the order of ids', async () => {
    await give('brandContact', ['b', 'a'], {
      name: '=HYPERLINK("x")',
      company: 'Żółw & "\u001b[31mCo"\r\nLtd',
    });
    const csv = ['brandContact', '--csv'];
    const { text } = await run(csv);
    const cells =
      '"\'=HYPERLINK(""x"")","a@b.co","Żółw & "" [31mCo""\r\nLtd","TIME"\r\n';
    const head = '"id","name","email","company","timestamp"\r\n';
    expect(text.replace(time, 'TIME')).toBe(
      `\uFEFF${head}"a",${cells}"b",${cells}`,
    );
    const shown = await run(csv, { isTerminal: true });
    const plain = cells.replace("'=", '=').replace('\r\nL', '  L');
    expect(shown.text.replace(time, 'TIME')).toBe(
      `${head}"a",${plain}"b",${plain}`,
    );
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
    expect(await run(['waitlist', '--for', 'listmonk'])).toEqual({
      text: '"email","name","attributes"\r\n"+ada@xn--bcher-kva.example.de","","{""favoriteBrand"":""some favoriteBrand""}"\r\n',
      progress: [
        'Left out, as no mail can reach them: 1',
        'Import this table without opening it in a spreadsheet, which would run 1 of its addresses as formulas.',
      ],
    });
    const { text } = await run(['brandContact', '--for', 'mailchimp']);
    expect(text).toBe(
      '"Email Address","First Name","Brand"\r\n"a@b.co","\'=Ada  ","\'＠X ""Y"""\r\n',
    );
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
    const unique = ['waitlist', '--unique'];
    const found = await lines(...unique);
    const told = found.map(({ id, entries }) => `${id} ${entries}`);
    expect(told).toEqual(['c 2', 'a 1']);
    expect((await run([...unique, '--csv'])).text).toMatch(
      /,"entries"\r\n.*,"2"\r\n.*,"1"\r\n$/,
    );
    const { text } = await run(unique);
    expect(text).toContain('\nwaitlist: 2 addresses in 3 records\n');
    expect(text).toContain('  c  entries=2  email= ada@x.ORG');
    const late = ['waitlist', '--since', since];
    expect(await ids(...late)).toEqual(['a', 'c']);
    expect(await ids(...late, '--unique')).toEqual(['c', 'a']);
    expect((await run(late)).text).toContain('\nwaitlist: 2\n');
    expect(await ids('waitlist', '--since', '2020-02-29')).toHaveLength(3);
    const future = run(['waitlist', '--since', '2100-01-01']);
    await expectUserError(future, 'since 2100-01-01T');
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
