import { useEffect, useReducer, useRef } from 'react';
import type { Location } from 'react-router-dom';
import { isSubmittedEarly } from '../boot/early-input.ts';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { conflictText } from '../content/delivery.ts';
import type { FormDefinition } from '../form-definitions/form-definition.ts';
import { prefetchSendCode } from '../submissions/send-code.ts';
import { useStatus } from '../submissions/use-outbox.ts';
import { setPreference } from '../visitor/local-preferences.ts';
import { deleteDraft, getDraftName } from './draft.ts';
import { findChangedValues } from './field-values.ts';
import { FormBody } from './form-body.tsx';
import { createFormState, formReducer } from './form-state.ts';
import { addToEntryState, readState } from './history-state.ts';
import { ThankYou } from './thank-you.tsx';
import { useSubmit } from './use-submit.ts';

type Props = { form: FormDefinition; location: Location };

/**
 * A form that ends in a thank-you. react-hook-form would add 15 kB, and supports
 * neither drafts nor clicks before hydration.
 */
export function SubmissionForm({ form, location }: Props) {
  const { key } = location;
  const [state, dispatch] = useReducer(formReducer, undefined, () =>
    createFormState(readState(location).edit, isSubmittedEarly(form.name)),
  );
  const { view, original, editedId, problem } = state;
  const isThanksShown = view === 'thanks';
  const element = useRef<HTMLFormElement>(null);
  const draft = getDraftName(form.name, editedId);
  const context = { form, element, state, draft, dispatch };

  useSubmit(context);
  useEffect(() => void prefetchSendCode(), []);
  const wasRefused = !isThanksShown && original?.status === 'refused';
  const status = useStatus(original?.id ?? '', original?.status ?? 'gone');
  useEffect(() => {
    // Continues only if the unsent dialog or another tab has sent the refused message.
    if (!wasRefused || status !== 'sent' || !element.current) return;
    const typed = findChangedValues(element.current, original.values);
    if (Object.keys(typed).length > 0)
      dispatch({ type: 'conflict', message: conflictText });
    else dispatch({ type: 'accept', original: { ...original, status } });
  }, [wasRefused, status, original]);
  useEffect(() => {
    if (!isThanksShown) return;
    deleteDraft(draft);
    // A reload must not begin the edit again.
    addToEntryState(key, { edit: undefined });
    const email = original?.values?.email;
    if (form.remembersEmail && email) setPreference('pear_user_email', email);
  }, [isThanksShown, draft, key, form, original]);

  if (!isThanksShown || !original) {
    const isUnsent = status === 'refused' || status === 'queued';
    const isFailure = problem?.message === form.failure;
    const isKeptInOutbox = wasRefused && isUnsent && isFailure;
    return <FormBody {...context} isStored={isKeptInOutbox} />;
  }
  // If rendering fails, a short thank-you shows, because visitors would resubmit a form.
  const thanksElement = (
    <p
      role="status"
      aria-live="off"
      tabIndex={-1}
      ref={(thanks) => thanks?.focus()}
    >
      {form.thanks}
    </p>
  );
  return (
    <ErrorBoundary instead={thanksElement}>
      <ThankYou {...{ form, original, dispatch }} />
    </ErrorBoundary>
  );
}
