import { expect, test } from 'vitest';
import type { Field } from '../../../src/descriptions/form.ts';
import { forms } from '../../../src/descriptions/forms.ts';
import { clean, isRequired, validate } from '../../../src/forms/validate.ts';

const flag = '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}';

test.each([
  ['\u202aada@x.org\u202c', 'ada@x.org'],
  ['\u200bada@x.org', 'ada@x.org'],
  ['ada@x.org\u00a0', 'ada@x.org'],
  ['ada\u200b@x\u00ad.org', 'ada@x.org'],
  ['ada\u00a0@x.org', 'ada@x.org'],
  ['a b@x.org', 'a b@x.org'],
])('of the address %j stays %j', (typed, kept) => {
  expect(clean('email', typed)).toBe(kept);
});

test.each([
  ['\ufeff\u3000Ada\u2003\u200d\n', 'Ada'],
  ['مرحبا (Pear)!', 'مرحبا (Pear)!'],
  ['\u200fמרחבא\u200f', 'מרחבא'],
  ['👨‍👩‍👧', '👨‍👩‍👧'],
  [` ${flag}\u202c`, flag],
  ['a\vb\r\nc\fd\re', 'a\nb\nc\nd\ne'],
  ['tab\tand\u0000bell\u0007', 'tab\tandbell'],
  ['half \ud83d a pair', 'half  a pair'],
  ['می‌خواهم', 'می‌خواهم'],
  ['\u200b \u2060', ''],
])('of the text %j stays %j', (typed, kept) => {
  expect(clean('multiline', typed)).toBe(kept);
});

test.each([
  ['anna@пример.рф', true],
  ['anna@xn--e1afmkfd.xn--p1ai', true],
  ['amit@डाटामेल.भारत', true],
  ['anna@пример.р', false],
  ['anna@пример.1ф', false],
])('feedback from %s: %s', (email, ok) => {
  const typed = { name: 'Anna', email, message: 'Hello' };
  expect(validate(forms.feedback, typed).ok).toBe(ok);
});

test('what is blank to the eye is blank', () => {
  const typed = { name: '\u200b', email: 'a@b.co', message: 'Hello' };
  expect(validate(forms.careers, typed)).toMatchObject({ field: 'name' });
});

test('a field is required if a rule asks for it', () => {
  const optional = { ...forms.careers.fields[0], name: 'phone' } as Field;
  const fields = [...forms.careers.fields, optional];
  const form = { ...forms.careers, fields };
  const required = fields.filter(({ name }) => isRequired(form, name));
  expect(required.map(({ name }) => name)).toEqual([
    'name',
    'email',
    'message',
  ]);
});
