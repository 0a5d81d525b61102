import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isSubmittedEarly } from '../boot/early-events.ts';
import type { Values } from '../form-definitions/form-definition.ts';
import { outbox, SubmitError } from '../submissions/outbox.ts';
import { writability } from '../submissions/writability.ts';
import { drafts } from './drafts.ts';
import { focusField, readEditableValues, readValues } from './field-values.ts';
import type { EditedSubmission, FormParts } from './form-state.ts';
import { useEdit } from './use-edit.ts';
import { describeProblem, validate } from './validate.ts';

/**
 * Returns the form's `onSubmit`. A submit waits for the draft and for the submission that
 * the form edits, because the text in the fields is incomplete until then. Then it
 * validates, and puts the values into the outbox under the id of the draft. Each way ends
 * in one action, 'accept', 'conflict' or 'fail', unless the visitor has left the page.
 */
export function useSubmit(
  { form, element, draftName, dispatch }: FormParts,
  edited: EditedSubmission | undefined,
  whenOpen: () => Promise<void>,
): (event: SubmitEvent) => void {
  /** Unlike the state, this changes before the second press in the same task. */
  const isSubmitting = useRef(false);
  const readEdited = useEdit(edited?.id, ({ values }) => {
    // A submit reads the fields next, so the submission must be in them.
    flushSync(() => dispatch({ type: 'load', values }));
  });

  /** Resolves with the values as last read, or with undefined if the form edits none. */
  async function readEditedValues(): Promise<Values | undefined> {
    if (!edited) return undefined;
    const { id, state, values } = edited;
    if (state === 'gone') return values;

    const submission = await readEdited().catch(() => {
      // The form must not replace a submission that it could not read.
      throw new SubmitError(id, 'unread');
    });
    if (!submission) throw new SubmitError(id, 'conflict');
    return submission.values;
  }

  async function submit(): Promise<void> {
    const editedValues = await readEditedValues();
    await whenOpen();
    // The visitor has left the page. The draft contains the text.
    if (!element.current) return;

    const typed = readValues(element.current);
    const validation = validate(form, typed);
    if (!validation.ok) {
      const problem = describeProblem(form, typed, validation);
      // The error must be rendered first, because screen readers read it on focus.
      flushSync(() => dispatch({ type: 'fail', problem }));
      focusField(element.current, validation.fields[0]);
      return;
    }

    // A newer version may have stored fields that this form does not have.
    const values = { ...editedValues, ...validation.values };
    // A draft has no remembered email, so drafts are compared without it.
    const draftText = readEditableValues(element.current);
    const id = await drafts.handOver(draftName, draftText);
    const replaces = edited?.state === 'gone' ? undefined : edited?.id;
    const result = await outbox.submit(form.name, values, { id, replaces });
    writability.set(result.status === 'queued');
    dispatch({ type: 'accept', accepted: { ...result, values } });
  }

  function reportError(error: unknown): void {
    const problem = { kind: 'failed', message: form.failure } as const;
    if (!(error instanceof SubmitError)) {
      dispatch({ type: 'fail', problem });
      // An error in the code appears in the console as any uncaught error does.
      throw error;
    }

    if (error.code === 'conflict') {
      dispatch({ type: 'conflict' });
    } else {
      dispatch({ type: 'fail', problem });
      writability.set(false);
    }
    console.error(`pear: ${form.name} ${error.id}: ${error.code}`);
  }

  async function handleSubmit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    dispatch({ type: 'submit' });
    try {
      await submit().catch(reportError);
    } finally {
      isSubmitting.current = false;
    }
  }

  const [wasPressedEarly] = useState(() => isSubmittedEarly(form.name));
  useEffect(() => {
    // The button was pressed before React had hydrated the page.
    if (wasPressedEarly && element.current) requestSubmit(element.current);
  }, [wasPressedEarly, element]);

  return handleSubmit;
}

/** Submits the form as a press of its button does. */
function requestSubmit(form: HTMLFormElement): void {
  if (form.requestSubmit) form.requestSubmit();
  // Safari before version 16 lacks `requestSubmit`.
  else form.querySelector<HTMLElement>('[type="submit"]')?.click();
}
