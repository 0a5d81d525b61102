import type {
  Field,
  FormDefinition,
} from '../form-definitions/form-definition.ts';

export type Values = Readonly<Record<string, string>>;

export type Validation =
  | { ok: true; values: Values }
  | { ok: false; message: string; field: string };

/**
 * A code point that draws nothing: spaces, control characters, lone surrogates,
 * default-ignorable code points, and some that Unicode lists as symbols.
 */
const invisibleChar =
  '[\\s\\p{Z}\\p{Cc}\\p{Cs}\\p{DI}\\u2800\\uFFF9-\\uFFFC\\u{1D159}]';
const leadingPattern = new RegExp(`^${invisibleChar}+`, 'u');
/** A flag emoji that ends in invisible tag characters, such as England's. */
const flagPattern = '\\u{1F3F4}[\\u{E0020}-\\u{E007F}]+';
/** An emoji or ideograph with a variation selector, which changes the glyph. */
const variationPattern = `(?!${invisibleChar})[^\\0-\\x7F]\\p{VS}+`;
const lastEmojiPattern = `(?:${flagPattern}|${variationPattern})?`;
const endPattern = new RegExp(`(${lastEmojiPattern})${invisibleChar}*$`, 'u');
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
  const trimmed = text.replace(leadingPattern, '').replace(endPattern, '$1');
  if (type !== 'email') {
    return trimmed.replace(lineBreakPattern, '\n').replace(controlChars, '');
  }
  const email = trimmed.replace(invisiblePattern, '').normalize('NFKC');
  // Trims last, because NFKC turns some accents into a space and a combining mark.
  return email.replaceAll('\u3002', '.').trim();
}

/** The top-level domain has letters of any script, or is Punycode. */
const emailPattern = /^[^\s@]+@[^\s@]+\.((\p{L}\p{M}*){2,}|xn--[a-z\d-]+)$/iu;
const checks = {
  filled: (value: string) => value !== '',
  email: (value: string) => emailPattern.test(value),
};

/** Returns the values to submit, or the message of the first failed rule. */
export function validate(form: FormDefinition, typed: Values): Validation {
  const values: Record<string, string> = {};
  for (const { name, type } of form.fields) {
    values[name] = clean(type, typed[name] ?? '');
  }
  for (const { fields, check, message } of form.rules) {
    const field = fields.find((name) => !checks[check](values[name] ?? ''));
    if (field !== undefined) return { ok: false, message, field };
  }
  for (const { name, label, maxLength } of form.fields) {
    const { length } = values[name] ?? '';
    const message = `${label} can be at most ${maxLength} characters long. It is ${length} now.`;
    if (length > maxLength) return { ok: false, message, field: name };
  }
  return { ok: true, values };
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
