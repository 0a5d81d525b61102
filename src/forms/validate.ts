import type {
  Field,
  FormDefinition,
} from '../form-definitions/form-definition.ts';

export type Values = Readonly<Record<string, string>>;

export type Verdict =
  | { ok: true; values: Values }
  | { ok: false; message: string; field: string };

/**
 * A code point that draws nothing: spaces, controls, lone surrogates,
 * default-ignorable code points, and a few that Unicode lists as symbols.
 */
const blank =
  '[\\s\\p{Z}\\p{Cc}\\p{Cs}\\p{DI}\\u2800\\uFFF9-\\uFFFC\\u{1D159}]';
const start = new RegExp(`^${blank}+`, 'u');
/**
 * Default-ignorable code points change what stands before them if they are the
 * tags of a region's flag, or a variation selector of an emoji or an ideograph.
 */
const flag = '\\u{1F3F4}[\\u{E0020}-\\u{E007F}]+';
const variant = `(?!${blank})[^\\0-\\x7F]\\p{VS}+`;
const end = new RegExp(`((?:${flag}|${variant})?)${blank}*$`, 'u');
/** A space within an address is visible, and makes the address invalid. */
const within = new RegExp(`(?! )${blank}`, 'gu');
/** Those of other programs, such as a slide's whose text is pasted. */
const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const controls = /(?![\t\n])[\p{Cc}\p{Cs}]/gu;

/**
 * Returns what is submitted of a field's text: without blanks at its ends, and
 * without control characters. An email also loses blanks within, and is stored
 * in the form that browsers check: other widths of letters and dots reach no
 * mailbox.
 */
export function clean(type: Field['type'], text: string): string {
  const seen = text.replace(start, '').replace(end, '$1');
  if (type !== 'email') {
    return seen.replace(lineEnds, '\n').replace(controls, '');
  }
  const compatible = seen.replace(within, '').normalize('NFKC');
  // NFKC writes some accents as a space and a combining mark.
  return compatible.replaceAll('\u3002', '.').trim();
}

/** Letters of any script; a script's own may be written in Latin ones. */
const address = /^[^\s@]+@[^\s@]+\.((\p{L}\p{M}*){2,}|xn--[a-z\d-]+)$/iu;
const checks = {
  filled: (value: string) => value !== '',
  email: (value: string) => address.test(value),
};

/** Returns the first rule's message with the field to blame, or what to submit. */
export function validate(form: FormDefinition, typed: Values): Verdict {
  const entries = form.fields.map(
    ({ name, type }) => [name, clean(type, typed[name] ?? '')] as const,
  );
  const values: Values = Object.fromEntries(entries);
  for (const { fields, check, message } of form.rules) {
    const field = fields.find((name) => !checks[check](values[name] ?? ''));
    if (field !== undefined) return { ok: false, message, field };
  }
  for (const field of form.fields) {
    const { length } = values[field.name] ?? '';
    if (length > field.maxLength) {
      return { ok: false, message: tooLong(field, length), field: field.name };
    }
  }
  return { ok: true, values };
}

/** Returns the names of the required fields that are blank. */
export function blankFields(
  { fields, rules }: FormDefinition,
  typed: Values,
): string[] {
  return fields
    .filter(({ name, type }) => clean(type, typed[name] ?? '') === '')
    .map(({ name }) => name)
    .filter((name) => rules.some(({ fields }) => fields.includes(name)));
}

/** Whether the form's rules accept this email, alone. */
export function acceptsEmail(form: FormDefinition, email: string): boolean {
  return form.rules
    .filter(({ fields }) => fields.includes('email'))
    .every(({ check }) => checks[check](clean('email', email)));
}

/** Whether the form cannot be submitted without this field: no rule takes ''. */
export function isRequired(form: FormDefinition, name: string): boolean {
  return form.rules.some(({ fields }) => fields.includes(name));
}

function tooLong({ label, maxLength }: Field, length: number): string {
  return `${label} can be at most ${maxLength} characters long. It is ${length} now.`;
}
