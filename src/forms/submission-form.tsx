import {
  type FormEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useReducer,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { ChunkFailure } from '../async/load-chunk.ts';
import type { NotSubmitted } from '../outbox/client.ts';
import { dropDraft } from './draft.ts';
import { Fields, focusField, typedIn, typedInto } from './fields.tsx';
import { type Accepted, empty, nextState } from './form-state.ts';
import { type Form, type FormName, forms, overtaken } from './forms.ts';
import { loadedSending, loadSending } from './load-sending.ts';
import { useEditing, useEditVisit, type Visit } from './use-editing.ts';
import { useRefused } from './use-refused.ts';
import {
  isAcceptable,
  type Values,
  type Verdict,
  validate,
} from './validate.ts';

/** So long may saving take before the button says that it is busy. */
const patience = 150;

interface Props {
  name: FormName;
  thanks: string;
  /** Values that are known already; their fields are read-only. */
  fixed?: Values;
  /** Under the button while the form shows. */
  note?: ReactNode;
  onThanks?: (values: Values) => void;
  /** Under the thank-you. */
  children?: ReactNode;
}

/** A form from its data: validates, submits, thanks; keeps the text on error. */
export function SubmissionForm(props: Props) {
  const visit = useEditVisit();
  // Coming to edit an unsent message starts the form anew.
  return <FormOrThanks key={visit?.key} visit={visit} {...props} />;
}

function FormOrThanks({
  name,
  visit,
  thanks,
  fixed = {},
  note,
  onThanks,
  children,
}: Props & { visit: Visit | undefined }) {
  const form = forms[name];
  const [state, dispatch] = useReducer(nextState, empty);
  const refused = state.step === 'refused' ? state.refused : undefined;
  const takenBack = refused?.id ?? visit?.edits;
  const edited = useEditing(takenBack);
  const draft = visit ? `${name}-${visit.edits}` : name;
  const known = useFirstKnown(form, fixed);
  const idFor = useSameIdForSameWords();
  const sending = useRef(false);
  useEffect(() => void loadSending().catch(() => undefined), []);
  useRefused(
    name,
    refused,
    useCallback(() => dispatch({ type: 'arrive' }), []),
  );
  const refuse = useCallback(
    () => dispatch({ type: 'refuse', message: form.failure }),
    [form],
  );
  if (state.step === 'accepted') {
    return (
      <Thanks {...state.accepted} text={thanks} onRefused={refuse}>
        {children}
      </Thanks>
    );
  }
  const replaces = state.overtaken ? undefined : takenBack;

  /** Takes trimmed values; they stay in the fields unless they are accepted. */
  async function send(values: Values): Promise<void> {
    try {
      const { newId, submit } = await loadSending();
      const id = idFor(values, newId);
      const result = await submit(name, values, { id, replaces });
      dropDraft(draft);
      const accepted = { ...result, values };
      // At once: there is nothing that the visitor waits for more.
      flushSync(() => dispatch({ type: 'accept', accepted }));
      visit?.end();
      onThanks?.(values);
    } catch (error) {
      const isOvertaken = (error as Partial<NotSubmitted>).code === 'overtaken';
      const message = isOvertaken ? overtaken : form.failure;
      const failure = error instanceof ChunkFailure ? error : undefined;
      const problem = { message, failure };
      dispatch({ type: 'problem', problem, overtaken: isOvertaken });
      report(name, error);
    }
  }

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending.current) return;
    dispatch({ type: 'submit' });
    const verdict = check(form, event.currentTarget);
    if (verdict?.ok === false) {
      dispatch({ type: 'problem', problem: verdict });
      focusField(event.currentTarget, verdict.field);
    }
    if (!verdict?.ok) return;
    sending.current = true;
    // What is done in a moment need not be announced.
    const slow = setTimeout(() => dispatch({ type: 'slow' }), patience);
    await send(verdict.values);
    clearTimeout(slow);
    sending.current = false;
  }

  return (
    <Fields
      // New words to start with make new fields.
      key={refused?.id ?? edited?.id ?? 'empty'}
      form={form}
      draft={draft}
      start={refused?.values ?? edited?.values}
      // Known values help who begins, and must not stand in the way.
      fixed={takenBack ? {} : known}
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
  const ThankYou = loadedSending()?.ThankYou;
  return ThankYou && <ThankYou id={id} first={status} {...rest} />;
}

/**
 * What the form holds, or what is wrong with it; undefined where the browser
 * says it. Its own check, of a malformed address, comes last, and a form that
 * has words of its own for that says them instead.
 */
function check(form: Form, element: HTMLFormElement): Verdict | undefined {
  const verdict = validate(form, typedInto(element));
  if (!verdict.ok || element.checkValidity()) return verdict;
  const rule = form.rules.find(({ check }) => check === 'email');
  if (rule) return { ok: false, message: rule.message, field: 'email' };
  element.reportValidity();
  return undefined;
}

/** What is known first stays, whatever another tab remembers meanwhile. */
function useFirstKnown(form: Form, fixed: Values): Values {
  const [first, setFirst] = useState<Values>();
  if (first) return first;
  const known = acceptable(form, fixed);
  if (Object.keys(known).length > 0) setFirst(known);
  return known;
}

/** Not what the form would refuse, nor over what is typed there already. */
function acceptable(form: Form, values: Values): Values {
  const fits = ([field, value]: [string, string]) =>
    isAcceptable(form, field, value) &&
    (typedIn(form.name)[field] || value) === value;
  return Object.fromEntries(Object.entries(values).filter(fits));
}

/** The same words keep their id: the answer to the first may have been lost. */
function useSameIdForSameWords() {
  const last = useRef<{ words: string; id: string }>(undefined);
  return (values: Values, newId: () => string): string => {
    const words = JSON.stringify(values);
    if (last.current?.words !== words) last.current = { words, id: newId() };
    return last.current.id;
  };
}

function report(form: FormName, error: unknown): void {
  const { id = 'unsaved', code = 'no-code' } = error as Partial<NotSubmitted>;
  console.error(`pear: ${form} ${id}: ${code}`);
}
