import { type KeyboardEvent, useEffect, useRef } from 'react';
import { SmallButton } from './button.tsx';
import styles from './confirm.module.css';

/**
 * Asks in place of the button that led here. The focus goes to the choice that
 * loses nothing, so that the question is announced. Escape takes that choice.
 */
export function Confirm({
  id,
  text,
  yes,
  keep,
  onYes,
  onKeep,
}: {
  id: string;
  text: string;
  yes: string;
  keep: string;
  onYes: () => unknown;
  onKeep: () => unknown;
}) {
  const isAgreed = useRef(false);
  /** From then on there is nothing to keep. */
  async function agree() {
    isAgreed.current = true;
    try {
      await onYes();
    } finally {
      isAgreed.current = false;
    }
  }
  const decline = () => isAgreed.current || onKeep();
  /** Otherwise Escape would close the dialog around the question. */
  function answerEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    decline();
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its buttons have the focus
    <div className={styles.confirm} onKeyDown={answerEscape}>
      <p id={id} className={styles.question}>
        {text}
      </p>
      <Action act={agree}>{yes}</Action>
      <Action about={id} act={decline} focused>
        {keep}
      </Action>
    </div>
  );
}

/** A button that ignores presses as long as what it has begun goes on. */
export function Action({
  about,
  act,
  focused = false,
  children,
}: {
  about?: string | undefined;
  act: () => unknown;
  /** Whether it has the focus when it appears. */
  focused?: boolean;
  children: string;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const busy = useRef(false);
  useEffect(() => {
    if (focused) button.current?.focus();
  }, [focused]);
  async function press() {
    if (busy.current) return;
    busy.current = true;
    try {
      await act();
    } finally {
      busy.current = false;
    }
  }
  return (
    <SmallButton ref={button} aria-describedby={about} onClick={press}>
      {children}
    </SmallButton>
  );
}
