import { expect, test, vi } from 'vitest';
import type {
  Field,
  FormDefinition,
  Values,
} from '../../../src/form-definitions/form-definition.ts';
import {
  collections,
  type FormName,
  forms,
} from '../../../src/form-definitions/forms.ts';
import { cleanText } from '../../../src/forms/clean-text.ts';
import { suggestEmail } from '../../../src/forms/did-you-mean.ts';
import {
  acceptsEmail,
  describeProblem,
  findEmptyFields,
  hasProblem,
  isRequired,
  validate,
} from '../../../src/forms/validate.ts';
import { formSpecsByName } from '../../support/forms.ts';

/** Validates without the browser's own check of an email. */
function validateInNode(form: FormDefinition, typed: Values) {
  return validate(form, typed, () => '');
}

const text = { type: 'text', maxLength: 5000, autocomplete: 'off' } as const;
const sampleFields: Field[] = [
  { ...text, name: 'name', label: 'Name' },
  { ...text, name: 'email', label: 'Email', type: 'email' },
  { ...text, name: 'message', label: 'Message', type: 'multiline' },
];
const allRequired = 'Please fill in all fields.';
const malformedEmail = 'Please enter a valid email address.';

/** Forms that stay as they are when the site's forms change. */
const plainForm: FormDefinition = {
  ...forms.feedback,
  fields: sampleFields,
  rules: [
    {
      fields: ['name', 'email', 'message'],
      check: 'filled',
      message: allRequired,
    },
  ],
};
const strictForm: FormDefinition = {
  ...plainForm,
  rules: [
    ...plainForm.rules,
    { fields: ['email'], check: 'email', message: malformedEmail },
  ],
};
const sampleForms = { plain: plainForm, strict: strictForm };
type SampleName = keyof typeof sampleForms;

const sampleValues = {
  name: 'Ada',
  email: 'ada@loom.example',
  message: 'I cut patterns.',
};

const flagEmoji =
  '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}';

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
])('cleans the email %j to %j', (typed, cleaned) => {
  expect(cleanText('email', typed)).toBe(cleaned);
});

test.each([
  ['\ufeff\u3000Ada\u2003\u200d\n', 'Ada'],
  ['مرحبا (Pear)!', 'مرحبا (Pear)!'],
  ['\u200fמרחבא\u200f', 'מרחבא'],
  ['👨‍👩‍👧', '👨‍👩‍👧'],
  [` ${flagEmoji}\u202c`, flagEmoji],
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
  ['❤\ufe0f\ufe0f', '❤\ufe0f\ufe0f'],
  // Only what follows the last visible character directly belongs to it.
  ['❤\u200b\ufe0f', '❤'],
  ['\u{1F3F4}\u200b\u{E0067}\u{E007F}', '\u{1F3F4}'],
  ['☂\u{E0067}\u{E007F}', '☂'],
])('cleans the text %j to %j', (typed, cleaned) => {
  expect(cleanText('multiline', typed)).toBe(cleaned);
});

test.each([
  ['blanks between two words', `a${' '.repeat(300_000)}b`],
  ['line breaks between two words', `a${'\r\n'.repeat(150_000)}b`],
  ['invisible characters between two words', `a${'\u200b'.repeat(300_000)}b`],
  ['variation selectors', `❤${'\ufe0f'.repeat(300_000)}b`],
  ['flags without an end', `${'\u{1F3F4}\u{E0067}'.repeat(60_000)}b`],
  ['at signs', `${'a@'.repeat(150_000)}b`],
  ['dots', `a@${'b.'.repeat(150_000)}1`],
  ['letters with accents', `a@b.${'e\u0301'.repeat(100_000)}1`],
])('checks a huge text of %s, which a quadratic check could not', (_, text) => {
  const values = { name: text, email: text, message: text };
  expect(validateInNode(plainForm, values)).toMatchObject({ ok: false });
  expect(validateInNode(strictForm, values)).toMatchObject({ ok: false });
  expect(suggestEmail(text)).toBeUndefined();
});

const names = Object.keys(forms) as FormName[];
/** Valid values by form, copied from the records that the form stores. */
const records = Object.fromEntries(
  names.map((form) => [
    form,
    { ...formSpecsByName[form].records[collections[form]] },
  ]),
) as Record<FormName, Record<string, string>>;

test.each(names)('accepts and trims the values of %s', (form) => {
  const paddedValues = Object.fromEntries(
    Object.entries(records[form]).map(([name, value]) => [name, ` ${value}\n`]),
  );
  const result = { ok: true, values: records[form] };
  expect(validateInNode(forms[form], paddedValues)).toEqual(result);
  expect(validateInNode(forms[form], {})).toMatchObject({ ok: false });
});

