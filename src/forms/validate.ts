import type { Field, Form } from '../descriptions/form.ts';

export type Values = Readonly<Record<string, string>>;

export type Verdict =
  | { ok: true; values: Values }
  | { ok: false; message: string; field: string };

const address = /^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/;
const checks = {
  filled: (value: string) => value !== '',
  email: (value: string) => address.test(value),
};

/** Gives the first rule's message with the field to blame, or trimmed values. */
export function validate(form: Form, typed: Values): Verdict {
  const trimmed = (name: string) => (typed[name] ?? '').trim();
  for (const { fields, check, message } of form.rules) {
    const field = fields.find((name) => !checks[check](trimmed(name)));
    if (field !== undefined) return { ok: false, message, field };
  }
  const long = form.fields.find(
    ({ name, maxLength }) => trimmed(name).length > maxLength,
  );
  if (long) return { ok: false, message: tooLong(long), field: long.name };
  const entries = form.fields.map(({ name }) => [name, trimmed(name)]);
  return { ok: true, values: Object.fromEntries(entries) };
}

/** Whether the form's rules accept a value of this field, alone. */
export function isAcceptable(form: Form, field: string, value: string) {
  return form.rules
    .filter(({ fields }) => fields.includes(field))
    .every(({ check }) => checks[check](value.trim()));
}
function tooLong({ label, maxLength }: Field): string {
  return `${label} can be at most ${maxLength} characters long.`;
}
