import { expect, test } from 'vitest';
import type { Field } from '../../../src/form-definitions/form-definition.ts';
import { forms } from '../../../src/form-definitions/forms.ts';
import { clean, isRequired, validate } from '../../../src/forms/validate.ts';

const flag = '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}';

test.each([
  ['\u202aada@x.org\u202c', 'ada@x.org'],
  ['\u200bada@x.org', 'ada@x.org'],
  ['ada@x.org\u00a0', 'ada@x.org'],
  ['ada\u200b@x\u00ad.org', 'ada@x.org'],
  ['ada\u00a0@x.org', 'ada@x.org'],
  ['a b@x.org', 'a b@x.org'],
  ['a@gmail。com', 'a@gmail.com'],
  ['a＠ｇｍａｉｌ．com', 'a@gmail.com'],
  ['a@gmail｡com', 'a@gmail.com'],
  ['a@gmail.com\ufe0f', 'a@gmail.com'],
  ['a\u034f@gm\u115fail.c\u3164om\u{E0101}', 'a@gmail.com'],
  ['анна@пример\u200d.рф', 'анна@пример.рф'],
  ['\u00b4a@x.org', '\u0301a@x.org'],
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
  ['\u06dd', '\u06dd'],
  ['\u0601 ١\u200b', '\u0601 ١'],
  ['I ❤\ufe0f\u200b', 'I ❤\ufe0f'],
  ['葛\u{E0100} ', '葛\u{E0100}'],
  ['Ada\ufe0f', 'Ada'],
  ['Ada\u3000\ufe0f', 'Ada'],
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

test.each([
  ...['200b', '3164', '2800', 'fe0f', '115f', '1160', 'ffa0', '17b4', '180b'],
  ...['34f', 'fffc', '1d159', 'e0101', 'e007f', 'feff', '3000', 'd800'],
])('a name of U+%s alone is blank', (code) => {
  const name = `${String.fromCodePoint(Number.parseInt(code, 16))} \u2060`;
  const typed = { name, email: 'a@b.co', message: 'Hello' };
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
