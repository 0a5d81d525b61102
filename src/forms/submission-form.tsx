import {
  type FormEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { ChunkFailure } from '../async/load-chunk.ts';
import type { NotSubmitted, Status } from '../outbox/client.ts';
import { dropDraft } from './draft.ts';
import {
  Fields,
  focusField,
  type Problem,
  typedIn,
  typedInto,
} from './fields.tsx';
import { type Form, type FormName, forms, overtaken } from './forms.ts';
import { loadedSending, loadSending } from './load-sending.ts';
import { useEditing, useForgottenEdit, useFormState } from './use-editing.ts';
import { useRefused } from './use-refused.ts';
import { isAcceptable, type Values, validate } from './validate.ts';

/** A submission that was accepted here, and what it said. */
interface Accepted {
  id: string;
  status: Status;
  values: Values;
  ThankYou: typeof import('./sending.ts').ThankYou;
}

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
  const { edit, edited } = useFormState();
  // Coming to edit an unsent message starts the form anew.
  return <FormOrThanks key={edit ?? edited} comesToEdit={edit} {...props} />;
}

function FormOrThanks({
  name,
  comesToEdit,
  thanks,
  fixed = {},
  note,
  onThanks,
  children,
}: Props & { comesToEdit: string | undefined }) {
  // Until the form is left: what it replaces is held, also after the end.
  const [edits] = useState(comesToEdit);
  const form = forms[name];
  const [accepted, setAccepted] = useState<Accepted>();
  const [refused, setRefused] = useState<Accepted>();
  const [problem, setProblem] = useState<Problem>();
  const takenBack = refused?.id ?? edits;
  const edited = useEditing(takenBack);
  // What the submitted words take the place of; nothing, once it has gone.
  const [gone, setGone] = useState<string>();
  const replaces = takenBack === gone ? undefined : takenBack;
  const draft = edits ? `${name}-${edits}` : name;
  const idFor = useSameIdForSameWords();
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  useForgottenEdit(edits, accepted !== undefined);
  useEffect(() => void loadSending().catch(() => undefined), []);

  /** Takes trimmed values; they stay in the fields unless they are accepted. */
  async function send(values: Values): Promise<void> {
    try {
      const { submit, ThankYou } = loadedSending() ?? (await loadSending());
      const id = idFor(values);
      const result = await submit(name, values, { id, replaces });
      dropDraft(draft);
      // At once: there is nothing that the visitor waits for more.
      flushSync(() => {
        setRefused(undefined);
        setAccepted({ ...result, values, ThankYou });
      });
      onThanks?.(values);
    } catch (error) {
      const isOvertaken = (error as Partial<NotSubmitted>).code === 'overtaken';
      if (isOvertaken) setGone(takenBack);
      tell(isOvertaken ? overtaken : form.failure, error);
      report(name, error);
    }
  }

  function tell(message: string, error?: unknown) {
    const failure = error instanceof ChunkFailure ? error : undefined;
    setProblem({ message, failure, key: crypto.randomUUID() });
  }

  function complain(element: HTMLFormElement, message: string, field = '') {
    setProblem({ message, field, key: crypto.randomUUID() });
    focusField(element, field);
  }

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    if (sending.current) return;
    setProblem(undefined);
    const verdict = validate(form, typedInto(element));
    if (!verdict.ok) {
      complain(element, verdict.message, verdict.field);
      return;
    }
    // The browser's own check, of a malformed address, comes last; a form that
    // has words of its own for that says them instead.
    if (!element.checkValidity()) {
      const rule = form.rules.find(({ check }) => check === 'email');
      if (rule) complain(element, rule.message, rule.fields[0]);
      else element.reportValidity();
      return;
    }
    sending.current = true;
    // What is done in a moment need not be told.
    const slow = setTimeout(setBusy, patience, true);
    await send(verdict.values);
    clearTimeout(slow);
    sending.current = false;
    setBusy(false);
  }

  const takeBack = useCallback(() => {
    setRefused(accepted);
    setAccepted(undefined);
    setProblem({ message: form.failure, key: crypto.randomUUID() });
  }, [accepted, form]);

  const thankAfterAll = useCallback(() => {
    setAccepted(refused && { ...refused, status: 'sent' });
    setRefused(undefined);
    setProblem(undefined);
  }, [refused]);
  useRefused(name, refused, thankAfterAll);

  if (accepted) {
    const { ThankYou } = accepted;
    return (
      <ThankYou
        id={accepted.id}
        first={accepted.status}
        text={thanks}
        onRefused={takeBack}
      >
        {children}
      </ThankYou>
    );
  }
  return (
    <Fields
      // New words to start with make new fields.
      key={refused?.id ?? edited?.id ?? 'empty'}
      form={form}
      draft={draft}
      start={refused?.values ?? edited?.values}
      // Known values help who begins, and must not stand in the way.
      fixed={takenBack ? {} : acceptable(form, fixed)}
      problem={problem}
      busy={busy}
      onSubmit={handleSubmit}
      note={note}
    />
  );
}

/** Not what the form would refuse, nor over what is typed there already. */
function acceptable(form: Form, values: Values): Values {
  const fits = ([field, value]: [string, string]) =>
    isAcceptable(form, field, value) &&
    (typedIn(form.name)[field] || value) === value;
  return Object.fromEntries(Object.entries(values).filter(fits));
}

/** The same words get the same id: an unheard answer must not double them. */
function useSameIdForSameWords(): (values: Values) => string {
  const last = useRef<{ words: string; id: string }>(undefined);
  return (values) => {
    const words = JSON.stringify(values);
    if (last.current?.words !== words) {
      last.current = { words, id: crypto.randomUUID() };
    }
    return last.current.id;
  };
}

function report(form: FormName, error: unknown): void {
  const { id = 'unsaved', code = 'no-code' } = error as Partial<NotSubmitted>;
  console.error(`pear: ${form} ${id}: ${code}`);
}
