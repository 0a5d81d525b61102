import { expect, test } from 'vitest';
import {
  formatMessage,
  getExcerpts,
} from '../../../src/unsent/message-text.ts';

test('formatMessage writes the name of the form, then one line for each field', () => {
  const values = { name: 'Ada', message: 'One.\nTwo.' };
  expect(formatMessage({ form: 'careers', values })).toBe(
    'Careers & contact\nName: Ada\nMessage: One.\nTwo.',
  );
});

test('shows the stored name of a form or field that this version does not know', () => {
  const values = { shoeSize: '42' };
  expect(formatMessage({ form: 'shoes', values })).toBe('shoes\nShoe size: 42');
});

test('getExcerpts returns the fields in reverse order, each cut to 60 characters', () => {
  const message = `  One.\n${'🍐'.repeat(70)}`;
  const values = { name: 'Ada', message, isTicked: 'yes' };
  const excerpts = getExcerpts({ form: 'careers', values });
  expect(excerpts).toEqual([`One. ${'🍐'.repeat(55)}…`, 'Ada']);
});
