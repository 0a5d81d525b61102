import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { reload } from '../boot/reload.ts';
import { Button } from '../components/button.tsx';
import { chunkFailure as words } from '../content/failures.ts';
import { formNeeds } from '../content/fields.ts';
import { adoptEarlyInput, keepDraft, readDraft } from './draft.ts';
import { ErrorMessage } from './error-message.tsx';
import { FormField } from './form-field.tsx';
import type { LoadFailure, Problem } from './form-state.ts';
import type { Form } from './forms.ts';
import { remember } from './remembered.ts';
import styles from './submission-form.module.css';
import type { Values } from './validate.ts';

/** The form itself: its fields keep what is typed, also across a reload. */
export function Fields({
  form,
  draft,
  start,
  fixed,
  problem,
  attempts,
  busy,
  onSubmit,
  note,
}: {
  form: Form;
  /** The name of what is typed here, for this tab. */
  draft: string;
  start: Values | undefined;
  /** Values of read-only fields. */
  fixed: Values;
  problem: Problem | undefined;
  /** Submits so far: the same problem is announced again. */
  attempts: number;
  busy: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  note: ReactNode;
}) {
  const element = useRef<HTMLFormElement>(null);
  const errorId = `${form.name}-error`;
  useEffect(() => {
    adoptEarlyInput(form.name, draft);
    const fill = () => element.current && fillIn(element.current, draft, start);
    fill();
    // Safari empties such fields in a page that Back brings back whole, in a
    // task of its own after this event.
    window.onpageshow = () => setTimeout(fill, 100);
  }, [form, draft, start]);
  /** What is known may be forgotten, so it is no part of the draft. */
  function typedInto(element: HTMLFormElement): Values {
    const typed = Object.entries(valuesIn(element)).filter(
      // Blank fields may still wait for the words that are edited.
      ([name, text]) => !fixed[name] && (start || text),
    );
    return Object.fromEntries(typed);
  }
  function forgetEmail() {
    flushSync(() => remember('pear_user_email', ''));
    if (!element.current) return;
    // It may have been typed here before it was remembered.
    keepDraft(draft, typedInto(element.current));
    focusField(element.current, 'email');
  }
  return (
    <form
      ref={element}
      name={form.name}
      className={styles.form}
      onSubmit={onSubmit}
      onInput={({ currentTarget }) =>
        keepDraft(draft, typedInto(currentTarget))
      }
      noValidate
      // Without a script a GET would put what was typed into the address.
      method="dialog"
      // Drafts bring back what was typed; Firefox would bring back what was
      // sent, over a draft too. Fields say by themselves what suits them.
      autoComplete="off"
    >
      {form.fields.map((field) => {
        const value = fixed[field.name];
        return (
          <FormField
            key={`${field.name} ${value ?? ''}`}
            {...field}
            value={value || start?.[field.name] || ''}
            onNotYou={value ? forgetEmail : undefined}
            invalid={problem?.field === field.name}
            describedBy={errorId}
          />
        );
      })}
      <ErrorMessage key={attempts} id={errorId} message={problem?.message} />
      {problem?.failure && <NotLoaded {...problem.failure} />}
      <Button busy={busy}>{form.submitLabel}</Button>
      <p className="needs">{formNeeds}</p>
      {note}
    </form>
  );
}

/** What is typed stays as a draft, unless storage is forbidden. */
function NotLoaded({ kind, address }: LoadFailure) {
  return (
    <p>
      {words.title}: {words.kinds[kind]}, {address}{' '}
      <a href={location.pathname} onClick={reload}>
        {words.reload}
      </a>
    </p>
  );
}

/** What stands in the form of this name; static ones are typed into too. */
export function valuesOfForm(name: string): Values {
  if (typeof document === 'undefined') return {};
  const form = document.forms.namedItem(name);
  return form ? valuesIn(form) : {};
}

export function valuesIn(form: HTMLFormElement): Values {
  return Object.fromEntries(new FormData(form)) as Values;
}

/** Brings the draft back into the fields that nobody has typed into. */
function fillIn(form: HTMLFormElement, draft: string, start: Values = {}) {
  for (const [name, text] of Object.entries(readDraft(draft))) {
    const field = fieldOf(form, name);
    const isUntouched = field?.value === (start[name] ?? '');
    if (isUntouched && !field.readOnly) field.value = text;
  }
}

export function focusField(form: HTMLFormElement, name: string): void {
  fieldOf(form, name)?.focus();
}

function fieldOf(form: HTMLFormElement, name: string) {
  return form.elements.namedItem(name) as HTMLInputElement | null;
}
