import {
  type FormEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { NotSubmitted, Status } from '../outbox/client.ts';
import { dropDraft } from './draft.ts';
import { Fields, focusField, type Problem, typedInto } from './fields.tsx';
import { type FormName, forms } from './forms.ts';
import { loadSending, useEditedId, useEditing } from './use-editing.ts';
import { type Values, validate } from './validate.ts';

/** A submission that was accepted here, and what it said. */
interface Accepted {
  id: string;
  status: Status;
  values: Values;
  ThankYou: typeof import('./sending.ts').ThankYou;
}

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
  const id = useEditedId();
  // Coming to edit an unsent message starts the form anew.
  return <FormOrThanks key={id} edits={id} {...props} />;
}

function FormOrThanks({
  name,
  edits,
  thanks,
  fixed = {},
  note,
  onThanks,
  children,
}: Props & { edits: string | undefined }) {
  const form = forms[name];
  const [accepted, setAccepted] = useState<Accepted>();
  const [refused, setRefused] = useState<Accepted>();
  const [problem, setProblem] = useState<Problem>();
  const { edited, finish } = useEditing(edits);
  const idFor = useSameIdForSameWords();
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  useEffect(() => void loadSending().catch(() => undefined), []);

  /** Takes trimmed values; they stay in the fields unless they are accepted. */
  async function send(values: Values): Promise<void> {
    try {
      const { submit, ThankYou } = await loadSending();
      const replaces = refused?.id ?? edited?.id;
      const result = await submit(name, values, {
        id: idFor(values),
        replaces,
      });
      finish();
      dropDraft(name);
      setRefused(undefined);
      setAccepted({ ...result, values, ThankYou });
      onThanks?.(values);
    } catch (error) {
      setProblem({ message: form.failure, key: crypto.randomUUID() });
      report(name, error);
    }
  }

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    if (sending.current) return;
    setProblem(undefined);
    const verdict = validate(form, typedInto(element));
    if (!verdict.ok) {
      setProblem({ ...verdict, key: crypto.randomUUID() });
      focusField(element, verdict.field);
      return;
    }
    // The browser's own check, of a malformed address, comes last.
    if (!element.reportValidity()) return;
    sending.current = true;
    setBusy(true);
    await send(verdict.values);
    sending.current = false;
    setBusy(false);
  }

  const takeBack = useCallback(() => {
    setRefused(accepted);
    setAccepted(undefined);
    setProblem({ message: form.failure, key: crypto.randomUUID() });
  }, [accepted, form]);

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
      start={refused?.values ?? edited?.values}
      fixed={fixed}
      problem={problem}
      busy={busy}
      onSubmit={handleSubmit}
      note={note}
    />
  );
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
