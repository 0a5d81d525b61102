import { expect, test } from 'vitest';
import { dataDisclosureTexts } from '../../../src/content/data-disclosure.ts';
import { metaDescriptions } from '../../../src/content/meta-descriptions.ts';
import type {
  Field,
  FormDefinition,
} from '../../../src/form-definitions/form-definition.ts';
import { type FormName, forms } from '../../../src/form-definitions/forms.ts';
import { isRequired } from '../../../src/forms/validate.ts';
import {
  describeWhatWeGet,
  getLabelInSentence,
} from '../../../src/forms/what-we-get.ts';
import { routes } from '../../../src/routes.ts';
import { formSpecsByName } from '../../support/forms.ts';

const names = Object.keys(forms) as FormName[];

test.each(names)('%s has the specified texts, page and fields', (name) => {
  const { fields, ...form } = forms[name];
  const { path, button, failure, thanks, ...spec } = formSpecsByName[name];
  const heading = spec.heading ?? spec.title;
  const texts = { name, submitLabel: button, failure, thanks, heading };
  expect(form).toMatchObject(texts);
  expect(form.next?.to).toBe(spec.next);

  const pages = routes.filter((route) => route.form === name);
  expect(pages).toMatchObject([{ path, page: 'form' }]);
  const unnamedFields = fields.map(
    ({ name: _, beginsWithName: __, ...field }) => field,
  );
  const specifiedFields = spec.fields.map(
    ({ value: _, optional: __, ...field }) => field,
  );
  expect(unnamedFields).toEqual(specifiedFields);

  const isOptional = fields.map(
    (field) => !isRequired(forms[name], field.name),
  );
  expect(isOptional).toEqual(
    spec.fields.map(({ optional }) => optional === true),
  );
});

test.each(names)('the rules of %s name only fields of the form', (name) => {
  const { fields, rules } = forms[name];
  const fieldNames = fields.map((field) => field.name);
  expect(fieldNames).toEqual(
    expect.arrayContaining(rules.flatMap((rule) => rule.fields)),
  );
});

test.each(names)(
  'no error of %s requires all fields if one may stay empty',
  (name) => {
    const { fields, rules } = forms[name];
    const isComplete = fields.every((field) =>
      isRequired(forms[name], field.name),
    );
    const claims = rules.filter(({ message }) =>
      /\ball fields\./i.test(message),
    );
    expect(isComplete ? [] : claims).toEqual([]);
  },
);

test.each(names)(
  'each error of %s names the fields that it is about',
  (name) => {
    const { fields, rules } = forms[name];
    for (const { fields: checked, message } of rules) {
      if (/\ball fields\b/i.test(message)) continue;
      // The label of a checkbox is a sentence of its own.
      const labels = fields
        .filter((field) => checked.includes(field.name))
        .filter(({ type }) => type !== 'checkbox')
        .map(({ label }) => label.toLowerCase());
      const missing = labels.filter(
        (label) => !message.toLowerCase().includes(label),
      );
      expect(missing, message).toEqual([]);
    }
  },
);

// Nobody can answer, or find a record by its email, if the visitor has given none.
test.each(names)(
  'what %s promises is also true of a message without an email, if the email may stay empty',
  (name) => {
    const form = forms[name];
    const { before, link, after } = dataDisclosureTexts.erase;
    const { purpose, storedText, erasureText } = form.disclosure;
    const promises = [
      form.lead,
      form.note,
      form.thanks,
      purpose,
      storedText,
      erasureText ?? `${before}${link}${after}`,
    ].filter((text = '') => /\bemail|\b(write|get) back|in touch/.test(text));

    const unconditional = promises.filter(
      (text) => !/\bif\b/i.test(text ?? ''),
    );
    expect(isRequired(form, 'email') ? [] : unconditional).toEqual([]);
  },
);

// A form shows both texts in several states. The line below the thank-you says "Sent." when
// the submission has arrived, and the line below the error says whether it is kept.
test.each(names)(
  'the thank-you and the error of %s do not say what became of the submission',
  (name) => {
    const { thanks, failure } = forms[name];
    const state =
      /\b(received|arrived|reached|delivered|sent|saved|stored|kept|lost|deleted|(have|got) your)\b/i;
    expect([thanks, failure].filter((text) => state.test(text))).toEqual([]);
  },
);

