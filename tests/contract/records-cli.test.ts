import { writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { expectUserError, hand, show, wherever } from './owner.ts';

const time = '\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z';

wherever((at) => {
  const run = (args: string[], more: Parameters<typeof show>[2] = {}) =>
    show(args, at().env, more);
  const give = (
    collection: string,
    ids: string[],
    more: Parameters<typeof hand>[3] = {},
  ) => hand(at().origin, collection, ids, more);

  test('counts and the newest of all', async () => {
    await give('waitlist', ['old']);
    await give('waitlist', ['b', 'a']);
    await give('waitlist', ['new'], { email: 'x\u001b[31m\nred' });
    await give('careers', ['c'], { message: 'm'.repeat(5000) });
    const { text, progress } = await run([]);
    const lines = text.split('\n');
    expect(lines[0]).toMatch(/^Records in /);
    const counts = lines.filter((line) => /^\w+: [1-9]\d*$/.test(line));
    expect(counts).toEqual(['waitlist: 4', 'careers: 1']);
    expect(lines).toContain('feedback: 0');
    expect(lines[2]).toMatch(
      new RegExp(`^  ${time}  new  email=x \\[31m red  favoriteBrand=`),
    );
    const ids = lines.slice(2, 5).map((line) => line.split('  ')[2]);
    expect(ids).toEqual(['new', 'b', 'a']);
    expect(text).not.toContain('  old  ');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(170);
    expect(progress).toEqual([]);
  });

  test('a table with stable columns, in the order of ids', async () => {
    await give('brandContact', ['b', 'a'], {
      name: '=HYPERLINK("x")',
      company: 'Żółw & "Co"\r\nLtd',
    });
    const { text } = await run(['brandContact', '--csv']);
    const cells =
      '"\'=HYPERLINK(""x"")","a@b.co","Żółw & ""Co""\r\nLtd","TIME"\r\n';
    expect(text.replace(new RegExp(time, 'g'), 'TIME')).toBe(
      `\uFEFF"id","name","email","company","timestamp"\r\n"a",${cells}"b",${cells}`,
    );
  });

  test('no control character to a terminal, nor through a pipe to one', async () => {
    await give('waitlist', ['a'], { email: 'x\u001b[31m\r\nred' });
    const shown = await run(['waitlist', '--csv'], { isTerminal: true });
    expect(shown.text.replace(new RegExp(time), 'TIME')).toBe(
      '"id","email","favoriteBrand","timestamp"\r\n"a","x [31m  red","some favoriteBrand","TIME"\r\n',
    );
    const piped = await run(['waitlist', '--csv']);
    expect(piped.text).toContain('"x [31m\r\nred"');
  });

  test('what mail tools import, without who has no mailbox', async () => {
    await give('waitlist', ['a'], { email: '+ada@x.org' });
    await give('waitlist', ['b'], { email: 'ada@pears' });
    await give('brandContact', ['c'], { name: '=Ada\r\n', company: 'X "Y" Z' });
    const waitlist = await run(['waitlist', '--for', 'listmonk']);
    expect(waitlist).toEqual({
      text: '"email","name","attributes"\r\n"+ada@x.org","","{""favoriteBrand"":""some favoriteBrand""}"\r\n',
      progress: ['Left out, as no mail can reach them: 1'],
    });
    const { text } = await run(['brandContact', '--for', 'mailchimp']);
    expect(text).toBe(
      '"Email Address","First Name","Brand"\r\n"a@b.co","=Ada  ","X ""Y"" Z"\r\n',
    );
  });

  test('numbers alone, for a log that others read', async () => {
    await give('careers', ['a']);
    const now = Date.now;
    const { text } = await run(['--counts', '--since', '1d'], { now });
    expect(text).toMatch(/^Records in .*\nwaitlist: 0\n.*\n.*\ncareers: 1\nfe/);
    expect(text).not.toContain('@');
    const none = await run(['feedback', '--counts']);
    expect(none.text).toMatch(/\nfeedback: 0\n$/);
  });

  test('--help names every command', async () => {
    const { text } = await run(['erase', '--help']);
    expect(text).toMatch(/ erase .* purge .* restore .* review .* report /s);
  });

  test('a table of many pages, telling how far it is', async () => {
    const ids = Array.from({ length: 601 }, (_, index) => `id-${1000 + index}`);
    await give('waitlist', ids);
    // Also the local store's, through its server.
    const env = { FIRESTORE_EMULATOR_HOST: new URL(at().origin).host };
    const { text, progress } = await show(['waitlist', '--csv'], env);
    const lines = text.trimEnd().split('\r\n').slice(1);
    expect(lines.map((line) => line.split(',')[0])).toEqual(
      ids.map((id) => `"${id}"`),
    );
    expect(progress).toEqual(
      [150, 300, 450, 600].map(
        (count) =>
          `waitlist: ${count} of 601 read, 150 a second, ${601 - count} left`,
      ),
    );
  });
});

describe('what cannot be shown is a user error', () => {
  const directory = temporaryFolder();
  const env = { DATA_DIR: directory };

  test.for([
    [['other'], 'There is no "other" to show; name one of waitlist, '],
    [['constructor'], 'There is no "constructor" to show; name one of '],
    [['--yaml'], 'There is no "--yaml" to show; name one of waitlist, '],
    [['waitlist', 'careers'], 'There is no "waitlist careers" to show; '],
    [['waitlist', '--out'], 'Name the file to write, as in: --out '],
    [['waitlist', '--out='], 'Name the file to write, as in: --out '],
    [['waitlist', '--out', '--csv'], 'Name the file to write, as in: --out '],
    [['waitlist', '--for', 'excel'], 'Name the mail tool, listmonk or mailc'],
    [['--for', 'listmonk'], 'A table holds one collection; name it, as in:'],
    [['--out', 'x.csv'], 'A table holds one collection; name it, as in: npm '],
    [['--csv'], 'A table holds one collection; name it, as in: npm run '],
    [[], `There is no ${directory}/records.jsonl; npm start makes it`],
  ] as const)('%j', async ([args, message]) => {
    await expectUserError(show([...args], env), message);
  });

  test.for([
    'x',
    '{"timestamp":"2026-11-01T00:00:00Z","committed":"x","records":{}}',
  ])('a corrupt file: %s', async (line) => {
    const broken = temporaryFolder();
    writeFileSync(path.join(broken, 'records.jsonl'), `${line}\n`);
    await expectUserError(
      show([], { DATA_DIR: broken }),
      'cannot be read at line 1',
    );
  });
});
