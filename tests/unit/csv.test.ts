import { expect, test } from 'vitest';
import { csvLine } from '../../src/build/csv.ts';

test.for<[string, string]>([
  ['plain', '"plain"'],
  ['', '""'],
  ['say "hi"', '"say ""hi"""'],
  ['a,b;c', '"a,b;c"'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['=1+1', '"\'=1+1"'],
  ['+1', '"\'+1"'],
  ['-1', '"\'-1"'],
  ['@SUM(A1)', '"\'@SUM(A1)"'],
  ['\tx', '"\'\tx"'],
  ['\rx', '"\'\rx"'],
  ['\nx', '"\'\nx"'],
  ['="x"', '"\'=""x"""'],
  ['a=1', '"a=1"'],
  ['żółć 😀', '"żółć 😀"'],
])('%j', ([text, cell]) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`);
  expect(csvLine([text, 'b', text])).toBe(`${cell},"b",${cell}\r\n`);
});
