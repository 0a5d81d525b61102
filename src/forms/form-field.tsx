import { useEffect, useId, useRef, useState } from 'react';
import { loadChunk } from '../async/load-chunk.ts';
import { SmallButton } from '../components/button.tsx';
import { useLoaded } from '../components/use-loaded.ts';
import { fields as words } from '../content/fields.ts';
import styles from './form-field.module.css';

const loadHint = () =>
  loadChunk('forms/email-hint', () => import('./email-hint.tsx'));

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
  invalid,
  describedBy,
}: {
  name: string;
  label: string;
  type: 'text' | 'email' | 'multiline';
  maxLength: number;
  autocomplete: string;
  placeholder?: string | undefined;
  value: string;
  /** Its value is known, and read-only until the visitor is another. */
  onNotYou?: (() => void) | undefined;
  invalid: boolean;
  /** The id of the message that says what is wrong. */
  describedBy: string;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isUsed, setIsUsed] = useState(false);
  const use = () => setIsUsed(true);
  useEffect(() => {
    // Typed before this code was there.
    if (input.current?.value) setIsUsed(true);
  }, []);
  const isAddress = type === 'email' && !onNotYou;
  const EmailHint = useLoaded(loadHint, isAddress && isUsed)?.EmailHint;
  const common = {
    id,
    name,
    maxLength,
    placeholder,
    readOnly: onNotYou !== undefined,
    defaultValue: value,
    autoComplete: autocomplete,
    className: styles.input,
    'aria-invalid': invalid || undefined,
    'aria-describedby': invalid ? describedBy : undefined,
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {type === 'multiline' ? (
        <textarea rows={5} {...common} />
      ) : (
        <div className={styles.line}>
          <input
            ref={input}
            type={type}
            onInput={use}
            onBlur={use}
            {...common}
          />
          {onNotYou && (
            <SmallButton onClick={onNotYou}>{words.notYou}</SmallButton>
          )}
        </div>
      )}
      {isAddress && (
        // There before its words, or they are not announced.
        <p aria-live="polite" className={styles.hint}>
          {EmailHint && input.current && <EmailHint input={input.current} />}
        </p>
      )}
    </div>
  );
}
