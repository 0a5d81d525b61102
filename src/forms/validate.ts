import type { Field, Form, Rule } from './forms.ts';

export type Values = Readonly<Record<string, string>>;

export type Verdict =
  | { ok: true; values: Values }
  | { ok: false; message: string; field: string };

const address = /^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/;

/** Gives the first rule's message with the field to blame, or trimmed values. */
export function validate(form: Form, typed: Values): Verdict {
  const values = Object.fromEntries(
    form.fields.map(({ name }) => [name, (typed[name] ?? '').trim()]),
  );
  for (const rule of form.rules) {
    const field = rule.fields.find((name) => !passes(rule, values[name] ?? ''));
    if (field !== undefined) return { ok: false, message: rule.message, field };
  }
  const long = form.fields.find(({ name, maxLength }) =>
    exceeds(values[name] ?? '', maxLength),
  );
  if (long) return { ok: false, message: tooLong(long), field: long.name };
  return { ok: true, values };
}

/** Whether the form's rules accept a value of this field, alone. */
export function isAcceptable(form: Form, field: string, value: string) {
  return form.rules
    .filter(({ fields }) => fields.includes(field))
    .every((rule) => passes(rule, value.trim()));
}

function passes(rule: Rule, value: string): boolean {
  return rule.check === 'email' ? address.test(value) : value !== '';
}

function exceeds(value: string, maxLength: number): boolean {
  return value.length > maxLength;
}

function tooLong({ label, maxLength }: Field): string {
  return `${label} can be at most ${maxLength} characters long.`;
}
