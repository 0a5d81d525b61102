import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { isSubmittedEarly } from '../boot/early-input.ts';
import { conflictText } from '../content/delivery.ts';
import type { FormDefinition } from '../form-definitions/form-definition.ts';
import {
  outbox,
  type Submission,
  type SubmitError,
} from '../submissions/outbox.ts';
import { writability } from '../submissions/writability.ts';
import { checkClock } from '../visitor/device-clock.ts';
import { getSubmissionId, readDraft } from './draft.ts';
import { fillIn, focusField, readValues } from './field-values.ts';
import type { FormParts, FormProblem } from './form-state.ts';
import { findEmptyFields, type Validation, validate } from './validate.ts';

/** Validates and submits the form each time that `isBusy` becomes true. */
export function useSubmit(context: FormParts): void {
  const { form, element, draft, dispatch } = context;
  const { view, isBusy, editedId, original } = context.state;
  const getOriginal = useEdit(context, view === 'form' ? editedId : undefined);
  const handleSubmit = useEffectEvent(async () => {
    const result = await getOriginal();
    // The visitor has left the page. The draft contains the text.
    if (!element.current) return;
    // After a conflict the status is 'gone', and the text is submitted as a new message.
    const replacedId = original?.status === 'gone' ? undefined : editedId;
    // If the stored message could not be read, the form must not replace it.
    if (replacedId && typeof result === 'string') return handleError(result);
    const validation = validateElement(form, element.current);
    if (!validation.ok) {
      const problem = findProblem(form, element.current, validation);
      // The error must be rendered first, because screen readers read it on focus.
      flushSync(() => dispatch({ type: 'fail', problem }));
      focusField(element.current, validation.field);
      return;
    }
    const baseValues = typeof result === 'object' ? result : original?.values;
    // A newer version may have stored fields that this form does not have.
    const values = { ...baseValues, ...validation.values };
    try {
      const ids = { id: getSubmissionId(draft, values), replaces: replacedId };
      checkClock();
      const submitResult = await outbox.submit(form.name, values, ids);
      writability.set(submitResult.status === 'queued');
      dispatch({ type: 'accept', original: { ...submitResult, values } });
    } catch (error) {
      const { code = 'no-code', id } = error as Partial<SubmitError>;
      if (code !== 'conflict') writability.set(false);
      handleError(code, id);
    }
  });

  function handleError(code: string, id = 'unsaved'): void {
    if (code === 'conflict')
      dispatch({ type: 'conflict', message: conflictText });
    else dispatch({ type: 'fail', problem: { message: form.failure } });
    console.error(`pear: ${form.name} ${id}: ${code}`);
  }

  useLayoutEffect(() => {
    // The button was pressed while React hydrated the page.
    if (isSubmittedEarly(form.name)) dispatch({ type: 'submit' });
  }, [form, dispatch]);
  useEffect(() => {
    let isSubmitRunning = isBusy;
    // Deferred, because StrictMode runs the effect twice, but only one run may submit.
    queueMicrotask(() => isSubmitRunning && void handleSubmit());
    return () => {
      isSubmitRunning = false;
    };
  }, [isBusy]);
}

function findProblem(
  form: FormDefinition,
  element: HTMLFormElement,
  { message, field }: Validation & { ok: false },
): FormProblem {
  const emptyFields = findEmptyFields(form, readValues(element));
  const rule = form.rules.find((each) => each.message === message);
  const invalidFields =
    rule?.fields.filter((name) => emptyFields.includes(name)) ?? [];
  if (invalidFields.length > 1) return { message, invalidFields, emptyFields };
  return { message, messageField: field, invalidFields: [field], emptyFields };
}

/** Checks the form's rules first, then the emails with the browser's check. */
export function validateElement(
  form: FormDefinition,
  element: HTMLFormElement,
): Validation {
  const validation = validate(form, readValues(element));
  if (!validation.ok) return validation;
  for (const { name, type } of form.fields) {
    const error = type === 'email' && checkEmail(validation.values[name] ?? '');
    if (!error) continue;
    const rule = form.rules.find(({ check }) => check === 'email');
    return { ok: false, message: rule?.message ?? error, field: name };
  }
  return validation;
}

type EditedValues = Submission['values'] | 'conflict' | 'unread';

/**
 * Prevents the delivery of an unsent message while the form edits it. Returns a
 * function that waits for the message to load, and retries a load that has failed.
 */
function useEdit({ element, draft, dispatch }: FormParts, id?: string) {
  const [attempt, setAttempt] = useState(0);
  const valuesPromise = useRef<Promise<EditedValues>>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` repeats the effect
  useEffect(() => {
    if (!id) return;
    let isEffectActive = true;
    // Begins the edit only after StrictMode's extra cleanup, which would end it.
    const editPromise = Promise.resolve().then(() =>
      isEffectActive ? outbox.edit(id) : undefined,
    );
    valuesPromise.current = editPromise.then(
      (edit) => {
        if (!edit) return 'conflict';
        const { values } = edit.submission;
        if (!isEffectActive || !element.current) return values;
        dispatch({ type: 'load', values });
        // A delayed submit may read the fields before React has set these values.
        fillIn(element.current, { ...values, ...readDraft(draft).typed });
        return values;
      },
      () => 'unread' as const,
    );
    return () => {
      isEffectActive = false;
      // Ends the edit, so that the outbox may send the original, if still stored.
      editPromise.then((edit) => edit?.end()).catch(() => undefined);
    };
  }, [id, attempt, element, draft, dispatch]);
  return async (): Promise<EditedValues | undefined> => {
    const result = await valuesPromise.current;
    if (result === 'unread') setAttempt(attempt + 1);
    return result;
  };
}

/**
 * Returns the browser's own message about a malformed email, or ''. The form shows
 * that message itself, because Firefox for Android shows no validation bubble.
 */
function checkEmail(email: string): string {
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
