import { expect, test } from 'vitest';
import {
  collections,
  type FormName,
  forms,
} from '../../../src/form-definitions/forms.ts';
import {
  acceptsEmail,
  blankFields,
  validate,
} from '../../../src/forms/validate.ts';
import { routes } from '../../../src/routes.ts';
import { elementTypes, specs } from '../../support/forms.ts';

const names = Object.keys(forms) as FormName[];
/** What each form is filled in with, by its own record. */
const whole = Object.fromEntries(
  names.map((form) => [form, { ...specs[form].records[collections[form]] }]),
) as Record<FormName, Record<string, string>>;

test.each(names)('%s: whole and trimmed', (form) => {
  const padded = Object.fromEntries(
    Object.entries(whole[form]).map(([name, value]) => [name, ` ${value}\n`]),
  );
  const values = whole[form];
  expect(validate(forms[form], padded)).toEqual({ ok: true, values });
});

const all = 'Please fill in all fields.';
const both = 'Please enter both email and favorite brand.';
const noAddress = 'Please enter a valid email address.';
const noEmail = 'Please enter an email.';
const x = (length: number) => 'x'.repeat(length);
const most = specs.careers.fields.at(-1)?.maxLength ?? 0;

/** In a form that is whole but for these values, the field to blame. */
type Wrong = [FormName, Record<string, string>, string, string];

const blank = (['careers', 'feedback'] as const).flatMap((form) =>
  ['name', 'email', 'message'].map(
    (name): Wrong => [form, { [name]: ' ' }, name, all],
  ),
);
const misspelt = ['plain', 'a@b', 'a@b.c', 'a b@c.de', '@b.co', 'a@b.c0'].map(
  (email): Wrong => ['feedback', { email }, 'email', noAddress],
);
const atMost = (label: string, length: number) =>
  `${label} can be at most ${length} characters long. It is ${length + 1} now.`;

test.each<Wrong>([
  ['waitlist', { email: ' ', favoriteBrand: '' }, 'favoriteBrand', both],
  ['waitlist', { email: ' ' }, 'email', both],
  ['brandSignup', { name: '', email: '' }, 'name', 'You must add a name.'],
  ['brandSignup', { email: '', company: '' }, 'email', noEmail],
  ['brandSignup', { company: '' }, 'company', 'You must enter a company name.'],
  ...blank,
  ...misspelt,
  ['feedback', { email: 'plain', message: ' ' }, 'message', all],
  ['careers', { name: x(101) }, 'name', atMost('Name', 100)],
  ['careers', { message: x(most + 1) }, 'message', atMost('Message', most)],
])('%s with %o: %s is to blame', (form, values, field, message) => {
  const verdict = validate(forms[form], { ...whole[form], ...values });
  expect(verdict).toEqual({ ok: false, field, message });
});

test('the required fields that draw nothing are blank', () => {
  const typed = { name: ' ', email: 'a', message: '\u200b' };
  expect(blankFields(forms.careers, typed)).toEqual(['name', 'message']);
});

test('a text at its limit is accepted, and nothing at all is not', () => {
  const at = { ...whole.careers, message: x(most) };
  expect(validate(forms.careers, at)).toMatchObject({ ok: true });
  for (const form of names) {
    expect(validate(forms[form], {})).toMatchObject({ ok: false });
  }
});

test.each(names)('%s: the form is as specified', (name) => {
  const { fields, ...form } = forms[name];
  const { path, button, failure, thanks, ...spec } = specs[name];
  const heading = spec.heading ?? spec.title;
  const words = { name, submitLabel: button, failure, thanks, heading };
  expect(form).toMatchObject(words);
  const found = routes.filter(({ form }) => form === name);
  expect(found).toMatchObject([{ path, page: 'form' }]);
  const shown = fields.map(({ name: _, type, ...field }) => ({
    ...field,
    type: elementTypes[type],
  }));
  expect(shown).toEqual(
    spec.fields.map(({ value: _, autocomplete = 'off', ...field }) => ({
      ...field,
      autocomplete,
    })),
  );
});

test.each<[FormName, string, boolean]>([
  ['feedback', 'ada@loom.example', true],
  ['feedback', ' ada@loom.example ', true],
  ['feedback', 'ada@loom', false],
  ['feedback', 'ada@loom.example, bea@loom.example', false],
  ['feedback', '', false],
  ['waitlist', 'ada@loom', true],
  ['waitlist', ' ', false],
])('%s: its email may be %j: %s', (form, email, fits) => {
  expect(acceptsEmail(forms[form], email)).toBe(fits);
});
