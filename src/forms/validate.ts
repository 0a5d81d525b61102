import type { Field, Form } from '../descriptions/form.ts';
import { clean } from './clean.ts';

export type Values = Readonly<Record<string, string>>;

export type Verdict =
  | { ok: true; values: Values }
  | { ok: false; message: string; field: string };

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

/** Whether the form's rules accept a value of this field, alone. */
export function isAcceptable(form: Form, name: string, value: string) {
  const { type = 'text' } = form.fields.find((one) => one.name === name) ?? {};
  return form.rules
    .filter(({ fields }) => fields.includes(name))
    .every(({ check }) => checks[check](clean(type, value)));
}

/** Whether the form cannot be submitted without this field. */
export function isRequired(form: Form, name: string): boolean {
  return form.rules.some(
    ({ check, fields }) => check === 'filled' && fields.includes(name),
  );
}

function tooLong({ label, maxLength }: Field, length: number): string {
  return `${label} can be at most ${maxLength} characters long. It is ${length} now.`;
}
