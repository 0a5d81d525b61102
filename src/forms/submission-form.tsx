import {
  type ReactNode,
  useCallback,
  useEffect,
  useReducer,
  useState,
} from 'react';
import { Dispensable } from '../components/dispensable.tsx';
import { dropDraft, readDraft } from './draft.ts';
import { Fields, valuesOfForm } from './fields.tsx';
import { type Accepted, initialState, nextState } from './form-state.ts';
import { type Form, type FormName, forms } from './forms.ts';
import { loadedSubmitting, loadSubmitting } from './load-submitting.ts';
import { type EditVisit, useEditing, useEditVisit } from './use-editing.ts';
import { useRefused } from './use-refused.ts';
import { useSubmit } from './use-submit.ts';
import { isAcceptable, type Values } from './validate.ts';

interface Props {
  name: FormName;
  thanks: string;
  /** Values that are known already; their fields are read-only. */
  known?: Values;
  /** Under the button while the form shows. */
  note?: ReactNode;
  onThanks?: (values: Values) => void;
  /** Under the thank-you. */
  children?: ReactNode;
}

/** A form from its data: validates, submits, thanks; keeps the text on error. */
export function SubmissionForm(props: Props) {
  const { visit, key } = useEditVisit();
  // Coming to edit an unsent message starts the form anew.
  return <FormOrThanks key={key} visit={visit} {...props} />;
}

function FormOrThanks({
  name,
  visit: first,
  thanks,
  known = {},
  note,
  onThanks,
  children,
}: Props & { visit: EditVisit | undefined }) {
  // Also after its end: the thank-you, or the refused words, belong to it.
  const [visit] = useState(first);
  const form = forms[name];
  const [state, dispatch] = useReducer(nextState, initialState);
  const isOpen = state.step !== 'accepted';
  const refused = state.step === 'refused' ? state.refused : undefined;
  const originalId = isOpen ? (refused?.id ?? visit?.edits) : undefined;
  const { edited, begun } = useEditing(originalId);
  const start = refused?.values ?? edited?.values;
  const whenReady = async () => {
    const edit = await begun();
    return { isGone: edit === null, start: refused?.values ?? edit?.values };
  };
  const draft = originalId ? `${name}-${originalId}` : name;
  const firstKnown = useFirstKnown(form, known, draft);
  const replaces = isOpen && state.overtaken ? undefined : originalId;
  const thank = (values: Values) => {
    dropDraft(draft);
    visit?.end();
    onThanks?.(values);
  };
  const handleSubmit = useSubmit(form, whenReady, replaces, dispatch, thank);
  const arrive = useCallback(() => dispatch({ type: 'arrive' }), []);
  const refuse = useCallback(
    () => dispatch({ type: 'refuse', message: form.failure }),
    [form],
  );
  useRefused(name, refused, arrive);
  useEffect(() => void loadSubmitting().catch(() => undefined), []);

  if (!isOpen) {
    return (
      <Thanks {...state.accepted} text={thanks} onRefused={refuse}>
        {children}
      </Thanks>
    );
  }
  return (
    <Fields
      form={form}
      draft={draft}
      start={start}
      // Who changes an earlier message may change all of it.
      fixed={originalId ? {} : firstKnown}
      problem={state.problem}
      attempts={state.attempts}
      busy={state.busy}
      onSubmit={handleSubmit}
      note={note}
    />
  );
}

/** It is loaded with what submits. */
function Thanks({
  id,
  status,
  ...rest
}: Accepted & { text: string; onRefused: () => void; children: ReactNode }) {
  const ThankYou = loadedSubmitting()?.ThankYou;
  if (!ThankYou) return null;
  return (
    // The form in its place would be sent a second time.
    <Dispensable instead={<p role="status">{rest.text}</p>}>
      <ThankYou id={id} first={status} {...rest} />
    </Dispensable>
  );
}

/** What is known first stays, whatever another tab remembers meanwhile. */
function useFirstKnown(form: Form, known: Values, draft: string): Values {
  const [first, setFirst] = useState<Values>();
  // What has been forgotten is the visitor's to fill in.
  if (first && Object.keys(first).every((field) => known[field])) return first;
  const fits = acceptable(form, known, draft);
  if (first || Object.keys(fits).length > 0) setFirst(fits);
  return fits;
}

/** Not what the form would refuse, nor over what is typed there already. */
function acceptable(form: Form, values: Values, draft: string): Values {
  const typed = (field: string) =>
    valuesOfForm(form.name)[field] || readDraft(draft)[field];
  const fits = ([field, value]: [string, string]) =>
    isAcceptable(form, field, value) && (typed(field) || value) === value;
  return Object.fromEntries(Object.entries(values).filter(fits));
}
