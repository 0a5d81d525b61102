import { expect, test } from 'vitest';
import { excerptsOf } from '../../../src/unsent/message-text.ts';

test('shows the first 60 characters of each field, the last field first', () => {
  const values = { name: 'Ada', message: `  One.\n${'🍐'.repeat(70)}` };
  const [message, name] = excerptsOf({ form: 'careers', values });
  expect([message, name]).toEqual([`One. ${'🍐'.repeat(55)}…`, 'Ada']);
});
