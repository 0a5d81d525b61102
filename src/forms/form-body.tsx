import { type FormEvent, useEffect } from 'react';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { announceDelay, useHasElapsed } from '../components/use-has-elapsed.ts';
import { formTexts, needsScriptsText } from '../content/form-texts.ts';
import { readValues } from './field-values.ts';
import { FormField } from './form-field.tsx';
import type { FormParts, FormView } from './form-state.ts';
import { useRememberedEmail } from './remembered-email.ts';
import styles from './submission-form.module.css';
import { useFieldText } from './use-field-text.ts';
import { useSubmit } from './use-submit.ts';
import { hasProblem, isRequired } from './validate.ts';

interface Props {
  parts: FormParts;
  state: FormView;
  /** Whether the outbox still contains the refused submission. */
  isStored: boolean;
}

export function FormBody({ parts, state, isStored }: Props) {
  const { form, element, dispatch, shownForm } = parts;
  const { edited, problem, attempts, isBusy, replacesThanks } = state;
  const fieldText = useFieldText(parts, edited);
  const handleSubmit = useSubmit(parts, edited, fieldText.whenOpen);
  const { email, forget } = useRememberedEmail(parts, fieldText);
  const errorId = `${form.name}-error`;
  const noteId = `${form.name}-note`;
  const canAnnounce = useHasElapsed(announceDelay);
  // A new key mounts a new alert, so that screen readers announce a repeated error.
  const errorElement = problem?.message && (
    <ErrorMessage key={attempts} id={errorId} message={problem.message} />
  );
  const { messageField, invalidFields = [], emptyFields = [] } = problem ?? {};
  const markedFields = [...invalidFields, ...emptyFields];

  // An edited submission contains its own email.
  const knownEmail = edited ? '' : email;

  useEffect(() => {
    // The focus was on the thank-you that the form has replaced.
    if (!replacesThanks || document.activeElement !== document.body) return;
    const button =
      element.current?.querySelector<HTMLElement>('[type="submit"]');
    // Later, because the page around the form does not yet have the space that it needs.
    queueMicrotask(() => button?.focus());
  }, [replacesThanks, element]);

  function updateShownForm(): void {
    if (!element.current) return;
    const statement = problem?.message ? problem.kind : 'none';
    const values = readValues(element.current);
    shownForm.set({ view: 'form', values, statement });
  }
  // Each render may have filled in fields or changed the error.
  useEffect(updateShownForm);

  function handleInput({ currentTarget, target }: FormEvent<HTMLFormElement>) {
    const { name } = target as HTMLInputElement;
    fieldText.save(name);
    updateShownForm();
    if (!problem || !markedFields.includes(name)) return;
    const values = readValues(currentTarget);
    if (!hasProblem(form, values, problem, name))
      dispatch({ type: 'correct', field: name });
  }

  return (
    <form
      ref={element}
      name={form.name}
      className={styles.form}
      onSubmit={handleSubmit}
      onInput={handleInput}
      noValidate
      // Without scripts, the default, "get", would put the values into the URL.
      method="dialog"
      // Firefox would restore submitted values over a draft.
      autoComplete="off"
    >
      {form.fields.every(({ name }) => isRequired(form, name)) && (
        <p className="note">{formTexts.required}</p>
      )}
      {form.fields.map((field) => {
        const value = field.name === 'email' ? knownEmail : '';
        return (
          <FormField
            // A new value mounts a new field, because fields are uncontrolled.
            key={`${field.name} ${value}`}
            field={field}
            value={value}
            onNotYou={value ? forget : undefined}
            required={isRequired(form, field.name)}
            isFilledIn={fieldText.isOpen}
            invalid={markedFields.includes(field.name)}
            isMissing={emptyFields.includes(field.name)}
            errorId={errorId}
            error={messageField === field.name && errorElement}
          />
        );
      })}
      <div className={styles.end}>
        {!messageField && errorElement}
        <div aria-live="polite" data-printed>
          {isStored && canAnnounce && <p>{formTexts.kept}</p>}
        </div>
        {form.note && (
          <p id={noteId} className="note">
            {form.note}
          </p>
        )}
        <Button busy={isBusy} aria-describedby={form.note && noteId}>
          {form.submitLabel}
        </Button>
      </div>
      <p className="needs-scripts">{needsScriptsText}</p>
    </form>
  );
}

function ErrorMessage({ id, message }: { id: string; message: string }) {
  return (
    <p ref={scrollIntoView} id={id} role="alert" className={styles.error}>
      <Icon d="M12 7v6m0 4v0M2 12a1 1 0 0 0 20 0a1 1 0 0 0-20 0" />
      <span>{message}</span>
    </p>
  );
}

function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
