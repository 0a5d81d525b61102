import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine } from '../../../src/node/records/csv.ts';

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
  ['";=1+1', '""";\'=1+1"'],
  [';"=1+1', '";""\'=1+1"'],
  ['a;=1+1;b', '"a;\'=1+1;b"'],
  ['a\t-1', '"a\t\'-1"'],
  ['a\r\n+1', '"a\r\n\'+1"'],
  [' "=1', '" ""\'=1"'],
  ['a; b\tc', '"a; b\tc"'],
  ['a, =1', '"a, =1"'],
  ['żółć 😀', '"żółć 😀"'],
])('%j', ([text, cell]) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`);
  expect(csvLine([text, 'b', text])).toBe(`${cell},"b",${cell}\r\n`);
});

test('no cell is a formula where a spreadsheet splits at semicolons', () => {
  const text = fc.string({ unit: fc.constantFrom(...'=+-@;,\t\r\n" \'x') });
  const formulas = (line: string) =>
    line
      .split(/[;\t\r\n]/)
      .map((piece) => piece.replace(/^["\s]+/, ''))
      .filter((content) => /^[=+\-@]/.test(content));
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), (cells) => {
      expect(formulas(csvLine(cells))).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});
