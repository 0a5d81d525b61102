import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { isSubmittedEarly } from '../boot/early-input.ts';
import { conflict } from '../content/delivery.ts';
import type { FormDefinition } from '../form-definitions/form-definition.ts';
import { beginEdit } from '../outbox/editing.ts';
import type { Submission } from '../outbox/submission.ts';
import { type NotSubmitted, submit } from '../outbox/submit.ts';
import { readDraft, submissionIdFor } from './draft.ts';
import { fillIn, focusField, valuesIn } from './field-values.ts';
import type { FormContext, Problem } from './form-state.ts';
import { blankFields, type Verdict, validate } from './validate.ts';

/** Validates and submits the form each time that `isBusy` becomes true. */
export function useSubmit(context: FormContext): void {
  const { form, element, draft, dispatch } = context;
  const { view, isBusy, editedId, original } = context.state;
  const readEdited = useEdit(view === 'form' ? editedId : undefined, context);
  const handleSubmit = useEffectEvent(async () => {
    const result = await readEdited();
    // The visitor has left the page; the draft keeps the text.
    if (!element.current) return;
    // After a conflict the text is submitted as a new message.
    const replaces = original?.status === 'gone' ? undefined : editedId;
    // A message that the visitor has not seen must not be replaced.
    if (replaces && typeof result === 'string') return handleError(result);
    const verdict = check(form, element.current);
    if (!verdict.ok) {
      const problem = problemOf(form, element.current, verdict);
      // The error must be rendered first, because screen readers read it on focus.
      flushSync(() => dispatch({ type: 'fail', problem }));
      focusField(element.current, verdict.field);
      return;
    }
    const previous = typeof result === 'object' ? result : original?.values;
    // A newer version may have stored fields that this form does not have.
    const values = { ...previous, ...verdict.values };
    try {
      const id = submissionIdFor(draft, values);
      const submitted = await submit(form.name, values, { id, replaces });
      dispatch({ type: 'accept', original: { ...submitted, values } });
    } catch (error) {
      const { code = 'no-code', id } = error as Partial<NotSubmitted>;
      handleError(code, id);
    }
  });

  function handleError(code: string, id = 'unsaved'): void {
    if (code === 'conflict') dispatch({ type: 'conflict', message: conflict });
    else dispatch({ type: 'fail', problem: { message: form.failure } });
    console.error(`pear: ${form.name} ${id}: ${code}`);
  }

  useLayoutEffect(() => {
    // The button was pressed while React hydrated the page.
    if (isSubmittedEarly(form.name)) dispatch({ type: 'submit' });
  }, [form, dispatch]);
  useEffect(() => {
    let isCurrent = isBusy;
    // StrictMode calls the effect twice, but the form must be submitted once.
    queueMicrotask(() => isCurrent && void handleSubmit());
    return () => {
      isCurrent = false;
    };
  }, [isBusy]);
}

function problemOf(
  form: FormDefinition,
  element: HTMLFormElement,
  { message, field }: Verdict & { ok: false },
): Problem {
  const empty = blankFields(form, valuesIn(element));
  const rule = form.rules.find((each) => each.message === message);
  const about = rule?.fields.filter((name) => empty.includes(name)) ?? [];
  if (about.length > 1) return { message, about, empty };
  return { message, under: field, about: [field], empty };
}

/** Checks the form's rules first, then the emails with the browser's check. */
export function check(form: FormDefinition, element: HTMLFormElement): Verdict {
  const verdict = validate(form, valuesIn(element));
  if (!verdict.ok) return verdict;
  for (const { name, type } of form.fields) {
    const error = type === 'email' && emailError(verdict.values[name] ?? '');
    if (!error) continue;
    const rule = form.rules.find(({ check }) => check === 'email');
    return { ok: false, message: rule?.message ?? error, field: name };
  }
  return verdict;
}

type Edited = Submission['values'] | 'conflict' | 'unread';

/**
 * Holds an unsent message back while the form edits it. Returns a function that
 * waits until the message has been read; after a failed read, it reads again.
 */
function useEdit(
  id: string | undefined,
  { element, draft, dispatch }: FormContext,
) {
  const [attempt, setAttempt] = useState(0);
  const edited = useRef<Promise<Edited>>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` retries
  useEffect(() => {
    if (!id) return;
    let isCurrent = true;
    // StrictMode runs the effect twice, and the end of an edit sends the message.
    const edit = Promise.resolve().then(() =>
      isCurrent ? beginEdit(id) : undefined,
    );
    edited.current = edit.then(
      (begun) => {
        if (!begun) return 'conflict';
        const { values } = begun.submission;
        if (!isCurrent || !element.current) return values;
        dispatch({ type: 'load', values });
        // A submission that waits for this may run before React renders the values.
        fillIn(element.current, { ...values, ...readDraft(draft).typed });
        return values;
      },
      () => 'unread' as const,
    );
    return () => {
      isCurrent = false;
      // The outbox then sends the message, unless the form has replaced it.
      edit.then((begun) => begun?.end()).catch(() => undefined);
    };
  }, [id, attempt, element, draft, dispatch]);
  return async (): Promise<Edited | undefined> => {
    const result = await edited.current;
    if (result === 'unread') setAttempt(attempt + 1);
    return result;
  };
}

/**
 * Returns the browser's own message about a malformed email, or ''. Reads it from
 * a detached field, because Firefox for Android never shows it in a bubble.
 */
function emailError(email: string): string {
  const field = document.createElement('input');
  field.type = 'email';
  field.value = toAscii(email);
  if (field.checkValidity()) return '';
  return field.validationMessage || 'Please enter a valid email address.';
}

/** Converts the domain to Punycode, because Safari rejects non-ASCII domains. */
function toAscii(email: string): string {
  const [, user, domain = ''] =
    /^(.*)@([\p{L}\p{M}\p{N}.-]+)$/u.exec(email) ?? [];
  try {
    return user ? `${user}@${new URL(`http://${domain}`).hostname}` : email;
  } catch {
    return email;
  }
}