test('a form keeps the email only for another form, and both name the other one', () => {
  const all: FormDefinition[] = Object.values(forms);
  const keepers = all.filter(({ remembersEmail }) => remembersEmail);
  const showers = all.filter(
    ({ showsRememberedEmail }) => showsRememberedEmail,
  );
  expect(keepers.length > 0).toBe(showers.length > 0);

  for (const keeper of keepers) {
    for (const shower of showers) {
      expect(keeper.disclosure.storedText).toContain(
        `the ${shower.dialogLabel.toLowerCase()} form`,
      );
      expect(shower.disclosure.storedText).toContain(
        keeper.dialogLabel.toLowerCase(),
      );
    }
  }
  const silent = all.filter(
    (form) => !keepers.includes(form) && !showers.includes(form),
  );
  for (const { name, disclosure } of silent)
    expect(disclosure.storedText, name).toBeUndefined();
});

test.each(names)('the disclosure of %s names every field', (name) => {
  const text = describeWhatWeGet(forms[name]).toLowerCase();
  for (const { label } of forms[name].fields)
    expect(text).toContain(label.toLowerCase());
});

// "Your instagram handle" would be wrong, but no program knows which words are names.
test('the first words of labels lose their capital letter in sentences, except names', () => {
  const words = names.flatMap((name) =>
    listTextFields(forms[name])
      .filter((field) => !field.beginsWithName)
      .map((field) => getLabelInSentence(field).split(' ')[0]),
  );
  const advice =
    'if a word is the name of a company or an abbreviation, give its field `beginsWithName: true`; add any other word here';
  expect([...new Set(words)].sort(), advice).toEqual([
    'company',
    'email',
    'favorite',
    'message',
    'name',
  ]);
});

test('in a sentence, a label that begins with a name keeps its first capital letter', () => {
  const base = { name: 'a', type: 'text', maxLength: 9, autocomplete: 'off' };
  const field = { ...base, label: 'Instagram handle' } as Field;
  expect(getLabelInSentence(field)).toBe('instagram handle');
  expect(getLabelInSentence({ ...field, beginsWithName: true })).toBe(
    'Instagram handle',
  );
  expect(getLabelInSentence({ ...field, label: 'Your VAT number' })).toBe(
    'your VAT number',
  );
});

test('a disclosure says which fields may stay empty, and quotes checkboxes', () => {
  const text = { maxLength: 9, type: 'text', autocomplete: 'off' } as const;
  const fields: Field[] = [
    { ...text, name: 'name', label: 'Name' },
    { ...text, name: 'phone', label: 'Phone' },
    {
      ...text,
      name: 'news',
      label: 'Send me news',
      type: 'checkbox',
      asksForMail: true,
    },
  ];
  const filledRule = {
    fields: ['name'],
    check: 'filled',
    message: '',
  } as const;
  const disclosure = { purpose: ', and call you' };
  const form = { ...forms.feedback, fields, rules: [filledRule], disclosure };
  expect(describeWhatWeGet(form)).toBe(
    'We get your name, your phone (if you fill it in) and your answer to “Send me news”, and call you.',
  );
});

/** Returns the fields of a form into which a visitor writes, so all but checkboxes. */
function listTextFields({ fields }: FormDefinition): Field[] {
  return fields.filter(({ type }) => type !== 'checkbox');
}

/** Returns what search engines show about the page of a form. */
function readDescription(name: FormName): string {
  const path = routes.find(({ form }) => form === name)?.path ?? '';
  return metaDescriptions[path] ?? '';
}

test.each(names)(
  'the description of the page with %s names each text that a visitor fills in',
  (name) => {
    for (const field of listTextFields(forms[name])) {
      const { label } = field;
      const word =
        label === 'Message' ? /message|a few lines/ : getLabelInSentence(field);
      expect(readDescription(name)).toMatch(word);
    }
  },
);

// The label of a checkbox is a sentence of its own, which fits into no description.
test('no form with a checkbox has a description that claims to name all that the form asks for', () => {
  const completeNames = names.filter((name) =>
    /\ball that\b/.test(readDescription(name)),
  );
  expect(completeNames).not.toEqual([]);
  for (const name of completeNames)
    expect(listTextFields(forms[name]), name).toEqual(forms[name].fields);
});

test('a note that names what is collected names as many texts as the form has', () => {
  const notes = Object.values(forms).flatMap((form: FormDefinition) => {
    const pattern = /collection of your ([\w ,]+?)(?:\.|, and to\b)/;
    const [, list] = pattern.exec(form.note ?? '') ?? [];
    return list === undefined ? [] : [{ form, list }];
  });
  expect(notes).not.toEqual([]);
  for (const { form, list } of notes) {
    const listedNames = list.split(/, (?:and )?| and /);
    expect(listedNames, form.name).toHaveLength(listTextFields(form).length);
  }
});
