import type {
  Field,
  FormDefinition,
} from '../form-definitions/form-definition.ts';
import { isRequired } from './validate.ts';

/** Says what we get, from the fields, so that the sentence is true of each form. */
export function describeWhatWeGet(form: FormDefinition): string {
  const list = form.fields
    .map((field) => describeField(form, field))
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1');
  return `We get ${list}${form.disclosure.purpose}.`;
}

function describeField(
  form: FormDefinition,
  { name, type, label }: Field,
): string {
  if (type === 'checkbox') return `your answer to “${label}”`;

  const text = `your ${label.toLowerCase()}`;
  return isRequired(form, name) ? text : `${text} (if you fill it in)`;
}
