import type { Field, Form } from '../descriptions/form.ts';

export type Values = Readonly<Record<string, string>>;

export type Verdict =
  | { ok: true; values: Values }
  | { ok: false; message: string; field: string };

/** Controls, format characters and halves of a pair. */
const unseen = '\\p{Cc}\\p{Cf}\\p{Cs}';
/** The last of those by which the flag of a region is written. */
const flagsEnd = '\\u{E007F}';
const blank = `(?!${flagsEnd})[\\s\\p{Z}${unseen}]`;
const ends = new RegExp(`^(?:${blank})+|(?:${blank})+$`, 'gu');
/** A space within an address is seen, and makes it none. */
const within = new RegExp(`(?! )${blank}`, 'gu');
/** Those of other programs, such as a slide's whose text is pasted. */
const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const controls = /(?![\t\n])[\p{Cc}\p{Cs}]/gu;

/**
 * Takes what stands in a field, returns what is submitted of it: without what
 * nobody sees at its ends, in an email also within, and without controls.
 */
export function clean(type: Field['type'], text: string): string {
  const seen = text.replace(ends, '');
  if (type === 'email') return seen.replace(within, '');
  return seen.replace(lineEnds, '\n').replace(controls, '');
}

/** Letters of any script; a script's own may be written in Latin ones. */
const address = /^[^\s@]+@[^\s@]+\.((\p{L}\p{M}*){2,}|xn--[a-z\d-]+)$/iu;
const checks = {
  filled: (value: string) => value !== '',
  email: (value: string) => address.test(value),
};

/** Returns the first rule's message with the field to blame, or what to submit. */
export function validate(form: Form, typed: Values): Verdict {
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
export function blankFields({ fields, rules }: Form, typed: Values): string[] {
  return fields
    .filter(({ name, type }) => clean(type, typed[name] ?? '') === '')
    .map(({ name }) => name)
    .filter((name) => rules.some(({ fields }) => fields.includes(name)));
}

/** Whether the form's rules accept this email, alone. */
export function acceptsEmail(form: Form, email: string): boolean {
  return form.rules
    .filter(({ fields }) => fields.includes('email'))
    .every(({ check }) => checks[check](clean('email', email)));
}

/** Whether the form cannot be submitted without this field: no rule takes ''. */
export function isRequired(form: Form, name: string): boolean {
  return form.rules.some(({ fields }) => fields.includes(name));
}

function tooLong({ label, maxLength }: Field, length: number): string {
  return `${label} can be at most ${maxLength} characters long. It is ${length} now.`;
}
