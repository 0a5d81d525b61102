import type {
  Field,
  FormDefinition,
  Values,
} from '../form-definitions/form-definition.ts';

export type Validation = { ok: true; values: Values } | Invalidity;

interface Invalidity {
  ok: false;
  message: string;
  /** The fields that fail the same check, in the form's order. */
  fields: readonly [string, ...string[]];
}

/**
 * A code point that draws nothing: spaces, control characters, lone surrogates,
 * default-ignorable code points, and some that Unicode lists as symbols.
 */
const invisibleChar =
  '[\\s\\p{Z}\\p{Cc}\\p{Cs}\\p{DI}\\u2800\\uFFF9-\\uFFFC\\u{1D159}]';
const invisibleCharPattern = new RegExp(`^${invisibleChar}$`, 'u');
/**
 * Invisible characters after the last visible one that belong to it: the tags of a flag
 * emoji such as England's, or the variation selectors of an emoji or ideograph.
 */
const flagTagsPattern = /^[\u{E0020}-\u{E007F}]+/u;
const variationSelectorsPattern = /^\p{VS}+/u;
const blackFlag = '\u{1F3F4}';
/** Invisible characters to remove from an email. A space stays, and causes an error. */
const invisiblePattern = new RegExp(`(?! )${invisibleChar}`, 'gu');
/** Line breaks other than "\n", as in text pasted from slides. */
const lineBreakPattern = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const controlChars = /(?![\t\n])[\p{Cc}\p{Cs}]/gu;

/**
 * Removes invisible characters at both ends, and all control characters. Also
 * normalizes an email, because no mail reaches a domain with full-width letters.
 */
export function clean(type: Field['type'], text: string): string {
  const trimmed = trimInvisible(text);
  if (type !== 'email') {
    return trimmed.replace(lineBreakPattern, '\n').replace(controlChars, '');
  }
  const email = trimmed.replace(invisiblePattern, '').normalize('NFKC');
  // Trims last, because NFKC turns some accents into a space and a combining mark.
  return email.replaceAll('\u3002', '.').trim();
}

/**
 * Looks at each character once. A regular expression for the end of a text would try
 * each of its blanks as the first of the last ones, which takes minutes for a pasted
 * column of empty cells.
 */
function trimInvisible(text: string): string {
  const chars = [...text];
  const isVisible = (char: string) => !invisibleCharPattern.test(char);
  const firstIndex = chars.findIndex(isVisible);
  if (firstIndex < 0) return '';

  const endIndex = chars.length - [...chars].reverse().findIndex(isVisible);
  const visibleChars = chars.slice(firstIndex, endIndex);
  const rest = chars.slice(endIndex).join('');
  return visibleChars.join('') + findEmojiEnd(visibleChars.at(-1), rest);
}

/** Returns the beginning of `rest` that belongs to the last visible character. */
function findEmojiEnd(lastChar = '', rest = ''): string {
  if (lastChar === blackFlag) return flagTagsPattern.exec(rest)?.[0] ?? '';
  const isAscii = lastChar <= '\u007f';
  return isAscii ? '' : (variationSelectorsPattern.exec(rest)?.[0] ?? '');
}

/** The top-level domain has letters of any script, or is Punycode. */
const emailPattern = /^[^\s@]+@[^\s@]+\.((\p{L}\p{M}*){2,}|xn--[a-z\d-]+)$/iu;
const checks = {
  filled: (value: string) => value !== '',
  email: (value: string) => emailPattern.test(value),
};

/**
 * Returns the values to submit, or the message of the first failed check. The form's
 * rules come first, then the lengths, and `checkEmail` last.
 */
export function validate(
  form: FormDefinition,
  typed: Values,
  checkEmail: (email: string) => string = () => '',
): Validation {
  const values: Record<string, string> = {};
  for (const { name, type } of form.fields) {
    values[name] = clean(type, typed[name] ?? '');
  }
  const getValue = (name: string) => values[name] ?? '';

  for (const { fields, check, message } of form.rules) {
    const isInvalid = (name: string) => !checks[check](getValue(name));
    const [first, ...others] = fields.filter(isInvalid);
    if (first) return { ok: false, message, fields: [first, ...others] };
  }

  for (const { name, label, maxLength } of form.fields) {
    const { length } = getValue(name);
    const message = `${label} can be at most ${maxLength} characters long. Yours had ${length}.`;
    if (length > maxLength) return { ok: false, message, fields: [name] };
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

/** Validates as `validate` does, with the browser's own check of an email. */
export function validateInBrowser(
  form: FormDefinition,
  typed: Values,
): Validation {
  return validate(form, typed, checkEmailInBrowser);
}

/** What a form shows about values that it does not accept. */
export interface FormProblem {
  /** The visitor corrects the text, or cannot: an edit's submission is gone, or failed. */
  kind: 'invalid' | 'conflict' | 'failed';
  /** '' if only the marks of fields are left. */
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
  const kind = 'invalid';
  return { kind, message, messageField, invalidFields: fields, emptyFields };
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

  const validation = validateInBrowser(form, typed);
  return !validation.ok && validation.fields.includes(field);
}

export function findEmptyFields(form: FormDefinition, typed: Values): string[] {
  return form.fields
    .filter(({ name, type }) => clean(type, typed[name] ?? '') === '')
    .flatMap(({ name }) => (isRequired(form, name) ? name : []));
}

export function acceptsEmail(form: FormDefinition, email: string): boolean {
  return form.rules
    .filter(({ fields }) => fields.includes('email'))
    .every(({ check }) => checks[check](clean('email', email)));
}

/** A field is required if a rule checks it, because no rule accepts an empty value. */
export function isRequired(form: FormDefinition, name: string): boolean {
  return form.rules.some(({ fields }) => fields.includes(name));
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
  return field.validationMessage || 'Please enter a valid email address.';
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
