import * as fs from 'node:fs';
import * as path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { runProgram } from '../support/processes.ts';
import { Records } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startEmbedded } from './backend.ts';
import { expectUserError, hand, show } from './owner.ts';

const { origin, dataDir: DATA_DIR, stop } = await startEmbedded();
afterAll(stop);
let directory: string;
let file: string;
beforeEach(async () => {
  await new Records(origin).clear();
  directory = temporaryFolder();
  file = path.join(directory, 'waitlist.csv');
});

const toFile = (out: string) =>
  show(['waitlist', '--out', out], { DATA_DIR }, { directory });

test('through npm it is a table for another program, or help', async () => {
  await hand(origin, 'waitlist', ['a'], { email: 'zoë@x.example' });
  const args = ['run', '-s', 'records', '--', 'waitlist', '--csv'];
  const { isFine, output } = runProgram('npm', args, {
    env: { DATA_DIR },
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
      show([option], { DATA_DIR }),
      'A table holds one collection; name it, as in: npm run ',
    );
  const none = `There is no ${directory}/records.jsonl; npm start makes it`;
  await expectUserError(show([], { DATA_DIR: directory }), none);
});
