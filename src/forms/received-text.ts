import type {
  Field,
  FormDefinition,
} from '../form-definitions/form-definition.ts';
import { isRequired } from './validate.ts';

/** Says what we get, from the fields, so that the sentence is true of each form. */
export function describeReceived(form: FormDefinition): string {
  const names = form.fields.map((field) => {
    const isOptional = !isRequired(form, field.name);
    return isOptional ? `${nameOf(field)} (optional)` : nameOf(field);
  });
  const list = names.join(', ').replace(/, ([^,]*)$/, ' and $1');
  return `We get ${list}${form.disclosure.purpose}.`;
}

function nameOf({ type, label }: Field): string {
  if (type === 'checkbox') return `your answer to “${label}”`;
  return `your ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}
