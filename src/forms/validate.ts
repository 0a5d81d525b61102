import { formTexts } from '../content/form-texts.ts';
import type {
  FormDefinition,
  Values,
} from '../form-definitions/form-definition.ts';
import { cleanText } from './clean-text.ts';

export type Validation = { ok: true; values: Values } | Invalidity;

interface Invalidity {
  ok: false;
  message: string;
  /** The fields that fail the same check, in the form's order. */
  fields: readonly [string, ...string[]];
}

/** The top-level domain has letters of any script, or is Punycode. */
const emailPattern = /^[^\s@]+@[^\s@]+\.((\p{L}\p{M}*){2,}|xn--[a-z\d-]+)$/iu;
const checks = {
  filled: (value: string) => value !== '',
  email: (value: string) => emailPattern.test(value),
};

/**
 * Returns the values to submit, or the message of the first failed check. The form's
 * rules come first, then the lengths, and the browser's own check of an email last.
 */
export function validate(
  form: FormDefinition,
  typed: Values,
  checkEmail = checkEmailInBrowser,
): Validation {
  const values: Record<string, string> = {};
  for (const { name, type } of form.fields) {
    values[name] = cleanText(type, typed[name] ?? '');
  }
  const getValue = (name: string) => values[name] ?? '';
  const names = form.fields.map(({ name }) => name);

  for (const { fields, check, message } of form.rules) {
    const failsRule = (name: string) =>
      fields.includes(name) && !checks[check](getValue(name));
    const [first, ...others] = names.filter(failsRule);
    if (first) return { ok: false, message, fields: [first, ...others] };
  }

  for (const { name, label, maxLength } of form.fields) {
    const { length } = getValue(name);
    if (length <= maxLength) continue;

    const message = formTexts.tooLong(label, maxLength, length);
    return { ok: false, message, fields: [name] };
  }

  const emailRule = form.rules.find(({ check }) => check === 'email');
  for (const { name, type } of form.fields) {
    const error = type === 'email' ? checkEmail(getValue(name)) : '';
    if (!error) continue;

    const message = emailRule?.message ?? error;
    return { ok: false, message, fields: [name] };
  }

  return { ok: true, values };
}

/** What a form shows about values that it does not accept. */
export interface FormProblem {
  /**
   * 'invalid': the visitor can correct the text. 'conflict': the submission that the form
   * edits was sent, changed or deleted. 'failed': the text was neither stored nor sent, or
   * the server has refused it.
   */
  kind: 'invalid' | 'conflict' | 'failed';
  /** '' if the message was removed, and only fields stay marked as invalid. */
  message: string;
  /** The field of the error message. If undefined, the message is above the button. */
  messageField?: string | undefined;
  /** Fields that the submit found invalid. Each stays marked until it is valid. */
  invalidFields?: readonly string[];
  emptyFields?: readonly string[];
}

/** Describes a failed validation: which fields to mark, and where the message goes. */
export function describeProblem(
  form: FormDefinition,
  typed: Values,
  { message, fields }: Invalidity,
): FormProblem {
  const emptyFields = findEmptyFields(form, typed);
  // A message about several fields stands above the button.
  const messageField = fields.length === 1 ? fields[0] : undefined;
  return {
    kind: 'invalid',
    message,
    messageField,
    invalidFields: fields,
    emptyFields,
  };
}

/** Whether a marked field still is what it was marked for: empty or invalid. */
export function hasProblem(
  form: FormDefinition,
  typed: Values,
  { emptyFields = [] }: FormProblem,
  field: string,
): boolean {
  if (emptyFields.includes(field))
    return findEmptyFields(form, typed).includes(field);

  const validation = validate(form, typed);
  return !validation.ok && validation.fields.includes(field);
}

export function findEmptyFields(form: FormDefinition, typed: Values): string[] {
  return form.fields
    .filter(({ name }) => isRequired(form, name))
    .filter(({ name, type }) => cleanText(type, typed[name] ?? '') === '')
    .map(({ name }) => name);
}

export function acceptsEmail(form: FormDefinition, email: string): boolean {
  return form.rules
    .filter(({ fields }) => fields.includes('email'))
    .every(({ check }) => checks[check](cleanText('email', email)));
}

/** A field is required if a rule checks it that does not accept an empty value. */
export function isRequired(form: FormDefinition, name: string): boolean {
  return form.rules.some(
    ({ fields, check }) => fields.includes(name) && !checks[check](''),
  );
}

/**
 * Returns the browser's own message about a malformed email, or ''. The form shows
 * that message itself, because Firefox for Android shows no validation bubble. The
 * form's own field cannot be checked, because it holds the email as it was typed.
 */
function checkEmailInBrowser(email: string): string {
  const field = document.createElement('input');
  field.type = 'email';
  field.value = toAscii(email);
  if (field.checkValidity()) return '';
  return field.validationMessage || formTexts.invalidEmail;
}

/** Converts the domain to Punycode, because Safari rejects non-ASCII domains. */
function toAscii(email: string): string {
  const match = /^(.*)@([\p{L}\p{M}\p{N}.-]+)$/u.exec(email);
  if (!match) return email;

  const [, user, domain] = match;
  try {
    return `${user}@${new URL(`http://${domain}`).hostname}`;
  } catch {
    return email;
  }
}
