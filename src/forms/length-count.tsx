import { type RefObject, useEffect, useState } from 'react';
import styles from './form-field.module.css';

type Input = HTMLInputElement | HTMLTextAreaElement;

/** From a share of the limit on says how much is written, as it is typed. */
export function LengthCount({
  input,
  maxLength,
}: {
  input: RefObject<Input | null>;
  maxLength: number;
}) {
  const [length, setLength] = useState(0);
  useEffect(() => {
    const field = input.current;
    const count = () => setLength(field?.value.length ?? 0);
    count();
    // The words of an edit come without an event of their own.
    field?.addEventListener('input', count);
    field?.addEventListener('focus', count);
    return () => {
      field?.removeEventListener('input', count);
      field?.removeEventListener('focus', count);
    };
  }, [input]);
  return (
    <div aria-live="polite" className={styles.counter}>
      {length >= maxLength * 0.9 && (
        <p className={styles.count}>{`${length} of ${maxLength} characters`}</p>
      )}
    </div>
  );
}
