import { expect, test } from 'vitest';
import { toRecordLine, truncate } from '../../../src/owner/record-lines.ts';

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc…'],
  ['ab😀d', 3, 'ab😀…'],
  ['ab👩‍👩‍👧d', 3, 'ab👩‍👩‍👧…'],
  ['abe\u0301d', 3, 'abe\u0301…'],
])('cuts %s after %i visible characters', (text, length, expected) => {
  expect(truncate(text, length)).toBe(expected);
});

test('a line of a record contains a whole emoji, and no other character that controls a terminal', () => {
  const message = 'a\u202eb\u200dc 👩‍👩‍👧 \u001b[31m';
  expect(toRecordLine({ id: 'x', fields: { message } })).toBe(
    '    x  message=a b c 👩‍👩‍👧  [31m\n',
  );
});
