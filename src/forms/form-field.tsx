import { useId } from 'react';
import styles from './form-field.module.css';

/** A labelled field that keeps its own text: typing renders nothing. */
export function FormField({
  name,
  label,
  type,
  maxLength,
  autocomplete,
  placeholder,
  value,
  readOnly = false,
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
  readOnly?: boolean;
  invalid: boolean;
  /** The id of the message that says what is wrong. */
  describedBy: string;
}) {
  const id = useId();
  const common = {
    id,
    name,
    maxLength,
    placeholder,
    readOnly,
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
        <input type={type} {...common} />
      )}
    </div>
  );
}
