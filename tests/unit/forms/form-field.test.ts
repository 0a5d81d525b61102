import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Field } from '../../../src/form-definitions/form-definition.ts';
import { FormField } from '../../../src/forms/form-field.tsx';

const checkbox = { type: 'checkbox', asksForMail: false } as const;

/** Returns the HTML of a required field that was submitted empty. */
function renderMissing(
  kind: { type: 'text' | 'email' | 'multiline' } | typeof checkbox,
): string {
  const field: Field = {
    name: 'sample',
    label: 'Sample',
    maxLength: 9,
    autocomplete: 'off',
    ...kind,
  };
  const props = {
    field,
    value: '',
    required: true,
    isFilledIn: false,
    invalid: true,
    isMissing: true,
    errorId: 'error',
    error: undefined,
  };
  return renderToStaticMarkup(createElement(FormField, props));
}

test('a missing text is called empty, and a missing checkbox is called unchecked', () => {
  for (const type of ['text', 'email', 'multiline'] as const)
    expect(renderMissing({ type })).toContain('>This field is empty.<');
  expect(renderMissing(checkbox)).toContain('>This box is not checked.<');
});
