import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '../components/button.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { FormField } from '../components/form-field.tsx';
import { NotSubmitted, type Status, submit } from '../outbox/client.ts';
import { type FormName, forms } from './forms.ts';
import styles from './submission-form.module.css';
import { ThankYou } from './thank-you.tsx';
import { type Values, validate } from './validate.ts';

interface Sent {
  id: string;
  status: Status;
  values: Values;
}

/** A form from its data: validates, submits, thanks; keeps the text on error. */
export function SubmissionForm({
  name,
  thanks,
  note,
  onThanks,
  children,
}: {
  name: FormName;
  thanks: string;
  /** Under the button while the form shows. */
  note?: ReactNode;
  onThanks?: (values: Values) => void;
  /** Under the thank-you. */
  children?: ReactNode;
}) {
  const form = forms[name];
  const [sent, setSent] = useState<Sent>();
  const [refused, setRefused] = useState<Sent>();
  const [error, setError] = useState<{ message: string; field?: string }>();
  const [busy, setBusy] = useState(false);
  const attempt = useRef<{ words: string; id: string }>(undefined);
  const element = useRef<HTMLFormElement>(null);

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    setError(undefined);
    const verdict = validate(form, typedInto(event.currentTarget));
    if (!verdict.ok) {
      setError(verdict);
      focusField(event.currentTarget, verdict.field);
      return;
    }
    if (!event.currentTarget.reportValidity()) return;
    setBusy(true);
    await send(verdict.values);
    setBusy(false);
  }

  async function send(values: Values) {
    try {
      const { id, status } = await submit(name, values, {
        id: idFor(values),
        replaces: refused?.id,
      });
      attempt.current = undefined;
      setRefused(undefined);
      setSent({ id, status, values });
      onThanks?.(values);
    } catch (thrown) {
      setError({ message: form.failure });
      report(name, thrown);
    }
  }

  /** The same words get the same id: an unheard answer must not double them. */
  function idFor(values: Values): string {
    const words = JSON.stringify(values);
    if (attempt.current?.words !== words) {
      attempt.current = { words, id: crypto.randomUUID() };
    }
    return attempt.current.id;
  }

  if (sent) {
    return (
      <ThankYou
        id={sent.id}
        first={sent.status}
        text={thanks}
        onRefused={() => {
          setRefused(sent);
          setSent(undefined);
          setError({ message: form.failure });
        }}
      >
        {children}
      </ThankYou>
    );
  }
  return (
    <form
      ref={element}
      className={styles.form}
      onSubmit={handleSubmit}
      noValidate
      aria-busy={busy}
    >
      {form.fields.map((field) => (
        <FormField
          key={field.name}
          {...field}
          value={refused?.values[field.name] ?? ''}
          invalid={error?.field === field.name}
          describedBy={`${name}-error`}
        />
      ))}
      <ErrorMessage id={`${name}-error`} message={error?.message} />
      <Button busy={busy}>{form.submitLabel}</Button>
      <noscript>
        <p>This form needs JavaScript.</p>
      </noscript>
      {note}
    </form>
  );
}

function typedInto(form: HTMLFormElement): Values {
  const typed = [...new FormData(form)].map(
    ([name, value]) => [name, String(value)] as const,
  );
  return Object.fromEntries(typed);
}

function focusField(form: HTMLFormElement, name: string): void {
  form.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
}

function report(form: FormName, error: unknown): void {
  const what =
    error instanceof NotSubmitted ? `${error.id} ${error.code}` : 'unknown';
  console.error(`pear: ${form} ${what}`);
}