interface InvalidCase {
  form: FormName;
  /** The values that differ from valid ones. */
  values: Record<string, string>;
  /** The first field that is marked as invalid. */
  field: string;
  message: string;
}

const bothMissing = 'Please enter both email and favorite brand.';
const waitlistCases: InvalidCase[] = [
  {
    form: 'waitlist',
    values: { email: ' ', favoriteBrand: '' },
    field: 'favoriteBrand',
    message: bothMissing,
  },
  {
    form: 'waitlist',
    values: { email: ' ' },
    field: 'email',
    message: bothMissing,
  },
];

const brandSignupCases: InvalidCase[] = [
  {
    form: 'brandSignup',
    values: { name: '', email: '' },
    field: 'name',
    message: 'You must add a name.',
  },
  {
    form: 'brandSignup',
    values: { email: '', company: '' },
    field: 'email',
    message: 'Please enter an email.',
  },
  {
    form: 'brandSignup',
    values: { company: '' },
    field: 'company',
    message: 'You must enter a company name.',
  },
];

const emptyFieldCases = (['careers', 'feedback'] as const).flatMap((form) =>
  ['name', 'email', 'message'].map((field): InvalidCase => {
    return { form, values: { [field]: ' ' }, field, message: allRequired };
  }),
);

test.each([...waitlistCases, ...brandSignupCases, ...emptyFieldCases])(
  'rejects $form with $values because of $field',
  (invalidCase) => {
    const { form, values, field, message } = invalidCase;
    const result = validateInNode(forms[form], { ...records[form], ...values });
    expect(result).toMatchObject({ ok: false, message });
    expect(result).toHaveProperty('fields.0', field);
  },
);

test.each(['plain', 'a@b', 'a@b.c', 'a b@c.de', '@b.co', 'a@b.c0'])(
  'rejects the email %s if a rule checks it',
  (email) => {
    const values = { ...sampleValues, email };
    expect(validateInNode(plainForm, values)).toMatchObject({ ok: true });
    const failure = { ok: false, message: malformedEmail, fields: ['email'] };
    expect(validateInNode(strictForm, values)).toEqual(failure);
  },
);

test('the first rule that fails has the message', () => {
  const values = { ...sampleValues, email: 'plain', message: ' ' };
  const failure = { ok: false, message: allRequired, fields: ['message'] };
  expect(validateInNode(strictForm, values)).toEqual(failure);
});

const texts = forms.careers.fields.filter(
  ({ type }) => type === 'text' || type === 'multiline',
);
test.each(texts)('accepts at most $maxLength characters of $label', (spec) => {
  const { name: field, label, maxLength: limit } = spec;
  const values = { ...records.careers, [field]: 'x'.repeat(limit) };
  expect(validateInNode(forms.careers, values)).toEqual({ ok: true, values });

  const tooLong = { ...values, [field]: 'x'.repeat(limit + 1) };
  const message = `${label} can be at most ${limit} characters long. Yours had ${limit + 1}.`;
  const failure = { ok: false, fields: [field], message };
  expect(validateInNode(forms.careers, tooLong)).toEqual(failure);
});

test.each([
  '200b',
  '3164',
  '2800',
  'fe0f',
  '115f',
  '1160',
  'ffa0',
  '17b4',
  '180b',
  '34f',
  'fffc',
  '1d159',
  'e0101',
  'e007f',
  'feff',
  '3000',
  'd800',
])('treats a name of only U+%s as empty', (code) => {
  const name = `${String.fromCodePoint(Number.parseInt(code, 16))} \u2060`;
  const typed = { ...sampleValues, name };
  expect(validateInNode(plainForm, typed)).toMatchObject({ fields: ['name'] });
});

test('the fields that fail a rule are in the order of the page', () => {
  const fields = ['message', 'email', 'name'];
  const rules = [{ fields, check: 'filled', message: allRequired } as const];
  const form = { ...plainForm, rules };
  expect(validateInNode(form, {})).toMatchObject({
    fields: ['name', 'email', 'message'],
  });
});

test('returns the names of the empty required fields', () => {
  const added: Field = { ...text, name: 'added', label: 'Added' };
  const form = { ...plainForm, fields: [...sampleFields, added] };
  const typed = { name: ' ', email: 'a', message: '\u200b', added: '' };
  expect(findEmptyFields(form, typed)).toEqual(['name', 'message']);
  expect(isRequired(form, 'email')).toBe(true);
  expect(isRequired(form, 'added')).toBe(false);
});

