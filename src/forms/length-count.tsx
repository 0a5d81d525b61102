import { type RefObject, useEffect, useState } from 'react';
import type { Field } from '../descriptions/form.ts';
import { clean } from './clean.ts';
import styles from './form-field.module.css';

type Input = HTMLInputElement | HTMLTextAreaElement;

/** Near the limit says how much is written that would be submitted. */
export function LengthCount({
  input,
  type,
  maxLength,
}: {
  input: RefObject<Input | null>;
  type: Field['type'];
  maxLength: number;
}) {
  const [length, setLength] = useState(0);
  useEffect(() => {
    const field = input.current;
    const count = () => setLength(clean(type, field?.value ?? '').length);
    count();
    // The words of an edit come without an event of their own.
    field?.addEventListener('input', count);
    field?.addEventListener('focus', count);
    return () => {
      field?.removeEventListener('input', count);
      field?.removeEventListener('focus', count);
    };
  }, [input, type]);
  return (
    <div aria-live="polite" className={styles.counter}>
      {length >= maxLength * 0.9 && (
        <p className={styles.count}>{`${length} of ${maxLength} characters`}</p>
      )}
    </div>
  );
}
