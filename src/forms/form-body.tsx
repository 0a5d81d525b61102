import {
  type Dispatch,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { announcedAfter, useElapsed } from '../components/use-elapsed.ts';
import { formNeeds, formWords as words } from '../content/form-words.ts';
import type { FormDefinition } from '../form-definitions/form-definition.ts';
import {
  adoptEarlyInput,
  type DraftName,
  keepDraft,
  readDraft,
} from './draft.ts';
import errors from './error-message.module.css';
import { fillIn, typedInto, valuesIn } from './field-values.ts';
import { FormField } from './form-field.tsx';
import type { FormAction, FormState } from './form-state.ts';
import { useRememberedEmail } from './remembered-email.tsx';
import styles from './submission-form.module.css';
import { check } from './use-submit.ts';
import { blankFields, isRequired } from './validate.ts';

/** The form itself: its fields keep what is typed, also across a reload. */
export function FormBody({
  form,
  element,
  draft,
  state: { original, edits, problem, attempts, busy },
  isKept,
  dispatch,
}: {
  form: FormDefinition;
  element: RefObject<HTMLFormElement | null>;
  /** The name of what is typed here, for this tab. */
  draft: DraftName;
  state: FormState;
  /** The outbox keeps what was refused. */
  isKept: boolean;
  dispatch: Dispatch<FormAction>;
}) {
  const [isBack] = useState(problem !== undefined);
  const errorId = `${form.name}-error`;
  const noteId = `${form.name}-note`;
  const canAnnounce = useElapsed(announcedAfter);
  const error = problem?.message && (
    <ErrorMessage key={attempts} id={errorId} message={problem.message} />
  );
  const before = original?.values;
  const { under, about = [], empty = [] } = problem ?? {};
  const isMarked = (name: string) => [...about, ...empty].includes(name);

  useLayoutEffect(() => {
    adoptEarlyInput(form.name, draft);
    const fill = () =>
      element.current &&
      fillIn(element.current, { ...before, ...readDraft(draft).typed });
    fill();
    // Safari empties such fields in a page that Back brings back whole, in a
    // task of its own after this event.
    window.onpageshow = () => setTimeout(fill, 100);
  }, [form, element, draft, before]);
  const { email, forget } = useRememberedEmail(form, draft, element);
  // An edit may change every field of the earlier message.
  const known = edits ? '' : email;

  useEffect(() => {
    // A refusal has brought the form back in place of the thank-you.
    if (!isBack || document.activeElement !== document.body) return;
    element.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
  }, [isBack, element]);

  return (
    <form
      ref={element}
      name={form.name}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        dispatch({ type: 'press' });
      }}
      onInput={({ currentTarget, target }) => {
        const typed = typedInto(currentTarget, before);
        keepDraft(draft, { ...readDraft(draft), typed });
        const { name } = target as HTMLInputElement;
        if (!isMarked(name)) return;
        const isWrong = empty.includes(name)
          ? blankFields(form, valuesIn(currentTarget)).includes(name)
          : isBlamed(form, currentTarget, name);
        if (!isWrong) dispatch({ type: 'correct', field: name });
      }}
      noValidate
      // Without a script a GET would put what was typed into the address.
      method="dialog"
      // Drafts bring back what was typed; Firefox would bring back what was
      // sent, over a draft too. Fields say by themselves what suits them.
      autoComplete="off"
    >
      {form.fields.every(({ name }) => isRequired(form, name)) && (
        <p className="note">{words.required}</p>
      )}
      {form.fields.map((field) => {
        const value = field.name === 'email' ? known : '';
        return (
          <FormField
            key={`${field.name} ${value}`}
            {...field}
            value={value}
            onNotYou={value ? forget : undefined}
            required={isRequired(form, field.name)}
            invalid={isMarked(field.name)}
            empty={empty.includes(field.name)}
            errorId={errorId}
            error={under === field.name && error}
          />
        );
      })}
      <div className={styles.end}>
        {!under && error}
        <div aria-live="polite">
          {isKept && canAnnounce && <p>{words.kept}</p>}
        </div>
        {form.note && (
          <p id={noteId} className="note">
            {form.note}
          </p>
        )}
        <Button busy={busy} aria-describedby={form.note && noteId}>
          {form.submitLabel}
        </Button>
      </div>
      <p className="needs">{formNeeds}</p>
    </form>
  );
}

function isBlamed(
  form: FormDefinition,
  element: HTMLFormElement,
  name: string,
): boolean {
  const verdict = check(form, element);
  return !verdict.ok && verdict.field === name;
}

/** Announced when it appears; in view where a refusal brings the form back. */
function ErrorMessage({ id, message }: { id: string; message: string }) {
  const element = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    element.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <p ref={element} id={id} role="alert" className={errors.message}>
      <Icon d="M12 7v6m0 4v0M2 12a1 1 0 0 0 20 0a1 1 0 0 0-20 0" />
      <span>{message}</span>
    </p>
  );
}
