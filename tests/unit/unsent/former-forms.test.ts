import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { forms } from '../../../src/form-definitions/forms.ts';
import { createRecords } from '../../../src/form-definitions/records.ts';
import { createSubmission } from '../../../src/outbox/submission.ts';
import { findEditPath } from '../../../src/unsent/edit-path.ts';
import { formatMessage } from '../../../src/unsent/message-text.ts';
import { UnsentItem } from '../../../src/unsent/unsent-item.tsx';
import {
  careersForm,
  createValues,
  feedbackForm,
} from '../../support/forms.ts';

// Earlier releases had these forms. One was replaced, and one was removed.
vi.mock('../../../src/form-definitions/former-forms.ts', () => {
  const opinions = { collection: 'opinions', replacedBy: 'feedback' };
  const shoes = { collection: 'shoes' };
  return { formerForms: new Map(Object.entries({ opinions, shoes })) };
});

const values = createValues('feedback', 1);
const careersValues = createValues('careers', 1);

test('a submission of a former form is stored in the collection of that form', () => {
  const records = createRecords('opinions', values);
  expect(records).toEqual([{ collection: 'opinions', fields: values }]);
});

test('a submission of a former form has the labels of the form that has replaced it', () => {
  const lines = forms.feedback.fields.map(
    ({ name, label }) => `${label}: ${values[name]}`,
  );
  expect(formatMessage({ form: 'opinions', values })).toBe(
    [forms.feedback.dialogLabel, ...lines].join('\n'),
  );
});

test.each([
  { form: 'careers', sent: careersValues, path: careersForm.path },
  // The outbox keeps a field of a newer version while its own form edits the rest.
  {
    form: 'careers',
    sent: { ...careersValues, shoeSize: '42' },
    path: careersForm.path,
  },
  { form: 'opinions', sent: values, path: feedbackForm.path },
  { form: 'opinions', sent: { ...values, stars: '5' }, path: undefined },
  { form: 'shoes', sent: values, path: undefined },
  { form: 'newer', sent: values, path: undefined },
])(
  'the page that edits a submission of $form with $sent is $path',
  ({ form, sent, path }) => {
    expect(findEditPath({ form, values: sent })).toBe(path);
  },
);

test.each([
  ['opinions', true],
  ['shoes', false],
])(
  'an entry of the former form %s has a button "Edit": %s',
  (form, hasEdit) => {
    const submission = createSubmission('1', form, values, 0);
    const act = async () => '';
    const item = createElement(UnsentItem, { submission, act });
    const html = renderToStaticMarkup(item);
    expect(html).toContain('Discard');
    expect(html.includes('Edit')).toBe(hasEdit);
  },
);