test.each<[SampleName, string, boolean]>([
  ['strict', 'ada@loom.example', true],
  ['strict', ' ada@loom.example ', true],
  ['strict', 'ada@loom', false],
  ['strict', 'ada@loom.example, bea@loom.example', false],
  ['strict', 'anna@пример.рф', true],
  ['strict', 'anna@xn--e1afmkfd.xn--p1ai', true],
  ['strict', 'amit@डाटामेल.भारत', true],
  ['strict', 'ada@loom。example', true],
  ['strict', 'anna@пример.р', false],
  ['strict', 'anna@пример.1ф', false],
  ['strict', '', false],
  ['plain', 'ada@loom', true],
  ['plain', ' ', false],
])(
  'decides whether the rules of %s accept the email %j: %s',
  (form, email, isAccepted) => {
    expect(acceptsEmail(sampleForms[form], email)).toBe(isAccepted);
  },
);

/** Replaces the browser's email field by one that accepts only `validEmail`. */
function stubEmailField(validEmail: string, validationMessage = '') {
  const field = { type: '', value: '', validationMessage };
  const checkValidity = () =>
    field.type === 'email' && field.value === validEmail;
  const createElement = () => Object.assign(field, { checkValidity });
  vi.stubGlobal('document', { createElement });
}

test.each([
  ['ada@loom.example', 'ada@loom.example'],
  ['anna@пример.рф', 'anna@xn--e1afmkfd.xn--p1ai'],
  ['ada@loom..example', 'ada@loom..example'],
  ['ada @loom.example', 'ada @loom.example'],
  ['ada@loom2.пример', 'ada@loom2.xn--e1afmkfd'],
  ['amit@डाटामेल.भारत', 'amit@xn--c2bd4bq1db8d.xn--h2brj9c'],
  ['ada@loom!y.example', 'ada@loom!y.example'],
  ['ada@xn--a.example', 'ada@xn--a.example'],
])('lets the browser check the email %s as %s', (email, checkedEmail) => {
  stubEmailField(checkedEmail);
  const values = { ...sampleValues, email };
  const result = validate(plainForm, values);
  expect(result).toEqual({ ok: true, values });
});

test.each<[SampleName, string, string]>([
  ['plain', 'In the words of the browser.', 'In the words of the browser.'],
  ['plain', '', malformedEmail],
  ['strict', 'In the words of the browser.', malformedEmail],
])(
  'if the browser rejects an email of %s and says "%s", the message is "%s"',
  (form, browserMessage, message) => {
    stubEmailField('another@loom.example', browserMessage);
    const result = validate(sampleForms[form], sampleValues);
    expect(result).toEqual({ ok: false, fields: ['email'], message });
  },
);

/** Validates the values, which must be invalid, and returns the problem. */
function findProblem(form: FormDefinition, typed: Record<string, string>) {
  const validation = validateInNode(form, typed);
  if (validation.ok) throw new Error('The values are valid');
  return describeProblem(form, typed, validation);
}

test('a message about several fields belongs to no single field', () => {
  expect(findProblem(plainForm, { email: 'a@b.de' })).toEqual({
    kind: 'invalid',
    message: allRequired,
    invalidFields: ['name', 'message'],
    emptyFields: ['name', 'message'],
  });
});

test('a message about one field names that field', () => {
  const rules = ['name', 'message'].map((field) => {
    const message = `You must add a ${field}.`;
    return { fields: [field], check: 'filled', message } as const;
  });
  const form = { ...plainForm, rules };
  expect(findProblem(form, { email: 'a@b.de' })).toEqual({
    kind: 'invalid',
    message: 'You must add a name.',
    messageField: 'name',
    invalidFields: ['name'],
    emptyFields: ['name', 'message'],
  });
  expect(findProblem(strictForm, { ...sampleValues, email: 'a' })).toEqual({
    kind: 'invalid',
    message: malformedEmail,
    messageField: 'email',
    invalidFields: ['email'],
    emptyFields: [],
  });
});

test('a field that was empty has a problem until it is filled in', () => {
  const problem = findProblem(plainForm, {});
  const isMarked = (typed: Record<string, string>) =>
    hasProblem(plainForm, typed, problem, 'email');
  expect(isMarked({ email: ' ' })).toBe(true);
  expect(isMarked({ email: 'a' })).toBe(false);
});

test('a field that was malformed has a problem until it is valid', () => {
  stubEmailField('ada@loom.example');
  const problem = findProblem(strictForm, { ...sampleValues, email: 'a' });
  const isMarked = (email: string, field: string) =>
    hasProblem(strictForm, { ...sampleValues, email }, problem, field);
  expect(isMarked('ada@loom', 'email')).toBe(true);
  expect(isMarked('ada@loom', 'name')).toBe(false);
  expect(isMarked('ada@loom.example', 'email')).toBe(false);
});
