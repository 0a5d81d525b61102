import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { help, readArguments } from '../../../src/node/records/arguments.ts';
import { collections } from '../../../src/node/server/firestore/rules.ts';
import { UserError } from '../../../src/node/user-error.ts';

test.each([
  ['2026-03-31', '1mo', '2026-02-28'],
  ['2026-08-31', '6mo', '2026-02-28'],
  ['2028-02-29', '1y', '2027-02-28'],
  ['2026-03-31', '12mo', '2025-03-31'],
  ['2026-03-01', '3d', '2026-02-26'],
  ['2026-03-01', '1w', '2026-02-22'],
])('what is older on %s than %s came before %s', (today, age, before) => {
  const args = ['purge', '--older-than', age];
  const time = `${before}T12:00:00.000Z`;
  const now = Date.parse(`${today}T12:00:00Z`);
  expect(readArguments(args, now)).toMatchObject({ before: time });
});

test.each([
  ['other', 'Instead of "other" name one of waitlist, favoriteBrand, '],
  ['constructor', 'Instead of "constructor" name one of waitlist, '],
  ['waitlist careers', 'Instead of "waitlist careers" name one of '],
  ['review x', 'Instead of "x" name one of waitlist, favoriteBrand, '],
  ['report waitlist', 'Instead of "waitlist" name nothing, since a report is'],
  ['erase ada', 'Instead of "ada" name one address, whole, as in: erase '],
  ['erase --yes', 'Name one address, whole, as in: erase ada@x.org; npm run '],
  ['erase --ids', 'Name one file, as in: '],
  ['restore --yes', 'Name one file, as in: '],
  ['purge --yes', 'Name an age, as in: --older-than 24mo; npm run records '],
  ['purge --older-than=2', '"2" is no date or age; write it as 2026-11-01, '],
  ['purge --older-than=0d', '"0d" is no date or age; '],
  ['purge --older-than=9999y', '"9999y" is no date or age; '],
  ['--since 2026-02-30', '"2026-02-30" is no date or age; '],
  ['--since 2026-11-01T25:00:00Z', '"2026-11-01T25:00:00Z" is no date or '],
  ['--since 2026-11-01T09:00:00', '"2026-11-01T09:00:00" is no date or age'],
  ['--since yesterday', '"yesterday" is no date or age; write it as 2026-'],
  ['--yaml', "Unknown option '--yaml'; npm run records help tells more."],
  ['waitlist --yes', '--yes is no option of show; npm run records help '],
  ['waitlist --for excel', 'Name listmonk or mailchimp, as in: --for listmon'],
  ['--csv --json', 'Leave --csv or --json out; npm run records help tell'],
  ['--counts --new', 'Leave --counts or --new out; npm run records help'],
])('%s is refused in one line', (line, message) => {
  const read = () => readArguments(line.split(' '), Date.now());
  expect(read).toThrow(UserError);
  expect(read).toThrow(message);
  expect(read).not.toThrow('\n');
});

test.each([
  ['', 'counts', 'npm took --counts for itself; write options after "--", '],
  ['erase ada@x.org', 'yes', ' npm run records "--" ... --yes'],
  ['purge', 'older_than', 'npm took --older-than for itself; '],
])('%s without "--" names the option that npm took: %s', (line, name, told) => {
  const env = { [`npm_config_${name}`]: 'true' };
  const args = line.split(' ').filter(Boolean);
  expect(() => readArguments(args, 0, env)).toThrow(told);
  // An option of npm's own, or one that is given, is none that npm took.
  readArguments(['erase', 'ada@x.org', '--yes'], 0, { npm_config_yes: '1' });
  readArguments(['report'], 0, env);
});

test('the help explains every option and names every collection', () => {
  const [, usage = '', rest = ''] = /^(.*?)\n\n(?=Show)(.*)$/s.exec(help) ?? [];
  const options = new Set(usage.match(/--[a-z][a-z-]+/g));
  expect(options.size).toBe(13);
  for (const option of options) expect(rest).toContain(option);
  for (const name of collections.keys()) expect(rest).toContain(name);
  expect(rest).toContain('docs/operations.md');
  const operations = readFileSync('docs/operations.md', 'utf8');
  for (const part of ['`007`', '**Excel**', '**LibreOffice**', '"--"'])
    expect(operations).toContain(part);
});
