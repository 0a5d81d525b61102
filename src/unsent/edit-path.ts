import { findFormName, forms } from '../form-definitions/forms.ts';
import { routes } from '../routes.ts';
import type { Submission } from '../submissions/outbox.ts';

/**
 * Returns the path of the page that edits a submission. Returns undefined if this version
 * has no such form, or if the form that has replaced a former form lacks a field, because
 * that form could neither show the field nor send it.
 */
export function findEditPath({
  form,
  values,
}: Pick<Submission, 'form' | 'values'>): string | undefined {
  const name = findFormName(form);
  if (!name) return undefined;

  const fields = forms[name].fields.map((field) => field.name);
  const hasAllFields = Object.keys(values).every((key) => fields.includes(key));
  if (name !== form && !hasAllFields) return undefined;
  return routes.find((route) => route.form === name)?.path;
}
