import { expect, test } from 'vitest';
import { escapeFormula, toCsvLine } from '../../../src/owner/csv.ts';

test.for<[string, string]>([
  ['plain', '"plain"'],
  ['', '""'],
  ['say "hi"', '"say ""hi"""'],
  ['a,b;c\r\nd', '"a,b;c\r\nd"'],
  ['=1+1', '"\'=1+1"'],
  ['+1', '"\'+1"'],
  ['+49-30-1234', '"\'+49-30-1234"'],
  ['-1', '"\'-1"'],
  ['@A1', '"\'@A1"'],
  ['＝1', '"\'＝1"'],
  ['＋1', '"\'＋1"'],
  ['－1', '"\'－1"'],
  ['＠A1', '"\'＠A1"'],
  ['\tx', '"\'\tx"'],
  ['\rx', '"\'\rx"'],
  ['\nx', '"\'\nx"'],
  ['="x"', '"\'=""x"""'],
  ['two:\n- one\r\n=two', '"two:\n\'- one\r\n\'=two"'],
  ['a;=1+1;b', '"a;\'=1+1;b"'],
  ['a,=1+1\t@b', '"a,\'=1+1\t\'@b"'],
  ['a; "=1+1"', '"a; ""\'=1+1"""'],
  ['a;＝1', '"a;\'＝1"'],
  ['ada@x.org; 5-3=2', '"ada@x.org; 5-3=2"'],
  ['\u001b[31mred\u009b0m\u0007\u007f', '" [31mred 0m  "'],
  ['\u001b=1', '" \'=1"'],
  ['żółć 👩‍👩‍👧', '"żółć 👩‍👩‍👧"'],
])('writes %j as the cell %s', ([text, cell]) => {
  const cells = [text, 'b', text].map(escapeFormula);
  expect(toCsvLine(cells)).toBe(`${cell},"b",${cell}\r\n`);
});
