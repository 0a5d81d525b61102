import { useEffect, useReducer, useRef } from 'react';
import type { Location } from 'react-router-dom';
import { isSubmittedEarly } from '../boot/early-events.ts';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import type { FormDefinition } from '../form-definitions/form-definition.ts';
import { prefetchSendCode } from '../submissions/send-code.ts';
import { useStatus } from '../submissions/use-outbox.ts';
import { getDraftName } from './draft-format.ts';
import { drafts } from './drafts.ts';
import { haveSameTexts, readEditableValues } from './field-values.ts';
import { FormBody } from './form-body.tsx';
import {
  createFormState,
  type FormParts,
  type FormState,
  type FormView,
  formReducer,
} from './form-state.ts';
import { addToEntryState, readState } from './history-state.ts';
import { rememberEmail } from './remembered-email.ts';
import type { ShownFormStore } from './shown-form.ts';
import { ThankYou } from './thank-you.tsx';

interface Props {
  form: FormDefinition;
  location: Location;
  shownForm: ShownFormStore;
}

/**
 * A form that ends in a thank-you. react-hook-form would add 15 kB, and supports
 * neither drafts nor clicks before hydration.
 */
export function SubmissionForm({ form, location, shownForm }: Props) {
  const [state, dispatch] = useReducer(formReducer, undefined, () =>
    createFormState(readState(location).edit, isSubmittedEarly(form.name)),
  );
  const element = useRef<HTMLFormElement>(null);
  const editedId = state.view === 'form' ? state.edited?.id : state.editedId;
  const draftName = getDraftName(form.name, editedId);
  const parts: FormParts = { form, element, draftName, dispatch, shownForm };

  useEffect(() => void prefetchSendCode(), []);
  useAcceptance(parts, state, location.key);

  if (state.view === 'form')
    return <EditableForm parts={parts} state={state} />;

  const { accepted } = state;
  // If rendering fails, a short thank-you shows, because visitors would resubmit a form.
  const thanksElement = (
    <p ref={focus} role="status" aria-live="off" tabIndex={-1}>
      {form.thanks}
    </p>
  );
  return (
    <ErrorBoundary instead={thanksElement}>
      <ThankYou parts={parts} accepted={accepted} />
    </ErrorBoundary>
  );
}

function focus(element: HTMLElement | null): void {
  element?.focus();
}

/** Deletes what an accepted submission no longer needs, and remembers its email. */
function useAcceptance(
  { form, draftName }: FormParts,
  state: FormState,
  entryKey: string,
): void {
  const accepted = state.view === 'thanks' ? state.accepted : undefined;
  useEffect(() => {
    if (!accepted) return;
    drafts.remove(draftName);
    // A reload must not begin the edit again.
    addToEntryState(entryKey, { edit: undefined });
    rememberEmail(form, accepted.values);
  }, [accepted, draftName, entryKey, form]);
}

function EditableForm({ parts, state }: { parts: FormParts; state: FormView }) {
  const { element, dispatch } = parts;
  const { edited, problem } = state;
  const returned = edited?.state === 'returned' ? edited : undefined;
  const status = useStatus(returned?.id, 'refused');

  useEffect(() => {
    // Continues only if the unsent dialog or another tab has sent the refused submission.
    if (!returned || status !== 'sent' || !element.current) return;
    const { id, values = {} } = returned;
    const shownValues = readEditableValues(element.current);
    if (haveSameTexts(shownValues, values))
      dispatch({ type: 'accept', accepted: { id, values, status } });
    else dispatch({ type: 'conflict' });
  }, [returned, status, element, dispatch]);

  const isUnsent = status === 'refused' || status === 'queued';
  const isFailure = problem?.kind === 'failed';
  const isStored = returned !== undefined && isUnsent && isFailure;
  return <FormBody parts={parts} state={state} isStored={isStored} />;
}
