import { type RefObject, useEffect, useState } from 'react';
import { emailHint as words } from '../content/email-hint.ts';
import { meantAddress } from './did-you-mean.ts';
import styles from './email-hint.module.css';

/** So long must typing pause before anything is said. */
const typingPause = 700;

/** Asks whether another address is meant; changes nothing by itself. */
export function EmailHint({
  input: field,
}: {
  input: RefObject<HTMLInputElement | null>;
}) {
  const [meant, setMeant] = useState('');
  useEffect(() => {
    const input = field.current;
    if (!input) return;
    let pause: ReturnType<typeof setTimeout> | undefined;
    const look = (isTyping: boolean) => {
      clearTimeout(pause);
      const found = meantAddress(input.value) ?? '';
      // The rest may be about to be typed.
      setMeant(isTyping && found.startsWith(input.value) ? '' : found);
    };
    // While it is left browsers differ in what has the focus.
    const leave = () => look(false);
    const wait = () => {
      clearTimeout(pause);
      setMeant('');
      pause = setTimeout(() => {
        look(document.activeElement === input);
      }, typingPause);
    };
    wait();
    input.addEventListener('input', wait);
    input.addEventListener('blur', leave);
    return () => {
      clearTimeout(pause);
      input.removeEventListener('input', wait);
      input.removeEventListener('blur', leave);
    };
  }, [field]);

  function take() {
    const input = field.current;
    if (!input) return;
    input.value = meant;
    // As when it is typed: it becomes part of the draft.
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.focus();
  }

  return (
    meant && (
      <>
        <span>{words.before}</span>
        <button type="button" className={styles.meant} onClick={take}>
          {meant}
        </button>
        <span>{words.after}</span>
      </>
    )
  );
}
