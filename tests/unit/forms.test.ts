import { expect, test } from 'vitest';
import { type FormName, forms, overtaken } from '../../src/forms/forms.ts';
import { isAcceptable, validate } from '../../src/forms/validate.ts';
import {
  brandForm,
  careersForm,
  feedbackForm,
  formSpecs,
  waitlistForm,
} from '../support/forms.ts';

function messageOf(form: FormName, values: Record<string, string>) {
  const verdict = validate(forms[form], values);
  return verdict.ok ? undefined : verdict.message;
}

const whole: Record<FormName, Record<string, string>> = {
  waitlist: { ...waitlistForm.records.waitlist },
  brandSignup: { ...brandForm.records.brandContact },
  careers: { ...careersForm.records.careers },
  feedback: { ...feedbackForm.records.feedback },
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
  '%s: one message for any required field that is blank',
  (form) => {
    const [rule] = forms[form].rules;
    expect(rule?.check).toBe('filled');
    for (const name of rule?.fields ?? []) {
      const blank = { ...whole[form], [name]: ' ' };
      expect(messageOf(form, blank)).toBe(rule?.message);
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

test.each(formSpecs)('$path: the form is as specified', (spec) => {
  const name = spec.path.slice(1) as FormName;
  const { fields, submitLabel, failure, ...form } = forms[name];
  expect(form.name).toBe(name);
  expect(submitLabel).toBe(spec.button);
  expect(failure).toBe(spec.failure);
  expect(fields.map(({ name: _, ...field }) => field)).toEqual(
    spec.fields.map(({ value: _, type, autocomplete = 'off', ...field }) => ({
      ...field,
      type: type === 'textarea' ? 'multiline' : type,
      autocomplete,
    })),
  );
  const names = fields.map((field) => field.name);
  expect(names.sort()).toEqual(Object.keys(whole[name]).sort());
});

test('the messages are as specified', () => {
  expect(messageOf('waitlist', {})).toBe(
    'Please enter both email and favorite brand.',
  );
  expect(messageOf('careers', {})).toBe('Please fill in all fields.');
  expect(messageOf('feedback', {})).toBe('Please fill in all fields.');
  expect(overtaken).toMatch(/^Your earlier message was sent or changed/);
});

test('what is wrong names the first field to blame', () => {
  const fieldOf = (form: FormName, values: Record<string, string>) =>
    validate(forms[form], values);
  expect(fieldOf('careers', { name: 'Ada', email: 'a@b.co' })).toMatchObject({
    ok: false,
    field: 'message',
  });
  expect(fieldOf('waitlist', {})).toMatchObject({ field: 'favoriteBrand' });
  expect(
    fieldOf('feedback', { ...whole.feedback, email: 'a@b' }),
  ).toMatchObject({ field: 'email' });
  const long = 'x'.repeat(101);
  expect(fieldOf('careers', { ...whole.careers, name: long })).toEqual({
    ok: false,
    field: 'name',
    message: 'Name can be at most 100 characters long.',
  });
});

test.each<[FormName, string, string, boolean]>([
  ['feedback', 'email', 'ada@loom.example', true],
  ['feedback', 'email', ' ada@loom.example ', true],
  ['feedback', 'email', 'ada@loom', false],
  ['feedback', 'email', 'ada@loom.example, bea@loom.example', false],
  ['feedback', 'email', '', false],
  ['feedback', 'name', 'not an address', true],
  ['waitlist', 'email', 'ada@loom', true],
  ['waitlist', 'email', ' ', false],
  ['waitlist', 'unknown', '', true],
])('%s: %s may be %j: %s', (form, field, value, fits) => {
  expect(isAcceptable(forms[form], field, value)).toBe(fits);
});
