import { expect, test } from 'vitest';
import { type FormName, forms } from '../../src/forms/forms.ts';
import { validate } from '../../src/forms/validate.ts';

function messageOf(form: FormName, values: Record<string, string>) {
  const verdict = validate(forms[form], values);
  return verdict.ok ? undefined : verdict.message;
}

const whole = {
  waitlist: { email: 'a@b.co', favoriteBrand: 'Skeinwell' },
  brandSignup: { name: 'Ada', email: 'a@b.co', company: 'Loom' },
  careers: { name: 'Ada', email: 'a@b.co', message: 'Hello' },
  feedback: { name: 'Ada', email: 'a@b.co', message: 'Hello' },
};

test.each(Object.keys(whole) as FormName[])('%s: whole and trimmed', (form) => {
  const padded = Object.fromEntries(
    Object.entries(whole[form]).map(([name, value]) => [name, ` ${value}\n`]),
  );
  expect(validate(forms[form], padded)).toEqual({
    ok: true,
    values: whole[form],
  });
});

test.each(['waitlist', 'careers', 'feedback'] as const)(
  '%s: one message for any blank field',
  (form) => {
    const message = forms[form].rules[0]?.message;
    for (const name of Object.keys(whole[form])) {
      expect(messageOf(form, { ...whole[form], [name]: ' ' })).toBe(message);
    }
  },
);

test('brandSignup: name, then email, then company', () => {
  expect(messageOf('brandSignup', {})).toBe('You must add a name.');
  expect(messageOf('brandSignup', { name: 'Ada' })).toBe(
    'Please enter an email.',
  );
  expect(messageOf('brandSignup', { name: 'Ada', email: 'a@b.co' })).toBe(
    'You must enter a company name.',
  );
});

test.each(['plain', 'a@b', 'a@b.c', 'a b@c.de', '@b.co', 'a@b.c0'])(
  'feedback: %s is no address',
  (email) => {
    expect(messageOf('feedback', { ...whole.feedback, email })).toBe(
      'Please enter a valid email address.',
    );
  },
);

test('a text over its limit is told, at its limit accepted', () => {
  const { maxLength } = forms.careers.fields[2] ?? { maxLength: 0 };
  const at = 'x'.repeat(maxLength);
  expect(messageOf('careers', { ...whole.careers, message: at })).toBe(
    undefined,
  );
  expect(messageOf('careers', { ...whole.careers, message: `${at}x` })).toBe(
    'Message can be at most 5000 characters long.',
  );
});
