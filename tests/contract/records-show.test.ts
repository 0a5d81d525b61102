import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { describeSources, parseJsonLines } from './records-command.ts';

await describeSources('demo-show', (command) => {
  const { run, store, listAll, transcript, dataDir } = command;
  const list = async (...args: string[]) =>
    parseJsonLines((await run([...args, '--json'])).text);
  const listIds = async (...args: string[]) =>
    (await list(...args)).map(({ id }) => id);

  /** Stores a record, and waits until later records get a later timestamp. */
  const storeOne = async (
    id: string,
    email: string,
    collection = 'waitlist',
  ) => {
    await store(collection, [id], { email });
    const records = await list(collection);
    const timestamp = `${records.find((one) => one.id === id)?.timestamp}`;
    while (Date.now() <= Date.parse(timestamp));
    return timestamp;
  };

  test('the command prints counts, the newest records, and tables in the order of ids', async () => {
    await store('waitlist', ['old']);
    await store('waitlist', ['b', 'a']);
    await store('waitlist', ['new'], { email: 'x\u001b[31m\nred' });
    await store('careers', ['c'], { message: 'm'.repeat(5000) });
    await store('brandContact', ['b', 'a'], {
      name: '=HYPERLINK("x")',
      company: 'Żółw & "\u001b[31mCo"\r\nLtd',
    });
    const { execute, expectFile } = transcript();
    await execute([]);
    await execute(['--counts', '--since', '1d'], { now: Date.now });
    await execute(['feedback', '--counts']);
    await execute(['brandContact', '--csv']);
    await execute(['brandContact', '--csv'], { isTerminal: true });
    await expectFile('show');
  });

  test('JSON lines keep every character, and escape control characters', async () => {
    const email = 'x\u001b[31m\u202e\u{e0001}"\nred@x.org';
    const timestamp = await storeOne('a', email);
    const texts = { email, favoriteBrand: 'some favoriteBrand' };
    const text = await listAll();
    const record = { collection: 'waitlist', id: 'a', timestamp, ...texts };
    expect(parseJsonLines(text)).toEqual([record]);
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}](?<!\n)/u);
  });

  test('tables for mail tools have ASCII domains and no undeliverable address', async () => {
    await store('waitlist', ['a'], { email: '+ada@bücher.example.de' });
    await store('waitlist', ['b'], { email: 'ada@pears' });
    await store('brandContact', ['c'], {
      name: '=Ada\r\n',
      company: '＠X "Y"',
    });
    const { execute, expectFile } = transcript();
    await execute(['waitlist', '--for', 'listmonk']);
    await execute(['brandContact', '--for', 'mailchimp']);
    await expectFile('mail-tools');
  });

  test('the command lists more records than a page of a query contains', async () => {
    const many = Array.from({ length: 601 }, (_, at) => `id-${1000 + at}`);
    await store('waitlist', many);
    expect(await listIds('waitlist')).toEqual(many);
  });

  test('--unique prints each address once, and --since includes the given time', async () => {
    await storeOne('b', 'Ada@X.org');
    const since = await storeOne('a', 'grace@x.org');
    await storeOne('c', ' ada@x.ORG');
    const { execute, expectFile } = transcript();
    const unique = ['waitlist', '--unique'];
    await execute(unique);
    await execute([...unique, '--csv']);
    const late = ['waitlist', '--since', since];
    await execute(late);
    expect(await listIds(...late)).toEqual(['a', 'c']);
    await execute([...late, '--unique']);
    await expectFile('unique');
  });

  test('--new prints each record once, also after a replay', async () => {
    await storeOne('b', 'ada@x.org');
    // Records stay new if the output is not read to its end.
    await run(['--new'], { print: async () => false });
    expect(await listIds('waitlist', '--new')).toEqual(['b']);
    expect(await listIds('waitlist', '--new')).toEqual([]);
    await storeOne('b', 'ada@x.org');
    expect((await run(['waitlist', '--new'])).text).toBe('');
    await storeOne('a', 'ada@x.org');
    await storeOne('c', 'grace@x.org', 'careers');
    expect(await listIds('--new')).toEqual(['a', 'c']);
    expect(await listIds('waitlist', '--new')).toEqual([]);
    const times = fs.readFileSync(path.join(dataDir, 'asked.json'), 'utf8');
    expect(times).not.toContain('x.org');
  });
});
