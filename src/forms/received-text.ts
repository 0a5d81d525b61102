import type {
  Field,
  FormDefinition,
} from '../form-definitions/form-definition.ts';

/** Says what we get, from the fields, so that the sentence is true of each form. */
export function describeReceived(form: FormDefinition): string {
  const list = form.fields
    .map(nameOf)
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1');
  return `We get ${list}${form.disclosure.purpose}.`;
}

function nameOf({ type, label }: Field): string {
  if (type === 'checkbox') return `your answer to “${label}”`;
  return `your ${label.toLowerCase()}`;
}
