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
])('on %s, --older-than %s means before %s', (today, age, before) => {
  const args = ['purge', '--older-than', age];
  const time = `${before}T12:00:00.000Z`;
  const now = Date.parse(`${today}T12:00:00Z`);
  expect(readArguments(args, now)).toMatchObject({ before: time });
});

test('rejects wrong arguments with one line of advice', async () => {
  const known = [...collections.keys()].join(', ');
  const commands = [
    ...['other', 'constructor', 'waitlist careers', 'review x'],
    ...['report waitlist', 'erase ada', 'erase --yes', 'erase --ids'],
    ...['restore --yes', 'purge --yes', 'purge --older-than=2'],
    ...['purge --older-than=0d', 'purge --older-than=9999y'],
    ...['--since 2026-02-30', '--since 2026-11-01T25:00:00Z'],
    ...['--since 2026-11-01T09:00:00', '--since yesterday', '--yaml'],
    ...['waitlist --yes', 'waitlist --for excel', '--csv --json'],
    '--counts --new',
  ];
  const lines = commands.map((line) => {
    const read = () => readArguments(line.split(' '), Date.now());
    expect(read).toThrow(UserError);
    expect(read).not.toThrow('\n');
    const message = messageOf(read).replace(known, 'COLLECTIONS');
    return `${line}\n  ${message}\n`;
  });
  const file = 'records-arguments/errors.txt';
  await expect(lines.join('')).toMatchFileSnapshot(file);
});

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  return 'no error';
}

test.each([
  ['', 'counts', 'npm used --counts itself; write options after "--", '],
  ['erase ada@x.org', 'yes', ' npm run records "--" ... --yes'],
  ['purge', 'older_than', 'npm used --older-than itself; '],
])('"%s" reports the option that npm consumed: %s', (line, name, message) => {
  const env = { [`npm_config_${name}`]: 'true' };
  const args = line.split(' ').filter(Boolean);
  expect(() => readArguments(args, 0, env)).toThrow(message);
});

test("ignores npm's own options, and options that are also arguments", () => {
  readArguments(['erase', 'ada@x.org', '--yes'], 0, { npm_config_yes: '1' });
  readArguments(['report'], 0, { npm_config_counts: 'true' });
});

test('the help explains every option and names every collection', () => {
  const [, usage = '', rest = ''] =
    /^(.*?)\n\n(?="show")(.*)$/s.exec(help) ?? [];
  const options = new Set(usage.match(/--[a-z][a-z-]+/g));
  expect(options.size).toBe(13);
  for (const option of options) expect(rest).toContain(option);
  for (const name of collections.keys()) expect(rest).toContain(name);
  expect(rest).toContain('docs/operations.md');
  const operations = readFileSync('docs/operations.md', 'utf8');
  for (const part of ['`007`', '**Excel**', '**LibreOffice**', '"--"'])
    expect(operations).toContain(part);
});
