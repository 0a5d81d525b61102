import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { createTempFolder } from '../support/temporary-folder.ts';
import {
  expectUserError,
  parseJsonLines,
  testBothSources,
} from './records-command.ts';

await testBothSources('demo-read', (runner) => {
  const { run, store, listIds, startTranscript, dataDir } = runner;

  /** Stores a record whose timestamp differs from that of each later record. */
  async function storeAtOwnTime(
    id: string,
    email: string,
    collection = 'waitlist',
  ): Promise<void> {
    await store(collection, [id], { email });
    const now = Date.now();
    while (Date.now() === now);
  }

  /** Stores four sign-ups of three people, with two brands, and another record. */
  async function storeSignUps(): Promise<void> {
    const signUps = [
      { id: 'a', email: 'ada@x.org', brand: 'Comme des Garçons' },
      { id: 'b', email: 'ADA@x.org', brand: 'commedes garcons' },
      { id: 'c', email: 'bob@x.org', brand: 'Comme des Garçons' },
      { id: 'd', email: 'eve@x.org', brand: 'Zara & "<script>\u001b[31m' },
    ];
    for (const { id, email, brand } of signUps) {
      await store('waitlist', [id], { email, favoriteBrand: brand });
      await store('favoriteBrand', [id], { email, brand });
    }
    await store('careers', ['e'], { email: 'eve@x.org' });
  }

  test('the command prints counts, the newest records, and tables sorted by id', async () => {
    await store('waitlist', ['old']);
    await store('waitlist', ['b', 'a']);
    await store('waitlist', ['new'], { email: 'x\u001b[31m\nred' });
    await store('careers', ['c'], { message: 'm'.repeat(5000) });
    await store('brandContact', ['b', 'a'], {
      name: '=HYPERLINK("x")',
      company: 'Żółw & "\u001b[31mCo"\r\nLtd',
    });

    const transcript = startTranscript();
    await transcript.run([]);
    await transcript.run(['--counts', '--since', '1d'], { now: Date.now });
    await transcript.run(['feedback', '--counts']);
    await transcript.run(['brandContact', '--csv']);
    await transcript.run(['brandContact', '--csv'], { isTerminal: true });
    await transcript.expectFile('show');
  });

  test('JSON lines escape control characters, and lose no character', async () => {
    const email = 'x\u001b[31m\u202e\u{e0001}"\nred@x.org';
    await store('waitlist', ['a'], { email });

    const text = await run(['--json']);
    const record = {
      collection: 'waitlist',
      id: 'a',
      timestamp: expect.stringMatching(/Z$/),
      email,
      favoriteBrand: 'some favoriteBrand',
    };
    expect(parseJsonLines(text)).toEqual([record]);
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}](?<!\n)/u);
  });

  test('CSV files for mail tools contain ASCII domains, and no undeliverable addresses', async () => {
    await store('waitlist', ['a'], { email: '+ada@bücher.example.de' });
    await store('waitlist', ['b'], { email: 'ada@pears' });
    const name = '=Ada\r\n';
    await store('brandContact', ['c'], { name, company: '＠X "Y"' });

    const transcript = startTranscript();
    await transcript.run(['waitlist', '--for', 'listmonk']);
    await transcript.run(['brandContact', '--for', 'mailchimp']);
    await transcript.expectFile('mail-tools');
  });

  test('--out writes all records of a paginated list, and keeps an existing file if there are no records', async () => {
    const file = path.join(dataDir, 'waitlist.csv');
    fs.writeFileSync(file, 'before');
    const args = ['waitlist', '--out', 'waitlist.csv'];
    const exportFile = () => run(args, { directory: dataDir });
    await expectUserError(exportFile(), /^There are no records in waitlist/);
    expect(fs.readFileSync(file, 'utf8')).toBe('before');

    // A page of a query has 300 records.
    const ids = Array.from({ length: 601 }, (_, at) => `id-${1000 + at}`);
    await store('waitlist', ids);
    const text = await exportFile();
    expect(text).toBe(`Wrote 601 records of waitlist to ${file}\n`);

    const table = fs.readFileSync(file, 'utf8');
    expect(table.match(/(?<=^")id-\d+/gm)).toEqual(ids);
  });

  test('--unique prints each email once, and --since includes the given time', async () => {
    await storeAtOwnTime('b', 'Ada@X.org');
    await storeAtOwnTime('a', 'grace@x.org');
    const [latest] = parseJsonLines(await run(['waitlist', '--json']));
    await storeAtOwnTime('c', ' ada@x.ORG');

    const transcript = startTranscript();
    const argsWithUnique = ['waitlist', '--unique'];
    await transcript.run(argsWithUnique);
    await transcript.run([...argsWithUnique, '--csv']);

    const sinceArgs = ['waitlist', '--since', `${latest?.timestamp}`];
    await transcript.run(sinceArgs);
    expect(await listIds(...sinceArgs)).toEqual(['a', 'c']);
    await transcript.run([...sinceArgs, '--unique']);
    await transcript.expectFile('unique');
  });

  test('successive runs with --new print each record once to each reader, even if a visitor sends it again', async () => {
    await storeAtOwnTime('b', 'ada@x.org');
    expect(await listIds('waitlist', '--new', 'daily')).toEqual(['b']);
    expect(await listIds('waitlist', '--new', 'daily')).toEqual([]);

    // Another reader has a mark of its own.
    expect(await listIds('--new', 'me')).toEqual(['b']);

    await storeAtOwnTime('b', 'ada@x.org');
    expect(await run(['waitlist', '--new', 'daily'])).toBe('');

    await storeAtOwnTime('a', 'ada@x.org');
    await storeAtOwnTime('c', 'grace@x.org', 'careers');
    expect(await listIds('--new', 'me')).toEqual(['a', 'c']);
    expect(await listIds('--new', 'daily')).toEqual(['a', 'c']);
    expect(await listIds('waitlist', '--new', 'daily')).toEqual([]);
  });

  test('records stay new if the output of --new is not read to its end', async () => {
    await storeAtOwnTime('a', 'ada@x.org');
    await run(['--new', 'daily'], { print: async () => false });
    expect(await listIds('--new', 'daily')).toEqual(['a']);
    expect(await listIds('--new', 'daily')).toEqual([]);
  });

  // Such an option would move the mark past the records that it leaves out.
  test.each([{ option: ['--since', '1d'] }, { option: ['--counts'] }])(
    '--new cannot be combined with $option.0',
    async ({ option }) => {
      await storeAtOwnTime('a', 'ada@x.org');
      const result = run(['--new', 'daily', ...option]);
      await expectUserError(result, / cannot be combined/);
      expect(await listIds('--new', 'daily')).toEqual(['a']);
    },
  );

  test('the file of the marks contains no email', async () => {
    await storeAtOwnTime('a', 'ada@x.org');
    await run(['--new', 'daily']);
    const marks = fs.readFileSync(path.join(dataDir, 'marks.json'), 'utf8');
    expect(marks).toContain('daily');
    expect(marks).not.toContain('x.org');
  });

  test('a run with --new that finds no record leaves only the head in its file', async () => {
    await storeAtOwnTime('a', 'ada@x.org');
    const file = path.join(createTempFolder(), 'new.csv');
    const runNew = () => run(['waitlist', '--new', 'daily', '--out', file]);

    await runNew();
    expect(fs.readFileSync(file, 'utf8')).toContain('ada@x.org');
    await runNew();
    expect(fs.readFileSync(file, 'utf8')).toMatch(/^\uFEFF"id",.*\r\n$/);
  });

  test('the report counts each person once, and merges spellings of a brand', async () => {
    await storeSignUps();
    const text = await run(['report']);
    const totals = /^Report on .*\nSign-ups: 4\nDistinct people: 3\n/;
    const days = /Sign-ups per day, [\w/+-]+\n( {2}[-\d]{10} {2}\d {2}█+\n)+/;
    const forms = /\n {2}brands +0\n {2}careers +1 +█+\n/;
    const brands =
      /\n {2}Comme des Garçons +3 {2}█{40}\n {2}Zara & "<script> \[31m +1 /;
    const hours = /\n {2}Mon {2}[·▁-█]{24} {2}\d\n/;
    for (const part of [totals, days, forms, brands, hours])
      expect(text).toMatch(part);
  });

  test('the page of the report escapes texts, loads nothing, runs no script and names no address', async () => {
    await storeSignUps();
    const file = path.join(dataDir, 'report.html');
    const output = await run(['report', '--out', file]);
    expect(output).toBe(`Wrote the report to ${file}\n`);
    const page = fs.readFileSync(file, 'utf8');
    expect(page).toMatch(
      />Comme des Garçons<\/th><td>3<.*>Zara &amp; &quot;&lt;script> \[31m</s,
    );
    expect(page).not.toMatch(
      /<script|\b(src|href)=|url\((?!"data:)|@import|x\.org/,
    );
  });

  test('the review lists only suspicious records, and says why', async () => {
    const spam = { message: ' The very same words, sent by many.' };
    const records = {
      brandContact: {
        fine: { company: 'Booking.com' },
        gmail: { email: 'ada@gmial.com' },
        ending: { email: 'ada@pears.con' },
        none: { email: 'ada@pears' },
        never: { email: 'ada@example.com' },
        link: { name: 'see www.x.org' },
        site: { name: 'see my-site.ru' },
        person: { name: 'Dr.Li J.Smith' },
        script: { email: 'amit@डाटामेल.भारत' },
        dots: { email: 'hana..o@docomo.ne.jp' },
      },
      careers: {
        web: { message: 'See https://x.org' },
        html: { message: 'See <a href=x>' },
        code: { message: 'See [url=x]' },
        www: { message: 'Cheap at www.cheap-pills.top' },
        path: { message: 'Write to t.me/xyz' },
        plain: { message: 'See x.org, a < b. www is slow, e.g./i.e. and/or' },
        skills: { message: 'Node.js/React, ASP.NET/C#, at St.Pauli/Hamburg' },
      },
      feedback: { one: spam, two: spam, three: spam, short: { message: 'Hi' } },
    };
    for (const [collection, group] of Object.entries(records))
      for (const [id, fields] of Object.entries(group))
        await store(collection, [id], { email: `${id}@x.org`, ...fields });

    const ids = ['b0', 'b1', 'b2', 'b3', 'b4'];
    await store('waitlist', ids, { email: 'bo@x.org' });

    const transcript = startTranscript();
    await transcript.run(['review']);
    await transcript.expectFile('review');
  });

  test('the review lists records that are suspicious only together, if it has the option --bursts', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `b${index}`);
    await store('careers', ids, { email: 'bo@x.org', message: 'Hi' });

    const listedIds = await run(['review', 'careers', '--ids']);
    expect(listedIds).not.toContain('careers/');
    const burstIds = await run(['review', 'careers', '--ids', '--bursts']);
    expect(burstIds.match(/^careers\//gm)).toHaveLength(ids.length);

    const bursts = await run(['review', 'careers', '--bursts']);
    const burstPattern = /^careers\/.*20 or more records in a minute/gm;
    expect(bursts.match(burstPattern)).toHaveLength(ids.length);
    const personPattern = /5 or more records from one a/g;
    expect(bursts.match(personPattern)).toHaveLength(ids.length);
  });
});
