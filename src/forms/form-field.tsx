import { useId, useRef } from 'react';
import { SmallButton } from '../components/button.tsx';
import { fields as words } from '../content/fields.ts';
import { ticked } from '../descriptions/fields.ts';
import type { Field } from '../descriptions/form.ts';
import { EmailHint } from './email-hint.tsx';
import styles from './form-field.module.css';

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
}: Field & {
  value: string;
  /** Its value is known, and read-only until the visitor is another. */
  onNotYou?: (() => void) | undefined;
  invalid: boolean;
  /** The id of the message that says what is wrong. */
  describedBy: string;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const common = {
    id,
    name,
    'aria-invalid': invalid || undefined,
    'aria-describedby': invalid ? describedBy : undefined,
  };
  if (type === 'checkbox') {
    return (
      <div className={styles.tick}>
        <input type="checkbox" value={ticked} {...common} />
        <label htmlFor={id}>{label}</label>
      </div>
    );
  }
  const text = {
    ...common,
    maxLength,
    placeholder,
    readOnly: onNotYou !== undefined,
    defaultValue: value,
    autoComplete: autocomplete,
    className: styles.input,
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {type === 'multiline' ? (
        <textarea rows={5} {...text} />
      ) : (
        <div className={styles.line}>
          <input ref={input} type={type} {...text} />
          {onNotYou && (
            <SmallButton onClick={onNotYou}>{words.notYou}</SmallButton>
          )}
        </div>
      )}
      {type === 'email' && !onNotYou && (
        // There before its words, or they are not announced.
        <p aria-live="polite" className={styles.hint}>
          <EmailHint input={input} />
        </p>
      )}
    </div>
  );
}
