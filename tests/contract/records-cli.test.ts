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

  test('one of them', async () => {
    await give('feedback', ['a']);
    const { text } = await run(['feedback']);
    expect(text).toMatch(new RegExp(`\nfeedback: 1\n  ${time}  a  [^\n]*\n$`));
    expect(text).not.toContain('waitlist');
  });

  test('a table with stable columns, in the order of ids', async () => {
    await give('brandContact', ['b', 'a'], {
      name: '=HYPERLINK("x")',
      company: 'Żółw & "Co"\r\nLtd',
    });
    const { text } = await run(['brandContact', '--csv']);
    const cells =
      '"\'=HYPERLINK(""x"")","some email","Żółw & ""Co""\r\nLtd","TIME"\r\n';
    expect(text.replace(new RegExp(time, 'g'), 'TIME')).toBe(
      `\uFEFF"id","name","email","company","timestamp"\r\n"a",${cells}"b",${cells}`,
    );
  });

  test('no control character to a terminal', async () => {
    await give('waitlist', ['a'], { email: 'x\u001b[31m\r\nred' });
    const shown = await run(['waitlist', '--csv'], { isTerminal: true });
    expect(shown.text.replace(new RegExp(time), 'TIME')).toBe(
      '"id","email","favoriteBrand","timestamp"\r\n"a","x [31m  red","some favoriteBrand","TIME"\r\n',
    );
  });

  test.for([
    ['waitlist', 'id,email,favoriteBrand,timestamp'],
    ['favoriteBrand', 'id,email,brand,timestamp'],
    ['careers', 'id,name,email,message,timestamp'],
    ['feedback', 'id,name,email,message,timestamp'],
  ] as const)('the columns of %s', async ([collection, columns]) => {
    await give(collection, ['a']);
    const { text } = await run([collection, '--csv']);
    expect(text.split('\r\n')[0]).toBe(
      `\uFEFF"${columns.replaceAll(',', '","')}"`,
    );
  });

  test('nothing there is a user error', async () => {
    await expectUserError(run([]), /^There is nothing in waitlist, .* at /);
    await expectUserError(
      run(['careers', '--csv']),
      /^There is nothing in careers at /,
    );
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
    [['--out', 'x.csv'], 'A table holds one collection; name it, as in: npm '],
    [['--csv'], 'A table holds one collection; name it, as in: npm run '],
    [[], `There is no ${directory}/records.jsonl; npm start makes it`],
  ] as const)('%j', async ([args, message]) => {
    await expectUserError(show([...args], env), message);
  });

  test('a corrupt file', async () => {
    const broken = temporaryFolder();
    writeFileSync(path.join(broken, 'records.jsonl'), 'x\n');
    await expectUserError(
      show([], { DATA_DIR: broken }),
      'cannot be read at line 1',
    );
  });
});
