import { useId, useRef } from 'react';
import { SmallButton } from '../components/button.tsx';
import { fields as words } from '../content/fields.ts';
import { ticked } from '../descriptions/fields.ts';
import type { Field } from '../descriptions/form.ts';
import { EmailHint } from './email-hint.tsx';
import styles from './form-field.module.css';
import { LengthCount } from './length-count.tsx';

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
  describedBy,
}: Field & {
  value: string;
  /** The form cannot be sent without it. */
  required: boolean;
  /** Its value is known, and read-only until the visitor is another. */
  onNotYou?: (() => void) | undefined;
  invalid: boolean;
  /** The id of the message that says what is wrong. */
  describedBy: string;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const common = {
    id,
    name,
    'aria-required': required || undefined,
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
    ref: input,
    placeholder,
    // Words run as their script does; an address has the one way.
    dir: type === 'email' ? undefined : 'auto',
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
          <input type={type} {...text} />
          {onNotYou && (
            <SmallButton onClick={onNotYou}>{words.notYou}</SmallButton>
          )}
        </div>
      )}
      <LengthCount input={input} type={type} maxLength={maxLength} />
      {type === 'email' && !onNotYou && (
        // There before its words, or they are not announced.
        <p aria-live="polite" className={styles.hint}>
          <EmailHint input={input} />
        </p>
      )}
    </div>
  );
}
