import { expect, test } from 'vitest';
import { type FormName, forms } from '../../../src/form-definitions/forms.ts';
import { routes } from '../../../src/routes.ts';
import { formSpecsByName } from '../../support/forms.ts';

const names = Object.keys(forms) as FormName[];

test.each(names)('%s has the specified texts, page and fields', (name) => {
  const { fields, ...form } = forms[name];
  const { path, button, failure, thanks, ...spec } = formSpecsByName[name];
  const heading = spec.heading ?? spec.title;
  const texts = { name, submitLabel: button, failure, thanks, heading };
  expect(form).toMatchObject(texts);
  const pages = routes.filter((route) => route.form === name);
  expect(pages).toMatchObject([{ path, page: 'form' }]);
  const unnamedFields = fields.map(({ name: _, ...field }) => field);
  const specifiedFields = spec.fields.map(({ value: _, ...field }) => field);
  expect(unnamedFields).toEqual(specifiedFields);
});
