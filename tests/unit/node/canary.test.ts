import { expect, test } from 'vitest';
import { forms } from '../../../src/descriptions/forms.ts';
import { recordsIn } from '../../../src/node/canary/firestore.ts';

test('a field that is shorter than the marker is filled', () => {
  const { careers } = forms;
  const fields = careers.fields.map((field) => ({ ...field, maxLength: 6 }));
  const email = 'canary@pear.invalid';
  expect(recordsIn({ ...careers, fields }, email)).toEqual([
    {
      collection: 'careers',
      fields: { name: 'Canary', email, message: 'Canary' },
    },
  ]);
});
