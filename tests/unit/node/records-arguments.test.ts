import { expect, test } from 'vitest';
import { collections } from '../../../src/node/server/firestore/rules.ts';
import { readArguments } from '../../../src/owner/arguments.ts';

test.each([
  ['2026-03-31', '1mo', '2026-02-28'],
  ['2026-08-31', '6mo', '2026-02-28'],
  ['2028-02-29', '1y', '2027-02-28'],
  ['2026-03-01', '1w', '2026-02-22'],
])('on %s, --older-than %s means before %s', (today, age, before) => {
  const args = ['purge', '--older-than', age];
  const time = `${before}T12:00:00.000Z`;
  const now = Date.parse(`${today}T12:00:00Z`);
  expect(readArguments(args, now)).toMatchObject({ cutoffTime: time });
});

test('rejects wrong arguments with one line of advice', async () => {
  const known = [...collections.keys()].join(', ');
  const read = async (line: string) => readArguments(line.split(' '), 0);
  const commands = [
    ...['waitlist careers', 'erase ada', 'erase --yes', 'erase --ids'],
    ...['restore --yes', 'purge --yes', 'purge --older-than=2'],
    ...['purge --older-than=0d', 'purge --older-than=9999y', '--yaml'],
    ...['--since 2026-02-30', 'waitlist --yes', '--counts --new'],
  ];
  const lines = commands.map(
    async (line) => `${line}\n  ${await read(line).catch(String)}\n`,
  );
  const text = (await Promise.all(lines)).join('');
  const file = 'records-arguments/errors.txt';
  await expect(text.replace(known, 'COLLECTIONS')).toMatchFileSnapshot(file);
});

test('reports an option that npm did not pass on to the command', () => {
  const read = () =>
    readArguments(['purge'], 0, { npm_config_older_than: 'true' });
  expect(read).toThrow('npm used --older-than itself; ');
});
