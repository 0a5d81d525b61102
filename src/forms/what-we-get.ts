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

/** Returns the label of a field as a word within a sentence, such as "favorite brand". */
export function getLabelInSentence({ label, beginsWithName }: Field): string {
  return beginsWithName
    ? label
    : label.charAt(0).toLowerCase() + label.slice(1);
}

function describeField(form: FormDefinition, field: Field): string {
  if (field.type === 'checkbox') return `your answer to “${field.label}”`;

  const text = `your ${getLabelInSentence(field)}`;
  return isRequired(form, field.name) ? text : `${text} (if you fill it in)`;
}
