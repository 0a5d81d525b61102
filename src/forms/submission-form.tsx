import { useEffect, useReducer, useRef, useState } from 'react';
import { type Location, useNavigate } from 'react-router-dom';
import { isPressedEarly } from '../boot/early-input.ts';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import type { FormDefinition } from '../form-definitions/form-definition.ts';
import { useStatus } from '../outbox/use-outbox.ts';
import { setPreference } from '../visitor/local-preferences.ts';
import { draftOf, dropDraft } from './draft.ts';
import { typedInto } from './field-values.ts';
import { FormBody } from './form-body.tsx';
import { initialState, nextState } from './form-state.ts';
import { type HistoryState, historyStateOf } from './history-state.ts';
import { ThankYou } from './thank-you.tsx';
import { useSubmit } from './use-submit.ts';

// Not react-hook-form: it adds 15 kB, and has neither drafts nor early presses.
/** A form from its data: validates, submits, thanks; keeps the text on error. */
export function SubmissionForm({
  form,
  location: { key, state, ...path },
}: {
  form: FormDefinition;
  /** Of the page that is shown. */
  location: Location;
}) {
  const navigate = useNavigate();
  const latest = useRef(key);
  useEffect(() => {
    latest.current = key;
  }, [key]);
  const { edit, ended } = historyStateOf({ state });
  /** So that a reload, or coming back, does not begin the edit anew. */
  function endVisit() {
    // Not where the visitor edits another, or has left, meanwhile.
    if (latest.current !== key || location.pathname !== path.pathname) return;
    const ended: HistoryState = { ended: key };
    navigate(path, { replace: true, state: ended });
  }
  // Coming here again, by a link to this page or to edit the same message, starts
  // the form anew; ending an edit does not, so that the thank-you stays.
  const visit = edit ? { edit, end: endVisit } : undefined;
  return (
    <FormOrThanks key={edit ? key : (ended ?? key)} form={form} visit={visit} />
  );
}

function FormOrThanks({
  form,
  visit: first,
}: {
  form: FormDefinition;
  /** One coming to this page to edit the unsent message of that id. */
  visit: { edit: string; end: () => void } | undefined;
}) {
  // Also after its end: the thank-you, or the refused words, belong to it.
  const [visit] = useState(first);
  const [state, dispatch] = useReducer(nextState, undefined, () =>
    initialState(visit?.edit, isPressedEarly(form.name)),
  );
  const { view, original, edits } = state;
  const isThanks = view === 'thanks';
  const element = useRef<HTMLFormElement>(null);
  const draft = draftOf(form.name, edits);

  useSubmit({ form, element, state, draft, dispatch });
  // Words that were refused here may arrive after all: retried in the dialog, or
  // by another tab. They are thanked for, unless they are being changed.
  const isRefused = !isThanks && original?.status === 'refused';
  const status = useStatus(original?.id ?? '', original?.status ?? 'gone');
  useEffect(() => {
    if (!isRefused || status !== 'sent' || !element.current) return;
    const typed = typedInto(element.current, original?.values);
    if (Object.keys(typed).length === 0) dispatch({ type: 'arrive' });
  }, [isRefused, status, original]);
  useEffect(() => {
    if (!isThanks) return;
    dropDraft(draft);
    visit?.end();
    const email = original?.values?.email;
    if (form.remembersEmail && email) setPreference('pear_user_email', email);
  }, [isThanks, draft, visit, form, original]);

  if (!isThanks || !original) {
    const isStored = status === 'refused' || status === 'queued';
    const isFailure = state.problem?.message === form.failure;
    return (
      <FormBody
        {...{ form, element, draft, state, dispatch }}
        isKept={isRefused && isStored && isFailure}
      />
    );
  }
  return (
    // The form in its place would be sent a second time.
    <ErrorBoundary
      instead={
        <p role="status" tabIndex={-1} ref={(thanks) => thanks?.focus()}>
          {form.thanks}
        </p>
      }
    >
      <ThankYou {...{ form, original, dispatch }} />
    </ErrorBoundary>
  );
}
