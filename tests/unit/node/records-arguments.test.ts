import { expect, test } from 'vitest';
import { readArguments } from '../../../src/node/records/arguments.ts';

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
