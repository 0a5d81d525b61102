import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { emailHint } from '../content/email-hint.ts';
import { formWords as words } from '../content/form-words.ts';
import { ticked } from '../form-definitions/common-fields.ts';
import type { Field } from '../form-definitions/form-definition.ts';
import { meantAddress } from './did-you-mean.ts';
import hints from './email-hint.module.css';
import { focusField } from './field-values.ts';
import styles from './form-field.module.css';
import { NotYouButton } from './remembered-email.tsx';
import { clean } from './validate.ts';

/** So long must typing pause before anything is said of an address. */
const typingPause = 700;

/** A labelled field that keeps its own text: typing does not render the form. */
export function FormField({
  name,
  label,
  type,
  maxLength,
  autocomplete,
  placeholder,
  value,
  onNotYou,
  required,
  invalid,
  empty,
  errorId,
  error,
}: Field & {
  value: string;
  /** The form cannot be sent without it. */
  required: boolean;
  /** Its value is known, and read-only until the visitor is another. */
  onNotYou?: (() => void) | undefined;
  invalid: boolean;
  /** It is marked because it was empty. */
  empty: boolean;
  errorId: string;
  /** The message about this field alone. */
  error: ReactNode;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [length, setLength] = useState(0);
  /** The length that is read out. */
  const [spoken, setSpoken] = useState(0);
  const [meant, setMeant] = useState('');
  const emptyId = `${id}-empty`;
  const hasHint = type === 'email' && !onNotYou;

  /** How much would be submitted, where that is near the limit. */
  function count() {
    const { length } = clean(type, input.current?.value ?? '');
    const shown = length >= maxLength * 0.9 ? length : 0;
    setLength(shown);
    return shown;
  }

  /** Asks whether another address is meant. */
  function look(isTyping: boolean) {
    clearTimeout(pause.current);
    const typed = clean(type, input.current?.value ?? '');
    const found = (hasHint && meantAddress(typed)) || '';
    // The rest may be about to be typed.
    setMeant(isTyping && found.startsWith(typed) ? '' : found);
  }

  function change() {
    count();
    clearTimeout(pause.current);
    setMeant('');
    pause.current = setTimeout(() => {
      setSpoken(count());
      look(document.activeElement === input.current);
    }, typingPause);
  }

  /** Types the address for the visitor, so that the browser can undo it. */
  function take() {
    input.current?.focus();
    input.current?.select();
    document.execCommand('insertText', false, meant);
  }

  const begin = useEffectEvent(change);
  useEffect(() => {
    begin();
    return () => clearTimeout(pause.current);
  }, []);

  // An email that another tab remembers replaces the field.
  useLayoutEffect(() => {
    const field = input.current;
    return () => {
      const form = field === document.activeElement && field?.form;
      if (form) queueMicrotask(() => focusField(form, name));
    };
  }, [name]);

  const common = {
    id,
    name,
    'aria-required': required || undefined,
    'aria-invalid': invalid || undefined,
    'aria-describedby': empty ? emptyId : undefined,
    // Not a description: with the focus, it would be read a second time.
    'aria-errormessage': error ? errorId : undefined,
  };
  const marks = (
    <>
      {empty && (
        <p id={emptyId} className={error ? 'visually-hidden' : styles.empty}>
          {words.empty}
        </p>
      )}
      {error}
    </>
  );
  if (type === 'checkbox') {
    return (
      <div className={styles.tick}>
        <input type="checkbox" value={ticked} {...common} />
        <label htmlFor={id}>{label}</label>
        {marks}
      </div>
    );
  }
  const text = {
    ...common,
    ref: input,
    placeholder,
    // Words run as their script does; an address has the one way.
    dir: type === 'email' ? undefined : 'auto',
    readOnly: onNotYou !== undefined,
    defaultValue: value,
    autoComplete: autocomplete,
    className: styles.input,
    onInput: change,
    // The words of an edit come without an event of their own.
    onFocus: count,
    // While it is left browsers differ in what has the focus.
    onBlur: () => look(false),
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {type === 'multiline' ? (
        <textarea rows={5} {...text} />
      ) : (
        <div className={styles.line}>
          <input type={type} {...text} />
          {onNotYou && <NotYouButton onClick={onNotYou} />}
        </div>
      )}
      {marks}
      {length > 0 && (
        <p aria-hidden="true" className={styles.count}>
          {`${length} of ${maxLength} characters`}
        </p>
      )}
      <div aria-live="polite" className="visually-hidden">
        {spoken > 0 && words.charactersLeft(maxLength - spoken)}
      </div>
      {hasHint && (
        // There before its words, or they are not announced.
        <p aria-live="polite" className={styles.hint}>
          {meant && (
            <>
              <span>{emailHint.before}</span>
              <button
                type="button"
                translate="no"
                className={hints.meant}
                onClick={take}
              >
                {meant}
              </button>
              <span>{emailHint.after}</span>
            </>
          )}
        </p>
      )}
    </div>
  );
}
