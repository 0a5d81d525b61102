import { expect, test } from 'vitest';
import { joinText, joinTexts, toTexts } from '../../../src/boot/join-texts.ts';

test.each([
  ['', 'Ada', 'Ada'],
  ['Ada', '', 'Ada'],
  ['Ada', 'Ada', 'Ada'],
  ['Ada', 'Ada L', 'Ada L'],
  ['A long text.', 'x', 'A long text. x'],
  ['A long text. x', 'x', 'A long text. x'],
  ['Ada', 'Bea', 'Ada Bea'],
])(
  'joins the former text "%s" and the typed text "%s" to "%s"',
  (former, typed, joined) => {
    expect(joinText(former, typed)).toBe(joined);
  },
);

test('joins the texts of each field', () => {
  const former = { name: 'Ada', email: 'a' };
  const typed = { email: 'b', message: 'c' };
  const joined = { name: 'Ada', email: 'a b', message: 'c' };
  expect(joinTexts(former, typed)).toEqual(joined);
  expect(joinTexts(undefined, undefined)).toEqual({});
});

test('leaves out values that are not texts', () => {
  expect(toTexts({ name: 'Ada', age: 1, email: null })).toEqual({
    name: 'Ada',
  });
  expect(toTexts(null)).toEqual({});
});
