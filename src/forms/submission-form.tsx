import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import type { Location } from 'react-router-dom';
import { isPressedEarly } from '../boot/early-input.ts';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { Link } from '../components/link.tsx';
import type { Form } from '../descriptions/form.ts';
import { remember } from '../visitor/remembered.ts';
import { draftOf, dropDraft, readDraft } from './draft.ts';
import { fillIn } from './field-values.ts';
import { Fields } from './fields.tsx';
import { initialState, nextState } from './form-state.ts';
import { ThankYou } from './thank-you.tsx';
import { useArrival } from './use-arrival.ts';
import { type EditVisit, useEditVisit } from './use-edit-visit.ts';
import { useEditing } from './use-editing.ts';
import { usePress } from './use-press.ts';

/** A form from its data: validates, submits, thanks; keeps the text on error. */
export function SubmissionForm({
  form,
  location,
}: {
  form: Form;
  /** Of the page that is shown. */
  location: Location;
}) {
  const { visit, key } = useEditVisit(location);
  // Coming to edit an unsent message starts the form anew.
  return <FormOrThanks key={key} form={form} visit={visit} />;
}

function FormOrThanks({
  form,
  visit: first,
}: {
  form: Form;
  visit: EditVisit | undefined;
}) {
  // Also after its end: the thank-you, or the refused words, belong to it.
  const [visit] = useState(first);
  const [state, dispatch] = useReducer(nextState, undefined, () =>
    initialState(visit?.edits, isPressedEarly(form.name)),
  );
  const { view, original, edits } = state;
  const isThanks = view === 'thanks';
  const element = useRef<HTMLFormElement>(null);
  const draft = draftOf(form.name, edits);

  const whenBegun = useEditing(isThanks ? undefined : edits, (values) => {
    dispatch({ type: 'begin', values });
    // A press that has waited for the words reads the fields next.
    const { typed } = readDraft(draft);
    if (element.current) fillIn(element.current, { ...values, ...typed });
  });
  usePress({ form, element, state, draft, whenBegun, dispatch });
  useArrival(state, element, dispatch);
  const refuse = useCallback(
    () => dispatch({ type: 'refuse', message: form.failure }),
    [form],
  );
  useEffect(() => {
    if (!isThanks) return;
    dropDraft(draft);
    visit?.end();
    const email = original?.values?.email;
    if (form.remembersEmail && email) remember('pear_user_email', email);
  }, [isThanks, draft, visit, form, original]);

  if (!isThanks || !original) {
    const press = () => dispatch({ type: 'press' });
    return <Fields {...{ form, element, draft, state }} onPress={press} />;
  }
  return (
    // The form in its place would be sent a second time.
    <ErrorBoundary instead={<p role="status">{form.thanks}</p>}>
      <ThankYou
        id={original.id}
        first={original.status}
        at={original.at}
        text={form.thanks}
        onRefused={refuse}
      >
        {form.next && <Link to={form.next.to}>{form.next.label}</Link>}
      </ThankYou>
    </ErrorBoundary>
  );
}
