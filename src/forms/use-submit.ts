import { type Dispatch, type FormEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { ChunkFailure } from '../async/load-chunk.ts';
import type { NotSubmitted } from '../outbox/client.ts';
import { focusField, valuesIn } from './fields.tsx';
import type { FormAction } from './form-state.ts';
import type { Form } from './forms.ts';
import { loadedSubmitting, loadSubmitting } from './load-submitting.ts';
import { type Values, type Verdict, validate } from './validate.ts';

/** So long may saving take before the button says that it is busy. */
const patience = 150;

/**
 * Gives what handles the form's submit: it waits until the form is ready, checks,
 * submits and says what came of it. What is submitted replaces the submission
 * `replaces`, if given, and keeps those of its values that this version of the
 * form has no field for.
 */
export function useSubmit(
  form: Form,
  /** Gives the words that the form begins with, once it has them. */
  whenReady: () => Promise<{ isGone: boolean; start: Values | undefined }>,
  replaces: string | undefined,
  dispatch: Dispatch<FormAction>,
  onAccepted: (values: Values) => void,
) {
  const sending = useRef(false);

  async function send(element: HTMLFormElement, values: Values): Promise<void> {
    const { submitOnce } = await loadSubmitting();
    const result = await submitOnce(element, values, replaces);
    const accepted = { ...result, values };
    // At once: there is nothing that the visitor waits for more.
    flushSync(() => dispatch({ type: 'accept', accepted }));
    onAccepted(values);
  }

  function explain(error: unknown): void {
    const isConflict = (error as Partial<NotSubmitted>).code === 'conflict';
    const words = isConflict && loadedSubmitting()?.conflict;
    const message = words || form.failure;
    const failure = error instanceof ChunkFailure ? error : undefined;
    const problem = { message, failure };
    dispatch({ type: 'problem', problem, overtaken: isConflict });
    report(form, error);
  }

  /** Its words stay in the fields unless they are accepted. */
  async function checkAndSend(element: HTMLFormElement): Promise<void> {
    const { isGone, start } = await whenReady();
    // Nothing replaces words that the visitor has not seen.
    if (replaces && (isGone || !start)) {
      // Throws where it was missing code that kept them away.
      await loadSubmitting();
      return explain({ code: isGone ? 'conflict' : 'unread' });
    }
    let verdict = check(form, element);
    if (verdict?.ok) {
      // What is typed until the code to send it has come is sent too.
      await loadSubmitting();
      verdict = check(form, element);
    }
    if (verdict?.ok) {
      return send(element, { ...start, ...verdict.values });
    }
    dispatch({ type: 'problem', problem: verdict });
    if (verdict) focusField(element, verdict.field);
  }

  return async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    dispatch({ type: 'submit' });
    // What is done in a moment need not be announced.
    const slow = setTimeout(dispatch, patience, { type: 'slow' });
    await checkAndSend(event.currentTarget).catch(explain);
    clearTimeout(slow);
    sending.current = false;
  };
}

/**
 * What the form holds, or what is wrong with it; undefined where the browser
 * says it. Its own check, of a malformed address, comes last, and a form that
 * has words of its own for that says them instead.
 */
function check(form: Form, element: HTMLFormElement): Verdict | undefined {
  const verdict = validate(form, valuesIn(element));
  if (!verdict.ok || element.checkValidity()) return verdict;
  const rule = form.rules.find(({ check }) => check === 'email');
  if (rule) return { ok: false, message: rule.message, field: 'email' };
  element.reportValidity();
  return undefined;
}

function report({ name }: Form, error: unknown): void {
  const { id = 'unsaved', code = 'no-code' } = error as Partial<NotSubmitted>;
  console.error(`pear: ${name} ${id}: ${code}`);
}
