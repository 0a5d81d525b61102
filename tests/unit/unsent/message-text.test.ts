import { expect, test } from 'vitest';
import { forms } from '../../../src/form-definitions/forms.ts';
import { textOf } from '../../../src/unsent/message-text.ts';

test.each(Object.values(forms))(
  '$name: its labels, and what they hold',
  ({ name: form, fields }) => {
    const values = fields.map(({ name }) => [name, `${name} 1\n2`]);
    const lines = fields.map(({ name, label }) => `${label}: ${name} 1\n2`);
    const text = textOf({ form, values: Object.fromEntries(values) });
    expect(text).toMatch(/^\w+.*\n/);
    expect(text.slice(text.indexOf('\n') + 1)).toBe(lines.join('\n'));
  },
);

test('a form and fields that only a newer version has', () => {
  const values = { shoeSize: '42' };
  expect(textOf({ form: 'shoes', values })).toBe('shoes\nShoe size: 42');
});
